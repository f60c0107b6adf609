/*
 * trust.c - the part of gbq.h that keeps a database sound: checking it, moving
 * it to a newer schema, computing its rows anew.
 */
#include "api/handle.h"
#include "ingest/job/ingest.h"
#include "store/schema.h"

const struct gbq_invariant *
gbq_invariant_list(struct gbq *gbq, size_t *count)
{
	check_load(&gbq->checks);
	*count = gbq->checks.laws.count;
	return gbq->checks.laws.items;
}

enum gbq_status
gbq_check(struct gbq *gbq, gbq_finding_function *function, void *data)
{
	enum gbq_status status = handle_begin_read(gbq);

	if (status != GBQ_OK)
		return status;
	return check_database(&gbq->guard, &gbq->checks, function, data,
	    &gbq->error);
}

enum gbq_status
gbq_upgrade(struct gbq *gbq, int *from, int *to)
{
	enum gbq_status status = handle_begin_write(gbq);
	int version = 0;

	if (status != GBQ_OK)
		return status;
	status = store_upgrade(gbq->store, &version, &gbq->error);
	if (from)
		*from = version;
	if (to)
		*to = schema_version();
	return status;
}

enum gbq_status
gbq_rebuild_run(struct gbq *gbq, int64_t run_id)
{
	enum gbq_status status = handle_begin_write(gbq);

	if (status != GBQ_OK)
		return status;
	return rebuild_run(gbq->store, run_id, &gbq->error);
}
