/*
 * ingest.c - the write side of gbq.h: taking runs in and removing them.
 */
#include <assert.h>
#include <stdlib.h>

#include "api/handle.h"
#include "ingest/job/ingest.h"
#include "util/memory.h"
#include "util/text.h"

/* Passes results on to the user's function. */
struct relay {
	struct gbq *gbq;
	const struct gbq_ingest_options *options;
	gbq_ingest_function *function;
	void *data;
};

static_assert((int)INGEST_ADDED == (int)GBQ_ADDED &&
    (int)INGEST_UNCHANGED == (int)GBQ_UNCHANGED &&
    (int)INGEST_REPLACED == (int)GBQ_REPLACED &&
    (int)INGEST_REFUSED == (int)GBQ_REFUSED &&
    (int)INGEST_SKIPPED == (int)GBQ_SKIPPED &&
    (int)INGEST_FOUND == (int)GBQ_FOUND,
    "gbq.h and ingest.h number outcomes alike");

static void
relay_result(void *data, const struct ingest_result *result)
{
	struct relay *relay = data;
	struct gbq_ingest_result told = {
		.outcome = (enum gbq_outcome)result->outcome,
		.status = handle_status(result->status),
		.run_id = result->run_id,
		.name = result->name,
		.path = result->path,
		.kind = result->kind,
		.message = result->message,
		.files = result->files,
		.bytes = result->bytes,
		.problems = result->problems,
		.losses = result->losses
	};

	if (!relay->function)
		return;
	relay->function(relay->data, &told);
	/* It may have queried; the next run must be written again. */
	guard_remove(&relay->gbq->guard);
}

static void
relay_progress(void *data, const struct ingest_progress *progress)
{
	struct relay *relay = data;
	struct gbq_progress told = { progress->done, progress->units,
		progress->done_bytes, progress->bytes };

	relay->options->progress(relay->data, &told);
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

static struct archive_limits
limits_of(const struct gbq_ingest_options *options)
{
	struct archive_limits limits = archive_limits_default();

	if (options->limit_bytes)
		archive_limits_set_bytes(&limits, options->limit_bytes);
	if (options->limit_entries)
		limits.entries = options->limit_entries;
	if (options->limit_ratio)
		limits.ratio = options->limit_ratio;
	return limits;
}

enum gbq_status
gbq_ingest_paths(struct gbq *gbq, const char *const *paths,
    size_t path_count, const struct gbq_ingest_options *options,
    gbq_ingest_function *function, void *data)
{
	static const struct gbq_ingest_options defaults;
	struct relay relay = { gbq, options ? options : &defaults, function,
		data };
	struct archive_limits limits = limits_of(relay.options);
	struct store_tag *tags = copy_tags(relay.options);
	struct ingest_options inner = {
		.name = relay.options->name,
		.replace = relay.options->replace,
		.no_content = relay.options->no_content,
		.with_console = relay.options->with_console,
		.rehash = relay.options->rehash,
		.dry_run = relay.options->dry_run,
		.jobs = relay.options->jobs,
		.limits = &limits,
		.tags = tags,
		.tag_count = relay.options->tag_count,
		.progress = relay.options->progress ? relay_progress : NULL
	};
	enum gbq_status status = inner.dry_run ? GBQ_OK :
	    handle_need_store(gbq);

	guard_remove(&gbq->guard);
	if (status == GBQ_OK)
		status = handle_status(ingest_paths(gbq->store, paths,
		    path_count, &inner, relay_result, &relay, &gbq->error));
	free(tags);
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
	enum gbq_status status = handle_need_store(gbq);

	if (status != GBQ_OK)
		return status;
	guard_remove(&gbq->guard);
	return handle_status(store_remove_run(gbq->store, run_id,
	    &gbq->error));
}
