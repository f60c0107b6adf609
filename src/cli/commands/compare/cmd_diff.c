/*
 * cmd_diff.c - gbq diff and gbq baseline.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"

static void
write_diff(struct context *context, const struct gbq_diff *diff)
{
	const char *by = context_value(context, OPTION_DIFF_BY);
	struct sheet_options options = sheet_options(context);
	struct buffer out = { 0 };
	struct sheet sheet;

	if (by) {
		diff_groups(context, diff, by);
	} else if (context_for_people(context) || options.changed) {
		sheet_of_diff(&sheet, diff, &options);
		sheet_write(context, &sheet);
	} else if (strcmp(context->format->name, "json") == 0) {
		diff_json(&out, diff);
		context_write(context, &out);
	} else {
		diff_rows(context, diff);
	}
}

/* Two runs of one name: NAME is the newest of them, both times. */
static void
note_same_run(const struct context *context, const struct gbq_diff *diff)
{
	const struct gbq_diff_run *runs = diff->runs;

	if (runs[0].run_id && runs[0].run_id == runs[1].run_id &&
	    !runs[0].is_baseline && !runs[1].is_baseline &&
	    strcmp(runs[0].run_key, runs[1].run_key) == 0)
		context_note(context, "BASE and NEW are the same run, %lld; "
		    "NAME@-1 is the run of a name before the newest",
		    (long long)runs[0].run_id);
}

int
command_diff(struct context *context)
{
	struct diff_pair pair;
	int exit_status;

	if (context_has(context, OPTION_SWEEP))
		return command_diff_sweep(context);
	if (context_has(context, OPTION_GRAPH) ||
	    context_has(context, OPTION_GUARDS))
		return context_has(context, OPTION_ON) ? context_usage(context,
		    "--graph and --guards read stored files, which a cluster "
		    "has not: leave --on out") : command_diff_graph(context);
	exit_status = diff_open(context, context->arguments[0],
	    context->arguments[1], &pair);
	if (!exit_status)
		exit_status = diff_answer(context, pair.diff);
	if (!exit_status || exit_status == EXIT_NEGATIVE) {
		note_same_run(context, pair.diff);
		write_diff(context, pair.diff);
	}
	diff_close(&pair);
	return exit_status;
}

int
command_baseline(struct context *context)
{
	struct gbq_side *side;
	char *text;
	int exit_status = diff_open_side(context, context->argument_count ?
	    context->arguments[0] : NULL, &side);

	if (exit_status)
		return exit_status;
	text = gbq_baseline_text(side);
	fputs(text, context->out);
	free(text);
	gbq_side_free(side);
	return 0;
}
