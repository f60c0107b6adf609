/*
 * ledger.h - which runs a cluster has, and the numbers that they have there.
 *
 * run_id on a cluster is made when a run is first pushed, of the second of
 * ingested_at, its place among the runs of that second in its database, and
 * bits of run_key: so runs have the order that they have in SQLite, and no
 * server has to count them. The ledger (table pushes) keeps it: run_id stands
 * for run_key, one for one, in all tables. A row of the ledger is written last:
 * it says that all rows of the run are there.
 */
#ifndef GBQ_REMOTE_LEDGER_H
#define GBQ_REMOTE_LEDGER_H

#include <sqlite3.h>

#include "remote/cluster.h"
#include "util/hash.h"

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
enum status push_runs_read(struct push_runs *runs, sqlite3 *db,
    const int64_t *ids, size_t count, struct error *error);

void push_runs_release(struct push_runs *runs);

/* Ask the ledger for runs [from, from + count): number, day and content. */
enum status ledger_read(struct push_runs *runs, size_t from, size_t count,
    struct cluster *cluster, struct error *error);

/* Write down that the rows of these runs are there. */
enum status ledger_write(const struct push_run *runs, size_t count,
    struct cluster *cluster, struct error *error);

#endif
