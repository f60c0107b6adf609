/*
 * cmd_lists.c - commands that print the rows of one saved query: compiles,
 * restarts, failures, graphs, cache, artifacts, configs, problems.
 */
#include "cli/context.h"

int
command_list(struct context *context)
{
	int64_t run_id;
	int exit_status = database_find_first(context, &run_id);

	return exit_status ? exit_status : query_list(context,
	    context->command->query, run_id);
}
