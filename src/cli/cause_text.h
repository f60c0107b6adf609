/*
 * cause_text.h - a cause of recompiles as a few lines for people.
 */
#ifndef GBQ_CLI_CAUSE_TEXT_H
#define GBQ_CLI_CAUSE_TEXT_H

#include "gbq.h"
#include "util/text.h"

/*
 * Append the cause of the query's current row (columns of saved query
 * recompile_causes): its number in the list, what failed, counts, place, other
 * names and values.
 */
void cause_text(struct buffer *out, const struct gbq_query *row,
    size_t number, bool color);

/* "size of kwargs['input_ids']" of a row of the same query. */
void cause_title(struct buffer *out, const struct gbq_query *row);

#endif
