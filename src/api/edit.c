/*
 * edit.c - the part of gbq.h that changes stored runs: names and tags.
 */
#include "api/handle.h"

enum gbq_status
gbq_rename_run(struct gbq *gbq, int64_t run_id, const char *name)
{
	enum gbq_status status = handle_begin_write(gbq);

	if (status != GBQ_OK)
		return status;
	return store_rename_run(gbq->store, run_id, slice_of(name),
	    &gbq->error);
}

enum gbq_status
gbq_edit_tags(struct gbq *gbq, int64_t run_id, const struct gbq_tag *tags,
    size_t count)
{
	enum gbq_status status = handle_begin_write(gbq);

	if (status != GBQ_OK)
		return status;
	return store_edit_tags(gbq->store, run_id, tags, count, &gbq->error);
}
