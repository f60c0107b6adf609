/*
 * cluster.h - a ClickHouse server or cluster that has gbq's tables: making
 * them, moving them on, what concerns all of its nodes.
 */
#ifndef GBQ_REMOTE_CLUSTER_H
#define GBQ_REMOTE_CLUSTER_H

#include "remote/clickhouse.h"
#include "remote/tables.h"

struct cluster {
	struct clickhouse *clickhouse;
	struct push_tables *tables;	/* borrowed */
	struct layout layout;		/* texts live in the tables' arena */
	size_t shards;
	int64_t made;		/* definitions that were carried out */
	char checksum[33];		/* of the definitions of this gbq */
};

/*
 * Connect and see that the tables are there with all columns of this gbq; init
 * makes what is missing. A layout of NULL is that of the address, or that of
 * the tables. A cluster of several nodes: the address names all of
 * them, or one where the server knows ON CLUSTER (20.3 and newer).
 * USAGE: the layout is wrong or another than that of the tables; DATABASE: the
 * tables are missing or older, and init is false. Close it in any case.
 */
enum gbq_status cluster_open(struct cluster *cluster,
    struct push_tables *tables, const struct gbq_push_options *options,
    struct error *error);

void cluster_close(struct cluster *cluster);

/*
 * Take the rows that fit a condition out of the tables T_local of all nodes;
 * they are gone when it returns.
 */
enum gbq_status cluster_delete(struct cluster *cluster, const char *table,
    const char *condition, struct error *error);

/* Do a statement on every node; NAME stands for "`table_local`" in it. */
enum gbq_status cluster_do(struct cluster *cluster, const char *before,
    const char *table, const char *after, struct error *error);

/* The number in the first cell of the first row; 0 where there is none. */
enum gbq_status cluster_number(struct cluster *cluster, const char *sql,
    int64_t *number, struct error *error);

#endif
