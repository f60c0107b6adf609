/*
 * ingest.c - the write side of gbq.h: taking runs in and removing them.
 */
#include "api/handle.h"
#include "ingest/job/ingest.h"

/* Passes results on to the user's function. */
struct relay {
	struct gbq *gbq;
	const struct gbq_ingest_options *options;
	gbq_ingest_function *function;
	void *data;
};

static void
relay_result(void *data, const struct gbq_ingest_result *result)
{
	struct relay *relay = data;

	if (!relay->function)
		return;
	relay->function(relay->data, result);
	/* It may have queried; the next run must be written again. */
	guard_remove(&relay->gbq->guard);
}

static void
relay_progress(void *data, const struct gbq_progress *progress)
{
	struct relay *relay = data;

	relay->options->progress(relay->data, progress);
}

enum gbq_status
gbq_ingest_paths(struct gbq *gbq, const char *const *paths,
    size_t path_count, const struct gbq_ingest_options *options,
    gbq_ingest_function *function, void *data)
{
	static const struct gbq_ingest_options defaults;
	struct relay relay = { gbq, options ? options : &defaults, function,
		data };
	struct gbq_ingest_options inner = *relay.options;
	enum gbq_status status = inner.dry_run ? GBQ_OK :
	    handle_need_store(gbq);

	if (inner.progress)
		inner.progress = relay_progress;
	guard_remove(&gbq->guard);
	if (status == GBQ_OK)
		status = ingest_paths(gbq->store, paths, path_count, &inner,
		    relay_result, &relay, &gbq->error);
	return status;
}

enum gbq_status
gbq_ingest(struct gbq *gbq, const char *path,
    const struct gbq_ingest_options *options, gbq_ingest_function *function,
    void *data)
{
	return gbq_ingest_paths(gbq, &path, 1, options, function, data);
}

enum gbq_status
gbq_remove_run(struct gbq *gbq, int64_t run_id)
{
	enum gbq_status status = handle_begin_write(gbq);

	return status == GBQ_OK ? store_remove_run(gbq->store, run_id,
	    &gbq->error) : status;
}
