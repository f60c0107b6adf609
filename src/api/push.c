/*
 * push.c - the part of gbq.h that sends runs to a cluster.
 */
#include <stdio.h>
#include <string.h>

#include "api/handle.h"
#include "remote/push.h"

enum { TRIES = 5 };

/* What the caller wants to be told. */
struct listener {
	const struct gbq_push_options *options;
	gbq_push_function *function;
	void *data;
};

static enum gbq_push_outcome
outcome_of(enum push_outcome outcome)
{
	switch (outcome) {
	case PUSH_ADDED:
		return GBQ_PUSH_ADDED;
	case PUSH_CHANGED:
		return GBQ_PUSH_CHANGED;
	case PUSH_UNCHANGED:
		return GBQ_PUSH_UNCHANGED;
	case PUSH_REPAIRED:
		break;
	}
	return GBQ_PUSH_REPAIRED;
}

static void
push_take_run(void *data, const struct push_run *run, enum push_outcome outcome)
{
	const struct listener *listener = data;
	struct gbq_push_result result = { outcome_of(outcome), run->local_id,
		run->name, outcome == PUSH_UNCHANGED ? 0 : run->rows };

	if (listener->function)
		listener->function(listener->data, &result);
}

static void
push_take_progress(void *data, size_t done, size_t runs)
{
	const struct listener *listener = data;
	struct gbq_progress progress = { done, runs, (int64_t)done,
		(int64_t)runs };

	if (listener->options->progress)
		listener->options->progress(listener->data, &progress);
}

static void
fill_totals(struct gbq_push_totals *totals, const struct push *push)
{
	totals->added = push->totals.runs[PUSH_ADDED];
	totals->changed = push->totals.runs[PUSH_CHANGED];
	totals->unchanged = push->totals.runs[PUSH_UNCHANGED];
	totals->repaired = push->totals.runs[PUSH_REPAIRED];
	totals->differing = push->totals.differing;
	totals->rows = push->totals.rows;
	totals->bytes = push->totals.bytes;
	totals->posts = push->totals.posts;
	totals->made = push->cluster.made;
}

enum gbq_status
gbq_push(struct gbq *gbq, const int64_t *run_ids, size_t run_count,
    const struct gbq_push_options *options, gbq_push_function *function,
    void *data, struct gbq_push_totals *totals)
{
	struct cluster_options how = { options->layout, options->init,
		options->tries ? options->tries : TRIES };
	struct listener listener = { options, function, data };
	enum gbq_status need = handle_need_store(gbq);
	const struct gbq_view_doc *views;
	struct push push;
	enum status status;
	size_t count;

	memset(totals, 0, sizeof(*totals));
	if (need != GBQ_OK)
		return need;
	guard_remove(&gbq->guard);
	views = gbq_view_list(gbq, &count);
	status = push_open(&push, store_db(gbq->store), views, count,
	    options->url, &how, &gbq->error);
	push.done = push_take_run;
	push.progress = push_take_progress;
	push.data = &listener;
	if (status == STATUS_OK && run_count)
		status = push_runs(&push, run_ids, run_count, options->verify,
		    &gbq->error);
	fill_totals(totals, &push);
	push_release(&push);
	return handle_status(status);
}

/* "18.16" -> 18016 */
static bool
push_read_version(const char *text, int *version)
{
	int major, minor, end = 0;

	if (sscanf(text, "%d.%d%n", &major, &minor, &end) != 2 || major < 1 ||
	    major > 999 || minor < 0 || minor > 999 ||
	    (text[end] && text[end] != '.'))
		return false;
	*version = major * 1000 + minor;
	return true;
}

enum gbq_status
gbq_push_definitions(struct gbq *gbq, const char *layout,
    const char *database, const char *version,
    void (*function)(void *data, const char *sql), void *data)
{
	struct layout how = { .database = database };
	struct definitions list = { { NULL, 0, 0 } };
	const struct gbq_view_doc *views;
	struct push_tables tables;
	size_t count;

	if (!layout_read(&how, layout))
		return handle_status(error_set(&gbq->error, STATUS_USAGE,
		    "a layout is single, cluster=NAME or cloud, not '%.60s'",
		    layout));
	if (!push_read_version(version, &how.version))
		return handle_status(error_set(&gbq->error, STATUS_USAGE,
		    "the version of a server is like 18.16 or 24.8, not "
		    "'%.60s'", version));
	views = gbq_view_list(gbq, &count);
	push_tables_init(&tables, views, count);
	definitions_make(&list, &tables, &how);
	for (size_t i = 0; i < list.items.count; i++)
		function(data, list.items.items[i].sql);
	array_release(&list.items);
	push_tables_release(&tables);
	return GBQ_OK;
}
