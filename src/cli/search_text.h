/*
 * search_text.h - what a search found, laid out for people: files as headings,
 * lines below them.
 */
#ifndef GBQ_CLI_SEARCH_TEXT_H
#define GBQ_CLI_SEARCH_TEXT_H

#include <stdio.h>

#include "gbq.h"

struct search_text {
	FILE *out;
	size_t screen_width;	/* lines are cut to it; 0: they are not */
	bool color;
	bool name_runs;		/* there are several */
	bool has_context;	/* gaps between lines are marked */
	size_t limit;		/* lines at most; 0: all */
	size_t lines;		/* told so far */
	int64_t last;		/* number of the last line */
};

/* Write a hit; false: the limit is reached. */
bool search_text_add(struct search_text *text,
    const struct gbq_search_hit *hit);

#endif
