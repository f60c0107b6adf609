/*
 * push.c - which runs are to be sent, and in what groups.
 */
#include "remote/push.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"

enum {
	/* runs that the ledger is asked for at once */
	CHUNK_RUNS = 2000,
	/* compiles and break events of a group; a larger run is one alone */
	GROUP_SIZE = 100000
};

enum gbq_status
push_open(struct push *push, sqlite3 *db, const struct gbq_view_doc *views,
    size_t view_count, const struct gbq_push_options *options,
    struct error *error)
{
	enum gbq_status status;

	memset(push, 0, sizeof(*push));
	push->options = options;
	push_tables_init(&push->tables, views, view_count);
	push->batch = batch_new();
	status = push_rows_init(&push->rows, db, &push->tables, error);
	if (status == GBQ_OK)
		status = cluster_open(&push->cluster, &push->tables, options,
		    error);
	push->totals.made = push->cluster.made;
	return status;
}

void
push_release(struct push *push)
{
	cluster_close(&push->cluster);
	push_rows_release(&push->rows);
	batch_free(push->batch);
	buffer_release(&push->insert);
	push_tables_release(&push->tables);
}

/* ---- lists of runs ---- */

typedef ARRAY_OF(struct push_run *) run_list;

static int
push_compare_runs(const void *a, const void *b)
{
	const struct push_run *one = *(struct push_run *const *)a;
	const struct push_run *other = *(struct push_run *const *)b;
	int months = strncmp(one->day, other->day, 7);

	return months ? months : (one->run_id > other->run_id) -
	    (one->run_id < other->run_id);
}

static void
count_outcome(struct gbq_push_totals *totals, enum gbq_push_outcome outcome)
{
	switch (outcome) {
	case GBQ_PUSH_ADDED:
		totals->added++;
		break;
	case GBQ_PUSH_CHANGED:
		totals->changed++;
		break;
	case GBQ_PUSH_UNCHANGED:
		totals->unchanged++;
		break;
	case GBQ_PUSH_REPAIRED:
		totals->repaired++;
		break;
	}
}

static void
tell_progress(struct push *push)
{
	int64_t done = (int64_t)push->told++;
	struct gbq_progress progress = { (size_t)done, push->run_count, done,
		(int64_t)push->run_count };

	if (push->options->progress)
		push->options->progress(push->data, &progress);
}

static void
push_tell(struct push *push, const struct push_run *run,
    enum gbq_push_outcome outcome)
{
	struct gbq_push_result result = { outcome, run->local_id, run->name,
		outcome == GBQ_PUSH_UNCHANGED ? 0 : run->rows };

	count_outcome(&push->totals, outcome);
	if (push->function)
		push->function(push->data, &result);
	tell_progress(push);
}

/* ---- groups ---- */

/* How many runs from the first on make a group. */
static size_t
group_end(struct push_run *const *runs, size_t count)
{
	int64_t size = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		size += runs[i]->size;
		if (i > 0 && (size > GROUP_SIZE ||
		    strncmp(runs[i]->day, runs[0]->day, 7) != 0))
			break;
	}
	return i;
}

static enum gbq_status
send_list(struct push *push, run_list *list, bool repair,
    struct error *error)
{
	enum gbq_status status = GBQ_OK;
	size_t at = 0, count;

	if (list->count)
		qsort(list->items, list->count, sizeof(list->items[0]),
		    push_compare_runs);
	while (status == GBQ_OK && at < list->count) {
		count = group_end(list->items + at, list->count - at);
		status = push_group(push, list->items + at, count, error);
		for (size_t i = at; i < at + count && status == GBQ_OK; i++)
			push_tell(push, list->items[i], repair ?
			    GBQ_PUSH_REPAIRED : list->items[i]->version > 1 ?
			    GBQ_PUSH_CHANGED : GBQ_PUSH_ADDED);
		at += count;
	}
	return status;
}

/* The runs of a chunk that the ledger does not have, or has otherwise. */
static enum gbq_status
find_changed(struct push *push, struct push_run *runs, size_t count,
    run_list *changed, struct error *error)
{
	char content[HASH_HEX_SIZE];
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < count && status == GBQ_OK; i++) {
		if (runs[i].version > 0)
			status = push_rows_content(&push->rows, &runs[i],
			    content, error);
		if (status != GBQ_OK)
			break;
		if (runs[i].version > 0 &&
		    strcmp(content, runs[i].content) == 0)
			push_tell(push, &runs[i], GBQ_PUSH_UNCHANGED);
		else
			*array_add(changed) = &runs[i];
	}
	return status;
}

/* ---- verifying ---- */

static enum gbq_status
compare_chunk(struct push *push, run_list *all, run_list *differing,
    struct error *error)
{
	bool *differs = mem_calloc(all->count + 1, sizeof(*differs));
	enum gbq_status status = push_compare(push, all->items, all->count,
	    differs, error);

	for (size_t i = 0; i < all->count && status == GBQ_OK; i++) {
		if (differs[i])
			*array_add(differing) = all->items[i];
	}
	free(differs);
	return status;
}

static int
push_compare_ids(const void *a, const void *b)
{
	const struct push_run *one = *(struct push_run *const *)a;
	const struct push_run *other = *(struct push_run *const *)b;

	return ORDER_OF(one->run_id, other->run_id);
}

/* Send again what is not as it should be, and look once more. */
static enum gbq_status
verify_chunk(struct push *push, struct push_run *runs, size_t count,
    struct error *error)
{
	run_list all = { NULL, 0, 0 }, bad = { NULL, 0, 0 };
	run_list left = { NULL, 0, 0 };
	enum gbq_status status;

	for (size_t i = 0; i < count; i++)
		*array_add(&all) = &runs[i];
	qsort(all.items, all.count, sizeof(all.items[0]), push_compare_ids);
	status = compare_chunk(push, &all, &bad, error);
	if (status == GBQ_OK && bad.count)
		status = send_list(push, &bad, true, error);
	if (status == GBQ_OK && bad.count) {
		qsort(bad.items, bad.count, sizeof(bad.items[0]),
		    push_compare_ids);
		status = compare_chunk(push, &bad, &left, error);
	}
	push->totals.differing += (int64_t)left.count;
	array_release(&all);
	array_release(&bad);
	array_release(&left);
	return status;
}

/* ---- all runs ---- */

static enum gbq_status
push_chunk(struct push *push, struct push_runs *runs, size_t from,
    size_t count, struct error *error)
{
	run_list changed = { NULL, 0, 0 };
	enum gbq_status status = ledger_read(runs, from, count, &push->cluster,
	    error);

	if (status == GBQ_OK)
		status = find_changed(push, runs->items.items + from, count,
		    &changed, error);
	if (status == GBQ_OK)
		status = send_list(push, &changed, false, error);
	array_release(&changed);
	if (status == GBQ_OK && push->options->verify)
		status = verify_chunk(push, runs->items.items + from, count,
		    error);
	return status;
}

enum gbq_status
push_runs(struct push *push, const int64_t *ids, size_t count,
    struct error *error)
{
	struct push_runs runs = { 0 };
	enum gbq_status status = push_runs_read(&runs, push->rows.db, ids,
	    count, error);
	size_t at = 0, part;

	push->run_count = runs.items.count;
	if (status == GBQ_OK && runs.items.count)
		status = push_global(push, error);
	while (status == GBQ_OK && at < runs.items.count) {
		part = runs.items.count - at;
		part = part > CHUNK_RUNS ? CHUNK_RUNS : part;
		status = push_chunk(push, &runs, at, part, error);
		at += part;
	}
	push_runs_release(&runs);
	return status;
}
