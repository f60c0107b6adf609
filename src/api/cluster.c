/*
 * cluster.c - a handle whose runs are on a cluster. Its store is a database in
 * memory, with the rows of the runs that were found.
 */
#include "api/handle.h"

/* The guard tells which tables a statement reads. */
static void
note_table(void *data, const char *table)
{
	mirror_want(data, table);
}

enum gbq_status
gbq_open_cluster(struct gbq *gbq, const char *address)
{
	struct clickhouse_options options = {
		.limits = gbq->guard.limits
	};
	enum gbq_status status = gbq_open(gbq, NULL, GBQ_MEMORY);

	if (status == GBQ_OK)
		status = clickhouse_connect(&gbq->clickhouse, address, &options,
		    &gbq->error);
	if (status == GBQ_OK)
		status = mirror_new(&gbq->mirror, gbq->clickhouse,
		    store_db(gbq->store), &gbq->error);
	if (status != GBQ_OK) {
		gbq_close(gbq);
		return status;
	}
	gbq->guard.reads = note_table;
	gbq->guard.reads_data = gbq->mirror;
	return GBQ_OK;
}

bool
gbq_is_cluster(const struct gbq *gbq)
{
	return gbq->clickhouse != NULL;
}

enum gbq_status
handle_load(struct gbq *gbq)
{
	if (!gbq->mirror)
		return GBQ_OK;
	guard_remove(&gbq->guard);
	return mirror_load(gbq->mirror, &gbq->error);
}
