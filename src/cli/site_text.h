/*
 * site_text.h - a graph-break site as a few lines for people.
 */
#ifndef GBQ_CLI_SITE_TEXT_H
#define GBQ_CLI_SITE_TEXT_H

#include "gbq.h"
#include "util/text.h"

/*
 * Append the site of the query's current row (columns of view sites): its
 * number in the list, kind, counts, "place <- via <- own", source line and
 * hint. at_least: the counts are lower bounds.
 */
void site_text(struct buffer *out, const struct gbq_query *row,
    size_t number, bool at_least, bool color);

/*
 * Append one line for the break event of the current row (columns of view
 * breaks).
 */
void event_line(struct buffer *out, const struct gbq_query *row);

/* Append "[0/1#1_2@r3] " of a row with the columns of a compile id. */
void compile_label(struct buffer *out, const struct gbq_query *row);

/* Append "place <- via <- own"; equal parts are told once. */
void place_line(struct buffer *out, const struct gbq_query *row);

/* Append "; with it go 3 sites, 12 events, 9 recompiles", if any. */
void frees_text(struct buffer *out, const struct gbq_query *row);

/* Append "6 resume, 2 skip" of a JSON object {"resume": 6, "skip": 2}. */
void form_counts(struct buffer *out, const char *json);

#endif
