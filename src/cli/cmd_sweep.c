/*
 * cmd_sweep.c - many models at once: gbq diff --sweep, sweep, trend, kinds.
 */
#include <string.h>

#include "cli/sweep.h"

static int
sweep_answer(const struct context *context, const struct sweep *sweep)
{
	bool fails = context_has(context, OPTION_EXIT_CODE) &&
	    (sweep->states[GBQ_STATE_NEW] || sweep->states[GBQ_STATE_GONE] ||
	    sweep->states[GBQ_STATE_CHANGED]);

	for (size_t i = 0; i < sweep->pairs.count; i++) {
		int exit_status;

		if (!sweep->pairs.items[i].diff)
			continue;
		exit_status = diff_answer(context,
		    sweep->pairs.items[i].diff);
		if (exit_status > EXIT_NEGATIVE)
			return exit_status;
		fails |= exit_status == EXIT_NEGATIVE;
	}
	return fails ? EXIT_NEGATIVE : 0;
}

static void
write_sweep(struct context *context, const struct sweep *sweep)
{
	struct buffer out = { 0 };

	if (strcmp(context->format->name, "json") == 0)
		sweep_json(&out, sweep);
	else if (strcmp(context->format->name, "markdown") == 0)
		sweep_markdown(&out, sweep, context->limit);
	else
		sweep_text(&out, sweep, context->limit, context_has(context,
		    OPTION_STAT));
	context_write(context, &out);
}

int
command_diff_sweep(struct context *context)
{
	struct gbq_diff_options options = { 0 };
	struct sweep sweep;
	int exit_status;

	memset(&sweep, 0, sizeof(sweep));
	exit_status = diff_read_options(context, &options);
	if (!exit_status)
		exit_status = sweep_open(context, context->arguments[0],
		    context->arguments[1], &options, &sweep);
	if (!exit_status)
		exit_status = sweep_answer(context, &sweep);
	if (!exit_status || exit_status == EXIT_NEGATIVE)
		write_sweep(context, &sweep);
	sweep_close(&sweep);
	diff_free_options(&options);
	return exit_status;
}

int
command_sweep(struct context *context)
{
	const char *name = context_has(context, OPTION_SITES) ?
	    "kinds_sites" : context->command->query;
	int exit_status = database_open(context, GBQ_READ);

	return exit_status ? exit_status : query_list(context, name, 0);
}
