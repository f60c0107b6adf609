/*
 * baseline.h - the sites of a run as a small text to commit, to comment and to
 * compare with: one line a site, sorted.
 */
#ifndef GBQ_QUERY_BASELINE_H
#define GBQ_QUERY_BASELINE_H

#include "query/diff/side.h"

/* The text of a side's sites. */
void baseline_write(const struct gbq_side *side, struct buffer *out);

/* What a baseline begins with, and whether a text does. */
extern const struct slice baseline_head;
bool baseline_is(struct slice text);

/*
 * Read a text into an empty side. Comment lines ("# …") above a site are its
 * comment. GBQ_USAGE: what is wrong stands in *error, with the line.
 */
enum gbq_status baseline_read(struct gbq_side *side, struct slice text,
    const char *path, struct error *error);

#endif
