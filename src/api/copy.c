/*
 * copy.c - the part of gbq.h that copies runs between databases.
 */
#include "api/handle.h"
#include "store/copy/copy.h"

static enum gbq_status
need_both(struct gbq *to, struct gbq *from)
{
	enum gbq_status status = handle_begin_write(to);

	if (status == GBQ_OK && !from->store)
		status = error_set(&to->error, GBQ_USAGE,
		    "no database is open to copy from");
	guard_remove(&from->guard);
	return status;
}

enum gbq_status
gbq_check_copy(struct gbq *to, struct gbq *from)
{
	enum gbq_status status = need_both(to, from);

	return status == GBQ_OK ? store_check_tables(to->store, from->store,
	    &to->error) : status;
}

enum gbq_status
gbq_copy_run(struct gbq *to, struct gbq *from, int64_t run_id,
    const struct gbq_redaction *redaction, int64_t *new_id, bool *added)
{
	enum gbq_status status = need_both(to, from);

	*new_id = 0;
	*added = false;
	if (status != GBQ_OK)
		return status;
	return store_copy_run(to->store, from->store, run_id, redaction, new_id,
	    added, &to->error);
}
