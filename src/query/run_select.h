/*
 * run_select.h - which run of a database a user means.
 */
#ifndef GBQ_QUERY_RUN_SELECT_H
#define GBQ_QUERY_RUN_SELECT_H

#include <sqlite3.h>
#include <stdint.h>

#include "util/error.h"

/*
 * Find a run by text, the first of these that fits: "@latest", "@-N" (the
 * N-th before the newest), "id:N", "name:TEXT", an exact name (the newest run
 * of it), "NAME@latest", "NAME@-N", a number, a glob that matches one name.
 * GBQ_NO_INPUT: there is no such run; GBQ_USAGE: the glob matches more.
 */
enum gbq_status run_select(sqlite3 *db, const char *text, int64_t *run_id,
    struct error *error);

#endif
