/*
 * cmd_lists.c - commands that print the rows of one saved query: compiles,
 * restarts, failures, problems, runs.
 */
#include "cli/context.h"

static int
write_list(struct context *context, int64_t run_id)
{
	const char *name = context->command->query;
	const struct gbq_saved *saved = gbq_saved_find(context->gbq, name);
	struct gbq_query *query;
	int exit_status;

	exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status)
		exit_status = query_write(context, query,
		    saved ? saved->table : NULL);
	gbq_finish(query);
	return exit_status;
}

int
command_list(struct context *context)
{
	int64_t run_id;
	int exit_status;

	exit_status = database_find_run(context, context->argument_count ?
	    context->arguments[0] : NULL, &run_id);
	return exit_status ? exit_status : write_list(context, run_id);
}

int
command_runs(struct context *context)
{
	int exit_status = database_open(context, GBQ_READ);

	return exit_status ? exit_status : write_list(context, 0);
}

int
command_rm(struct context *context)
{
	enum gbq_status status = GBQ_OK;
	int exit_status = database_open(context, GBQ_WRITE);
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
