/*
 * push.h - reads the rows of runs from the views of a database, for
 * sending them, for telling whether they changed, and for telling whether a
 * cluster has the same.
 */
#ifndef GBQ_REMOTE_PUSH_H
#define GBQ_REMOTE_PUSH_H

#include <sqlite3.h>

#include "remote/batch.h"
#include "remote/clickhouse.h"
#include "remote/cluster.h"
#include "util/hash.h"

struct mirror;

/*
 * ---- ledger.c ----
 *
 * which runs a cluster has, and the numbers that they have there.
 *
 * run_id on a cluster is made when a run is first pushed, of the second of
 * ingested_at, its place among the runs of that second in its database, and
 * bits of run_key: so runs have the order that they have in SQLite, and no
 * server has to count them. The ledger (table pushes) keeps it: run_id stands
 * for run_key, one for one, in all tables. A row of the ledger is written last:
 * it says that all rows of the run are there.
 */

/* A run to push, and what the ledger has of it. Texts are the list's. */
struct push_run {
	int64_t local_id;		/* run_id in the database */
	int64_t run_id;			/* on the cluster */
	const char *run_key, *name;
	const char *job;		/* the sharding key */
	char day[11];			/* 2026-11-30 */
	int64_t size;			/* compiles and break events */
	/* what was sent last, or "" and 0 */
	char content[HASH_HEX_SIZE];
	int64_t version, rows;
	int64_t other_id;	/* two pushers gave it two numbers; or 0 */
};

struct push_runs {
	struct arena arena;
	ARRAY_OF(struct push_run) items;
};

/*
 * Read from the database what is to be known of the runs with these numbers,
 * ascending: number, job and day for one that the cluster has not yet.
 */
enum gbq_status push_runs_read(struct push_runs *runs, sqlite3 *db,
    const int64_t *ids, size_t count, struct error *error);

void push_runs_release(struct push_runs *runs);

/* Ask the ledger for runs [from, from + count): number, day and content. */
enum gbq_status ledger_read(struct push_runs *runs, size_t from, size_t count,
    struct cluster *cluster, struct error *error);

/* Write down that the rows of these runs are there. */
enum gbq_status ledger_write(const struct push_run *runs, size_t count,
    struct cluster *cluster, struct error *error);

/* ---- push_rows.c ---- */

struct push_rows {
	sqlite3 *db;
	const struct push_tables *tables;	/* borrowed */
	sqlite3_stmt **statements;		/* one a table */
	struct buffer line, compared;
};

/* Called for each row: its line without '\n', as batch_row() makes it. */
typedef enum gbq_status push_row_function(void *data, struct slice line,
    struct error *error);

/* Prepare the statements. Release it in any case. */
enum gbq_status push_rows_init(struct push_rows *rows, sqlite3 *db,
    const struct push_tables *tables, struct error *error);
void push_rows_release(struct push_rows *rows);

/*
 * Read the rows of a table, of a run where it is a table of runs. What does
 * not differ between machines is added to hash. function may be NULL.
 */
enum gbq_status push_rows_read(struct push_rows *rows, size_t table,
    int64_t local_id, struct hash *hash, push_row_function *function,
    void *data, struct error *error);

/* The content of a run: equal if pushing it anew changes nothing. */
enum gbq_status push_rows_content(struct push_rows *rows,
    const struct push_run *run, char content[HASH_HEX_SIZE],
    struct error *error);

/* What the rows of a run in a table come to. Release the sums. */
struct row_sums {
	int64_t count;
	uint64_t text;		/* sum of halfMD5() of the cells, no reals */
	ARRAY_OF(double) reals;	/* sum of each column of reals */
	ARRAY_OF(double) sizes;	/* the same of the absolute values */
};

/* Append the SQL of a cluster for count, text and reals, and the same here. */
void row_sums_sql(struct buffer *sql, const struct push_table *table);
enum gbq_status row_sums_read(struct row_sums *sums, struct push_rows *rows,
    size_t table, int64_t local_id, struct error *error);
void row_sums_release(struct row_sums *sums);

/*
 * ---- mirror.c ----
 *
 * some runs of a cluster as an SQLite database in memory: what asks
 * for the rows of a run or two works on it as on a local database.
 */

/*
 * Put a table in place of each public view of runs of a database in memory.
 * The connections outlive the mirror.
 */
enum gbq_status mirror_new(struct mirror **out, struct clickhouse *clickhouse,
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
enum gbq_status mirror_load(struct mirror *mirror, struct error *error);

/*
 * ---- push.c ----
 *
 * sends runs of a database to a ClickHouse cluster.
 *
 * Runs go in groups of one month. Of each group: the ledger says which runs it
 * has unchanged; rows that a push left behind which did not end are taken away;
 * the tables are sent, children first, runs last; what the cluster then has is
 * counted; the ledger's rows are written. So a push that was killed at any
 * moment goes on where it is begun anew, and a row is there once.
 */

struct push {
	struct cluster cluster;
	struct push_tables tables;
	struct push_rows rows;
	struct batch *batch;
	const struct gbq_push_options *options;
	struct gbq_push_totals totals;
	struct buffer insert;		/* the statement at hand */
	bool repeated;			/* a batch was sent more than once */
	size_t told, run_count;		/* for progress */
	gbq_push_function *function;	/* told of each run; or NULL */
	void *data;			/* for it and options->progress */
};

/*
 * Connect, and make or check the tables. views are those of the database db;
 * all is borrowed. Release it in any case.
 */
enum gbq_status push_open(struct push *push, sqlite3 *db,
    const struct gbq_view_doc *views, size_t view_count,
    const struct gbq_push_options *options, struct error *error);
void push_release(struct push *push);

/*
 * Send the runs with these numbers, ascending; those that the cluster has
 * unchanged are not. options->verify: compare counts and sums of all of them
 * with the cluster's, and send those that differ once more. What was done
 * before an error stays.
 */
enum gbq_status push_runs(struct push *push, const int64_t *ids, size_t count,
    struct error *error);

/*
 * ---- push_private.c ----
 *
 * what the parts of push.c share.
 */

/*
 * Send runs of one month, not over a group's size, and write the ledger: their
 * content and version are set.
 */
enum gbq_status push_group(struct push *push, struct push_run **runs,
    size_t count, struct error *error);

/* Send what belongs to no run, if it is not there. */
enum gbq_status push_global(struct push *push, struct error *error);

/*
 * Compare the cluster's rows of the runs with the database's; differs[i] is set
 * for those that are not the same.
 */
enum gbq_status push_compare(struct push *push, struct push_run **runs,
    size_t count, bool *differs, struct error *error);

/* Send the batch at hand and begin a new one; nothing where it is empty. */
enum gbq_status push_flush(struct push *push, struct error *error);

/* ---- push_runs.c ---- */

/* Append "1,2,3": run_id of the runs. */
void push_add_ids(struct buffer *sql, struct push_run *const *runs,
    size_t count);

/* The run with that run_id (sorted by it), or SIZE_MAX. */
size_t push_find(struct push_run *const *runs, size_t count, int64_t run_id);

#endif
