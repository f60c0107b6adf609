/*
 * progress.c - "[=====>    ] 45 %, 123 of 464".
 */
#include "cli/screen/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/text.h"

enum { CELLS = 30 };

void
progress_bar_init(struct progress_bar *bar, bool quiet)
{
	const char *term = getenv("TERM");

	memset(bar, 0, sizeof(*bar));
	bar->possible = !quiet && isatty(STDERR_FILENO) &&
	    !(string_equal(term, "dumb"));
	bar->started = monotonic_seconds();
}

static double
share_of(const struct gbq_progress *progress)
{
	double share = progress->bytes > 0 ?
	    (double)progress->done_bytes / (double)progress->bytes : 0;

	return share > 1 ? 1 : share;
}

void
progress_bar_draw(struct progress_bar *bar,
    const struct gbq_progress *progress)
{
	double time, share = share_of(progress);
	int full = (int)(share * CELLS), i;

	if (!bar->possible)
		return;
	time = monotonic_seconds();
	if (time - bar->started < 1 || time - bar->last < 0.1)
		return;
	bar->last = time;
	bar->drawn = true;
	fputs("\r\033[K[", stderr);
	for (i = 0; i < CELLS; i++)
		putc(i < full ? '=' : i == full ? '>' : ' ', stderr);
	fprintf(stderr, "] %d %%, %zu of %zu", (int)(share * 100),
	    progress->done, progress->units);
	fflush(stderr);
}

void
progress_bar_clear(struct progress_bar *bar)
{
	if (bar->drawn)
		fputs("\r\033[K", stderr);
	bar->drawn = false;
}
