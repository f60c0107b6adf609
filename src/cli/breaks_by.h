/*
 * breaks_by.h - gbq breaks --by and --first, for people.
 */
#ifndef GBQ_CLI_BREAKS_BY_H
#define GBQ_CLI_BREAKS_BY_H

#include "cli/context.h"

/* Append the tree of query breaks_by_own: own lines, what broke below. */
enum gbq_status breaks_by_own(struct buffer *out, struct gbq_query *query);

/* Append the event of query breaks_first with its text. */
enum gbq_status breaks_first(struct buffer *out, struct gbq_query *query);

#endif
