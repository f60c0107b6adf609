/*
 * cmd_runs.c - the runs of the database: gbq runs, rm, rename, tag.
 */
#include "cli/commands/database/tag_list.h"
#include "cli/context.h"
#include "cli/format/row.h"

static int
runs_main(struct context *context)
{
	int exit_status = database_open(context, GBQ_READ);

	return exit_status ? exit_status : query_list(context,
	    context->command->query, 0);
}

const struct command command_runs = {
	.name = "runs", .group = GROUP_MANY,
	.next = { "gbq summary NAME", "one of them" },
	.arguments = "",
	.summary = "list the runs of the database",
	.text = "In the order they were ingested; @latest is the last. All "
	    "columns: -f json. How far each can be trusted: 'gbq sql "
	    "@completeness'.\n",
	.examples = "  gbq runs -f json\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.run = runs_main, .has_on = true, .query = "runs", .none = "runs",
};

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

static int
remove_run(struct context *context, int64_t run_id)
{
	enum gbq_status status = gbq_remove_run(context->gbq, run_id);

	if (status != GBQ_OK)
		return context_error(context, status);
	context_note(context, "removed run %lld", (long long)run_id);
	return 0;
}

static int
remove_named(struct context *context, const char *text)
{
	int64_t run_id;
	enum gbq_status status = gbq_find_run(context->gbq, text, &run_id);

	return status == GBQ_OK ? remove_run(context, run_id) :
	    context_error(context, status);
}

/* Remove all runs of a name but the newest ones. */
static int
remove_older(struct context *context, const char *name, int64_t keep)
{
	ARRAY_OF(int64_t) runs = { 0 };
	struct gbq_query *query;
	int exit_status = query_saved(context, &query, "find_run", 0);

	if (!exit_status && gbq_bind_text(query, "name", name) != GBQ_OK)
		exit_status = context_error(context, GBQ_DATABASE);
	while (query_next(context, query, &exit_status))
		*array_add(&runs) = row_id(query, "run_id");
	gbq_finish(query);
	if (!exit_status && runs.count == 0)
		exit_status = context_fail(context,
		    gbq_exit_code(GBQ_NO_INPUT), "no run is named '%s'", name);
	for (size_t i = (size_t)keep; !exit_status && i < runs.count; i++)
		exit_status = remove_run(context, runs.items[i]);
	array_release(&runs);
	return exit_status;
}

static int
rm_main(struct context *context)
{
	bool keeps = context_has(context, OPTION_KEEP);
	int64_t keep = 0;
	int exit_status = 0;

	if (keeps && !option_number(&context->options, OPTION_KEEP, &keep))
		return context_usage(context, "--keep needs a number, not "
		    "'%s'", context_value(context, OPTION_KEEP));
	exit_status = database_open_existing(context);
	for (int i = 0; !exit_status && i < context->argument_count; i++)
		exit_status = keeps ? remove_older(context,
		    context->arguments[i], keep) : remove_named(context,
		    context->arguments[i]);
	return exit_status;
}

const struct command command_rm = {
	.name = "rm", .group = GROUP_MANY, .removes = true,
	.arguments = "RUN…", .summary = "remove runs",
	.text = "Contents of files that no other run has go, too. With "
	    "--keep each RUN is the NAME\nof several runs, as of a nightly "
	    "job: all but the newest N of it are removed.\n" RUN_TEXT,
	.examples = "  gbq rm @-1\n"
	    "  gbq rm --keep 30 model\n",
	.options = (const enum option_id[]){ OPTION_KEEP, OPTION_END },
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = rm_main,
};

static int
rename_main(struct context *context)
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

const struct command command_rename = {
	.name = "rename", .group = GROUP_MANY,
	.arguments = "RUN NAME",
	.summary = "give a run another name", .text = RUN_TEXT,
	.examples = "  gbq rename @latest after_the_fix\n",
	.min_arguments = 2, .max_arguments = 2, .run = rename_main,
};

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

static int
tag_main(struct context *context)
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
			    plural_end((int64_t)list.tags.count, ""));
	}
	tag_list_release(&list);
	return exit_status;
}

const struct command command_tag = {
	.name = "tag", .group = GROUP_MANY,
	.arguments = "RUN [KEY=VALUE…]",
	.summary = "set, remove or show the tags of a run",
	.text = "A value that reads as a number is stored as one: "
	    "iter_ms=12.3. Without KEY=VALUE\nand --remove the tags are "
	    "shown.\n" RUN_TEXT,
	.examples = "  gbq tag @latest iter_ms=12.3 machine=a100\n"
	    "  gbq tag model --remove machine\n",
	.options = (const enum option_id[]){ OPTION_REMOVE, OUTPUT_OPTIONS },
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = tag_main,
	.query = "tags", .none = "tags",
};
