/*
 * run_list.c - arguments to numbers of runs.
 */
#include "cli/format/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/format/row.h"
#include "util/order.h"

static int
add_runs(struct context *context, struct run_list *list, const char *glob)
{
	struct gbq_query *query = NULL;
	enum gbq_status status = GBQ_OK;
	int64_t *run_id;
	int exit_status = query_saved(context, &query, "search_runs", 0);

	if (exit_status)
		return exit_status;
	if (glob)
		status = gbq_bind_text(query, "glob", glob);
	if (status != GBQ_OK)
		exit_status = context_error(context, status);
	while (query_next(context, query, &exit_status)) {
		run_id = array_add(list);
		*run_id = row_id(query, "run_id");
	}
	gbq_finish(query);
	return exit_status;
}

/* The runs that an argument names: one, or those that fit a glob. */
static int
add_argument(struct context *context, struct run_list *list,
    const char *argument, int count)
{
	size_t before = list->count;
	int exit_status = 0;
	int64_t *run_id;

	if (argument && strpbrk(argument, "*?[") &&
	    access(argument, F_OK) != 0) {
		exit_status = database_open(context, GBQ_READ);
		if (!exit_status)
			exit_status = add_runs(context, list, argument);
		if (exit_status || list->count > before)
			return exit_status;
	}
	run_id = array_add(list);
	exit_status = database_find_run(context, argument, run_id);
	if (!exit_status && context->memory_run && count > 1)
		return context_usage(context, "a path is read alone; 'gbq "
		    "ingest' it to have it with other runs");
	return exit_status;
}

/* Ascending, each once. */
static void
sort_runs(struct run_list *list)
{
	size_t count = 0;

	qsort(list->items, list->count, sizeof(list->items[0]),
	    order_integers);
	for (size_t i = 0; i < list->count; i++) {
		if (count == 0 || list->items[count - 1] != list->items[i])
			list->items[count++] = list->items[i];
	}
	list->count = count;
}

int
run_list_find(struct context *context, int first, struct run_list *list)
{
	int count = context->argument_count - first, exit_status = 0;

	if (context_has(context, OPTION_ALL_RUNS)) {
		if (count > 0)
			return context_usage(context, "--all means all runs; "
			    "leave '%s' out", context->arguments[first]);
		exit_status = database_open(context, GBQ_READ);
		if (!exit_status)
			exit_status = add_runs(context, list, NULL);
	} else if (count < 1) {
		exit_status = add_argument(context, list, NULL, 0);
	}
	for (int i = 0; i < count && !exit_status; i++)
		exit_status = add_argument(context, list,
		    context->arguments[first + i], count);
	if (!exit_status && list->count)
		sort_runs(list);
	return exit_status;
}

void
run_list_release(struct run_list *list)
{
	array_release(list);
}
