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

static int
diff_main(struct context *context)
{
	struct diff_pair pair;
	int exit_status;

	if (context_has(context, OPTION_SWEEP))
		return command_diff_sweep(context);
	if (diff_graph_is_meant(context))
		return context_has(context, OPTION_ON) ? context_usage(context,
		    "graphs and guards are read from stored files, which a "
		    "cluster has not: leave --on out") :
		    command_diff_graph(context);
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

const struct command command_diff = {
	.name = "diff", .group = GROUP_COMPARE,
	.next = { "gbq baseline -o FILE",
	    "to keep it so in CI: gbq gate --baseline FILE" },
	.arguments = "BASE NEW",
	.summary = "did it get better: two runs, sweeps or baselines",
	.text = "BASE and NEW are each a RUN or a baseline file. Sites are "
	    "same, moved (other line,\nfunction or file), changed (same "
	    "place, another kind), gone or new; how a moved one was found is "
	    "shown. -f json and -f markdown give all, csv and the like\nthe "
	    "sites. With --sweep BASE and NEW are tags KEY=VALUE or globs of "
	    "names; runs\nare paired by name, with globs by what the "
	    "wildcards stand for, with --pair-by by a tag.\n"
	    "Where a side may have lost something, better and same are "
	    "unknown, and --exit-code\nand --fail-on are 1.\n"
	    "RUN:g4 RUN:g7 compares two graphs line by "
	    "line, also of one run; RUN:0/0 RUN:0/1\nthe graphs of Dynamo of "
	    "two compiles, with --guards their guards." HANDLE_TEXT RUN_TEXT,
	.examples = "  gbq diff @-1 @latest\n"
	    "  gbq diff before/tl_out after/tl_out -f markdown\n"
	    "  gbq diff breaks.baseline @latest --fail-on new,failures\n"
	    "  gbq diff --sweep night=1 night=2 --stat\n"
	    "  gbq diff model:g1 model:g2\n"
	    "  gbq diff --graph model:0/0 model:0/1\n"
	    "  gbq diff --guards model:0/0 model:0/1\n",
	.options = (const enum option_id[]){
		OPTION_SWEEP, OPTION_PAIR_BY, OPTION_GRAPH, OPTION_GUARDS,
		OPTION_STAT, OPTION_DIFF_BY, OPTION_OWN, OPTION_MATCH,
		OPTION_MAP, OPTION_EXIT_CODE, OPTION_FAIL_ON, OUTPUT_OPTIONS
	},
	.min_arguments = 2, .max_arguments = 2, .reads_contents = true,
	.run = diff_main, .has_on = true,
};

static int
baseline_main(struct context *context)
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

const struct command command_baseline = {
	.name = "baseline", .group = GROUP_CI,
	.arguments = "[RUN]",
	.summary = "the sites of a run as a text to commit",
	.text = "Lines that begin with '#' above a site say why it may "
	    "stay. 'gbq diff' and\n'gbq gate --baseline' read the file.\n"
	    RUN_TEXT,
	.examples = "  gbq baseline -o breaks.baseline\n",
	.options = (const enum option_id[]){ OPTION_OUTPUT, OPTION_END },
	.max_arguments = 1, .run = baseline_main, .writes_bytes = true,
};
