/*
 * push.h - sends runs of a database to a ClickHouse cluster.
 *
 * Runs go in groups of one month. Of each group: the ledger says which runs it
 * has unchanged; rows that a push left behind which did not end are taken away;
 * the tables are sent, children first, runs last; what the cluster then has is
 * counted; the ledger's rows are written. So a push that was killed at any
 * moment goes on where it is begun anew, and a row is there once.
 */
#ifndef GBQ_REMOTE_PUSH_H
#define GBQ_REMOTE_PUSH_H

#include "remote/cluster.h"
#include "remote/push_rows.h"

enum push_outcome { PUSH_ADDED, PUSH_CHANGED, PUSH_UNCHANGED, PUSH_REPAIRED };

struct push_totals {
	int64_t runs[4];		/* by outcome */
	int64_t rows;			/* sent, repeated ones too */
	int64_t bytes;			/* the same, gzip */
	int64_t posts;			/* with rows */
	int64_t differing;		/* runs that --verify could not mend */
};

struct push {
	struct cluster cluster;
	struct push_tables tables;
	struct push_rows rows;
	struct batch *batch;
	struct push_totals totals;
	struct buffer insert;		/* the statement at hand */
	bool repeated;			/* a batch was sent more than once */
	size_t told, run_count;		/* for progress */
	/* Called for each run that is done, and now and then. May be NULL. */
	void (*done)(void *data, const struct push_run *run,
	    enum push_outcome outcome);
	void (*progress)(void *data, size_t done, size_t runs);
	void *data;
};

/*
 * Connect, and make or check the tables. views are those of the database db,
 * both borrowed. Release it in any case.
 */
enum status push_open(struct push *push, sqlite3 *db,
    const struct gbq_view_doc *views, size_t view_count, const char *url,
    const struct cluster_options *options, struct error *error);
void push_release(struct push *push);

/*
 * Send the runs with these numbers, ascending; those that the cluster has
 * unchanged are not. verify: compare counts and sums of all of them with the
 * cluster's, and send those that differ once more. What was done before an
 * error stays.
 */
enum status push_runs(struct push *push, const int64_t *ids, size_t count,
    bool verify, struct error *error);

#endif
