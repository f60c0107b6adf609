/*
 * mirror.h - some runs of a cluster as an SQLite database in memory: what asks
 * for the rows of a run or two works on it as on a local database.
 */
#ifndef GBQ_REMOTE_MIRROR_H
#define GBQ_REMOTE_MIRROR_H

#include <sqlite3.h>

#include "remote/clickhouse.h"

struct mirror;

/*
 * Put a table in place of each public view of runs of a database in memory.
 * The connections outlive the mirror.
 */
enum status mirror_new(struct mirror **out, struct clickhouse *clickhouse,
    sqlite3 *db, struct error *error);

/* NULL is allowed. */
void mirror_free(struct mirror *mirror);

/* A run of the cluster whose rows will be read. */
void mirror_add_run(struct mirror *mirror, int64_t run_id);

/* Rows of this table will be read, if it is one; NULL: of all tables. */
void mirror_want(struct mirror *mirror, const char *table);

/*
 * Fetch what is wanted of the runs and not there yet. The database must be
 * free to write.
 */
enum status mirror_load(struct mirror *mirror, struct error *error);

#endif
