/*
 * ingest.c - the write side of gbq.h: taking runs in and removing them.
 */
#include <assert.h>
#include <stdlib.h>

#include "api/handle.h"
#include "ingest/ingest.h"
#include "util/memory.h"
#include "util/text.h"

/* Passes results on to the user's function. */
struct relay {
	struct gbq *gbq;
	gbq_ingest_function *function;
	void *data;
};

static_assert((int)INGEST_ADDED == (int)GBQ_ADDED &&
    (int)INGEST_UNCHANGED == (int)GBQ_UNCHANGED &&
    (int)INGEST_REPLACED == (int)GBQ_REPLACED &&
    (int)INGEST_REFUSED == (int)GBQ_REFUSED,
    "gbq.h and ingest.h number outcomes alike");

static void
relay_result(void *data, const struct ingest_result *result)
{
	struct relay *relay = data;
	struct gbq_ingest_result told = {
		.outcome = (enum gbq_outcome)result->outcome,
		.run_id = result->run_id,
		.name = result->name,
		.path = result->path,
		.message = result->message
	};

	if (!relay->function)
		return;
	relay->function(relay->data, &told);
	/* It may have queried; the next run must be written again. */
	guard_remove(&relay->gbq->guard);
}

static struct store_tag *
copy_tags(const struct gbq_ingest_options *options)
{
	struct store_tag *tags = mem_calloc(options->tag_count + 1,
	    sizeof(*tags));

	for (size_t i = 0; i < options->tag_count; i++) {
		tags[i].key = slice_of(options->tags[i].key);
		tags[i].value = slice_of(options->tags[i].value);
	}
	return tags;
}

enum gbq_status
gbq_ingest(struct gbq *gbq, const char *path,
    const struct gbq_ingest_options *options, gbq_ingest_function *function,
    void *data)
{
	static const struct gbq_ingest_options defaults;
	struct relay relay = { gbq, function, data };
	struct ingest_options inner = { 0 };
	enum gbq_status status = handle_need_store(gbq);
	struct store_tag *tags;

	if (status != GBQ_OK)
		return status;
	if (!options)
		options = &defaults;
	guard_remove(&gbq->guard);
	inner.name = options->name;
	inner.replace = options->replace;
	inner.no_content = options->no_content;
	inner.tags = tags = copy_tags(options);
	inner.tag_count = options->tag_count;
	status = handle_status(ingest_path(gbq->store, path, &inner,
	    relay_result, &relay, &gbq->error));
	free(tags);
	return status;
}

enum gbq_status
gbq_remove_run(struct gbq *gbq, int64_t run_id)
{
	enum gbq_status status = handle_need_store(gbq);

	if (status != GBQ_OK)
		return status;
	guard_remove(&gbq->guard);
	return handle_status(store_remove_run(gbq->store, run_id,
	    &gbq->error));
}
