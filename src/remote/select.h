/*
 * select.h - RUN texts on a cluster.
 */
#ifndef GBQ_REMOTE_SELECT_H
#define GBQ_REMOTE_SELECT_H

#include "remote/clickhouse.h"

/*
 * The run that a text names: "@latest", "@-1", "NAME@-1", "name:TEXT", an
 * exact name, "id:12" or a number (a run_id of the cluster), "key:HEX" or six
 * digits and more that a run_key begins with, "TAG=VALUE" (the newest run that
 * has it), or a glob that matches one name. sql is the query find_run.
 * NO_INPUT: none; USAGE: it means several, or is a path.
 */
enum status select_run(struct clickhouse *clickhouse, const char *sql,
    const char *text, int64_t *run_id, struct error *error);

#endif
