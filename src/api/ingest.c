/*
 * ingest.c - gbq_ingest() over ingest/.
 */
#include "api/handle.h"

#include "ingest/ingest.h"

/* What the callback of the library needs to call the caller's. */
struct relay {
	gbq_ingest_function *function;
	void *data;
};

static void
relay_result(void *data, const struct ingest_result *result)
{
	static const enum gbq_outcome outcomes[] = {
		[INGEST_ADDED] = GBQ_ADDED,
		[INGEST_UNCHANGED] = GBQ_UNCHANGED,
		[INGEST_REPLACED] = GBQ_REPLACED,
		[INGEST_REFUSED] = GBQ_REFUSED,
	};
	const struct relay *relay = data;
	struct gbq_ingest_result out = { outcomes[result->outcome],
	    result->run_id, result->name, result->path, result->message };

	if (relay->function)
		relay->function(relay->data, &out);
}

enum gbq_status
gbq_ingest(struct gbq *gbq, const char *path,
    const struct gbq_ingest_options *options, gbq_ingest_function *function,
    void *data)
{
	struct relay relay = { function, data };
	struct ingest_options inner = { 0 };

	if (handle_need_store(gbq) != GBQ_OK)
		return GBQ_USAGE;
	if (options) {
		inner.name = options->name;
		inner.replace = options->replace;
	}
	/* The guard refuses writes; queries put it on again. */
	guard_remove(&gbq->guard);
	return handle_status(ingest_path(gbq->store, path, &inner,
	    relay_result, &relay, &gbq->error));
}
