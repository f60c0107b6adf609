/*
 * push.c - the part of gbq.h that sends runs to a cluster.
 */
#include <stdio.h>

#include "api/handle.h"
#include "remote/push.h"

enum gbq_status
gbq_push(struct gbq *gbq, const int64_t *run_ids, size_t run_count,
    const struct gbq_push_options *options, gbq_push_function *function,
    void *data, struct gbq_push_totals *totals)
{
	enum gbq_status need = handle_begin_write(gbq);
	const struct gbq_view_doc *views;
	struct push push;
	enum gbq_status status;
	size_t count;

	*totals = (struct gbq_push_totals){ 0 };
	if (need != GBQ_OK)
		return need;
	views = gbq_view_list(gbq, &count);
	status = push_open(&push, store_db(gbq->store), views, count, options,
	    &gbq->error);
	push.function = function;
	push.data = data;
	if (status == GBQ_OK && run_count)
		status = push_runs(&push, run_ids, run_count, &gbq->error);
	*totals = push.totals;
	push_release(&push);
	return status;
}

/* "18.16" -> 18016 */
static bool
push_read_version(const char *text, int *version)
{
	struct slice rest = slice_of(text), part;
	int64_t numbers[2];

	for (int i = 0; i < 2; i++) {
		part = slice_part(rest, 0, slice_find_byte(rest, '.'));
		rest = slice_part(rest, part.len + 1, rest.len);
		if (!slice_to_plain_int(part, &numbers[i]) ||
		    numbers[i] < 0 || numbers[i] > 999)
			return false;
	}
	*version = (int)(numbers[0] * 1000 + numbers[1]);
	return numbers[0] > 0;
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
		return error_set(&gbq->error, GBQ_USAGE,
		    "a layout is single, cluster=NAME or cloud, not '%.60s'",
		    layout);
	if (!push_read_version(version, &how.version))
		return error_set(&gbq->error, GBQ_USAGE,
		    "the version of a server is like 18.16 or 24.8, not "
		    "'%.60s'", version);
	views = gbq_view_list(gbq, &count);
	push_tables_init(&tables, views, count);
	definitions_make(&list, &tables, &how);
	for (size_t i = 0; i < list.items.count; i++)
		function(data, list.items.items[i].sql);
	array_release(&list.items);
	push_tables_release(&tables);
	return GBQ_OK;
}
