/*
 * progress.h - a bar on a terminal's stderr, once work lasts over a second.
 */
#ifndef GBQ_CLI_PROGRESS_H
#define GBQ_CLI_PROGRESS_H

#include <stdbool.h>

#include "gbq.h"

struct progress_bar {
	bool possible;		/* stderr is a terminal */
	bool drawn;
	double started, last;	/* seconds of a steady clock */
};

/* quiet: never draw. */
void progress_bar_init(struct progress_bar *bar, bool quiet);

/* Draw it anew, at most ten times a second. */
void progress_bar_draw(struct progress_bar *bar,
    const struct gbq_progress *progress);

/* Take it away, before anything else is written. */
void progress_bar_clear(struct progress_bar *bar);

#endif
