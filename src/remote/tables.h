/*
 * tables.h - the tables of a cluster, made from the documentation of the
 * public views, so that the two cannot part.
 *
 * A view T has on every node T_local, a ReplacingMergeTree with the rows; T,
 * which has the columns of the view and reads all shards; and, where there are
 * shards, T_push, which sends rows to them. Beside those of the view T_local
 * has these columns (SELECT * FROM T does not show them, run_key and push_day
 * can be asked for):
 *
 *	run_key		what identifies the run on every machine
 *	push_job	the sharding key: the tag job of the run, else runs.job,
 *			else run_key: all tables of a run are on one shard
 *	push_day	day of runs.started_at, else of ingested_at; partitions
 *			are its months
 *	push_row	number of the row in its run and table
 *	push_version	1, more where a run was pushed again after a change
 *
 * Rows are sorted by run_id, push_row. run_id stands for run_key, one for one
 * (remote/push.h).
 */
#ifndef GBQ_REMOTE_TABLES_H
#define GBQ_REMOTE_TABLES_H

#include "gbq.h"
#include "util/text.h"

struct push_column {
	const char *name;
	enum gbq_type kind;	/* GBQ_INTEGER, GBQ_REAL or GBQ_TEXT */
	bool is_local;	/* differs between machines: not compared */
	bool is_json;		/* blanks between its tokens are left out */
};

struct push_table {
	const char *name;
	struct push_column *columns;	/* of the view, run_id among them */
	size_t column_count;
	bool of_runs;		/* has run_id; else every node has all of it */
	bool has_key;		/* run_key is a column of the view */
	const char *select;	/* SQLite: its columns of the run ?1 */
};

/* Sorted by name, but for runs, which comes last. */
struct push_tables {
	struct arena arena;
	ARRAY_OF(struct push_table) items;
};

enum layout_kind {
	LAYOUT_SINGLE,		/* one server */
	LAYOUT_CLUSTER,		/* shards, Distributed tables over them */
	LAYOUT_CLOUD		/* ClickHouse Cloud: one server to the eye */
};

/* What definitions depend on. */
struct layout {
	enum layout_kind kind;
	const char *cluster;	/* its name in system.clusters, or NULL */
	const char *database;
	bool is_replicated;	/* shards have replicas */
	bool on_cluster;	/* ON CLUSTER: one statement for all nodes */
	int version;		/* of the server: 18016 for 18.16 */
};

struct definition {
	const char *table;
	const char *sql;
};

struct definitions {
	ARRAY_OF(struct definition) items;
};

void push_tables_init(struct push_tables *tables,
    const struct gbq_view_doc *views, size_t count);
void push_tables_release(struct push_tables *tables);

/* "single", "cloud", "cluster=NAME"; false at another text. */
bool layout_read(struct layout *layout, const char *text);

/*
 * Append what makes all tables, ledgers too; the texts live in the arena of
 * the tables. Types that old servers lack are used from 20.3 on.
 */
void definitions_make(struct definitions *list, struct push_tables *tables,
    const struct layout *layout);

/* The same for one column that a table of an older gbq lacks. */
void definitions_add_column(struct definitions *list,
    struct push_tables *tables, const struct layout *layout,
    const struct push_table *table, const struct push_column *column);

/*
 * Append "INSERT INTO T_push (…) FORMAT TabSeparated": run_id, the other
 * columns of the view, then run_key, push_job, push_day, push_row and
 * push_version; for a table of no run the view's columns and push_version,
 * and before it, on a cluster, push_shard.
 */
void push_insert(struct buffer *out, const struct push_table *table,
    const struct layout *layout);

/* The name of the table that reads or writes all shards with all columns. */
void push_whole(struct buffer *out, const char *table,
    const struct layout *layout);

#endif
