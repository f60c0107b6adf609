/*
 * cmd_runs.c - the runs of the database: gbq runs, rm, rename, tag.
 */
#include "cli/commands/database/tag_list.h"
#include "cli/context.h"

int
command_runs(struct context *context)
{
	int exit_status = database_open(context, GBQ_READ);

	return exit_status ? exit_status : query_list(context,
	    context->command->query, 0);
}

/* Open the database to write and find a run in it; exit status. */
static int
find_to_change(struct context *context, const char *text, int64_t *run_id)
{
	int exit_status = database_open_existing(context);
	enum gbq_status status;

	if (exit_status)
		return exit_status;
	status = gbq_find_run(context->gbq, text, run_id);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

int
command_rm(struct context *context)
{
	enum gbq_status status = GBQ_OK;
	int exit_status = database_open_existing(context);
	int64_t run_id;

	for (int i = 0; !exit_status && i < context->argument_count; i++) {
		status = gbq_find_run(context->gbq, context->arguments[i],
		    &run_id);
		if (status == GBQ_OK)
			status = gbq_remove_run(context->gbq, run_id);
		if (status != GBQ_OK)
			exit_status = context_error(context, status);
		else
			context_note(context, "removed run %lld",
			    (long long)run_id);
	}
	return exit_status;
}

int
command_rename(struct context *context)
{
	const char *name = context->arguments[1];
	enum gbq_status status;
	int64_t run_id;
	int exit_status = find_to_change(context, context->arguments[0],
	    &run_id);

	if (exit_status)
		return exit_status;
	status = gbq_rename_run(context->gbq, run_id, name);
	if (status != GBQ_OK)
		return context_error(context, status);
	context_note(context, "run %lld is now named %s", (long long)run_id,
	    name);
	return 0;
}

/* KEY=VALUE arguments and --remove KEY; exit status. */
static int
read_changes(struct context *context, struct tag_list *list)
{
	const struct given_option *given = context->options.given.items;

	for (int i = 1; i < context->argument_count; i++) {
		if (!tag_list_add(list, context->arguments[i]))
			return context_usage(context, "a tag is KEY=VALUE, "
			    "not '%s'", context->arguments[i]);
	}
	for (size_t i = 0; i < context->options.given.count; i++) {
		if (given[i].id == OPTION_REMOVE)
			tag_list_add_removal(list, given[i].value);
	}
	return 0;
}

static int
show_tags(struct context *context)
{
	int64_t run_id;
	int exit_status = database_find_first(context, &run_id);

	return exit_status ? exit_status : query_list(context,
	    context->command->query, run_id);
}

int
command_tag(struct context *context)
{
	struct tag_list list = { 0 };
	enum gbq_status status;
	int64_t run_id;
	int exit_status = read_changes(context, &list);

	if (!exit_status && list.tags.count == 0)
		exit_status = show_tags(context);
	else if (!exit_status)
		exit_status = find_to_change(context, context->arguments[0],
		    &run_id);
	if (!exit_status && list.tags.count) {
		status = gbq_edit_tags(context->gbq, run_id, list.tags.items,
		    list.tags.count);
		if (status != GBQ_OK)
			exit_status = context_error(context, status);
		else
			context_note(context, "run %lld: %zu tag%s changed",
			    (long long)run_id, list.tags.count,
			    list.tags.count == 1 ? "" : "s");
	}
	tag_list_release(&list);
	return exit_status;
}
