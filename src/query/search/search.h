/*
 * search.h - finds a pattern in the stored contents of runs.
 */
#ifndef GBQ_QUERY_SEARCH_SEARCH_H
#define GBQ_QUERY_SEARCH_SEARCH_H

#include <sqlite3.h>

#include "gbq.h"
#include "util/error.h"

/* gbq_search() of gbq.h, over a connection. *totals is filled. */
enum gbq_status search_contents(sqlite3 *db, const char *pattern,
    const struct gbq_search_options *options, gbq_search_function *function,
    void *data, struct gbq_search_totals *totals, struct error *error);

#endif
