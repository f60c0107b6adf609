/*
 * cmd_lists.c - commands that print the rows of one saved query: compiles,
 * restarts, failures, graphs, artifacts, configs, problems.
 */
#include "cli/context.h"

static int
list_main(struct context *context)
{
	int64_t run_id;
	int exit_status = database_find_first(context, &run_id);

	return exit_status ? exit_status : query_list(context,
	    context->command->query, run_id);
}

const struct command command_compiles = {
	.name = "compiles", .group = GROUP_LOOK,
	.next = { "gbq show RUN 0/0", "all about one of them" },
	.arguments = "[RUN]",
	.summary = "compiled frames",
	.text = "One row per compiled frame, all its attempts together. ok: "
	    "a graph with operators; empty: none; skipped: it runs eager, "
	    "because of a break or because torch skipped the frame; failed; "
	    "limit: it hit the recompile limit; unfinished: the run ended in "
	    "it. lost_restart_s and lost_skip_s are Dynamo's seconds that "
	    "were thrown away. More columns: -f json.\n" RUN_TEXT,
	.examples = "  gbq compiles --status skipped\n"
	    "  gbq compiles --recompiled --function forward\n",
	.options = (const enum option_id[]){
		OPTION_STATUS, OPTION_RECOMPILED, OPTION_OWNER, OPTION_FILE,
		OPTION_FUNCTION, OPTION_RANK, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .has_on = true,
	.query = "compiles", .none = "compiles",
};

const struct command command_restarts = {
	.name = "restarts", .group = GROUP_LOOK,
	.next = { "gbq breaks RUN", "the breaks behind them" },
	.arguments = "[RUN]",
	.summary = "restart reasons",
	.text = "Dynamo starts over with a frame after a break "
	    "(graph_break), where a value must not be specialized "
	    "(unspecialize, tensorify), for autograd.grad, requires_grad or "
	    "a collective. torch keeps the reasons of a compile as a set: "
	    "repeats are lost.\n" RUN_TEXT,
	.examples = "  gbq restarts --class unspecialize\n",
	.options = (const enum option_id[]){
		OPTION_CLASS, OPTION_KIND, OPTION_RANK, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .has_on = true,
	.query = "restarts", .none = "restarts",
};

const struct command command_failures = {
	.name = "failures", .group = GROUP_LOOK,
	.next = { "gbq triage RUN", "what to run next for each" },
	.arguments = "[RUN]",
	.summary = "failed compilations",
	.text = "Those with an event_id are a break seen as a "
	    "failure; the rest is what 'gbq summary' calls other "
	    "failures. 'gbq triage' names the next step of each "
	    "category, 'gbq cat RUN ID runnable' the script that "
	    "reproduces it, where there is one.\n"
	    "-f gcc gives FILE:LINE: error: …, which editors read.\n"
	    RUN_TEXT,
	.examples = "  gbq failures --category backend\n",
	.options = (const enum option_id[]){
		OPTION_CATEGORY, OPTION_STAGE, OPTION_RANK, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .has_on = true,
	.query = "failures", .none = "failures", .has_gcc = true,
};

const struct command command_graphs = {
	.name = "graphs", .group = GROUP_LOOK,
	.next = { "gbq cat RUN 0/0 graph", "one of them" },
	.arguments = "[RUN]",
	.summary = "graphs of compiles, by stage",
	.text = "Stages are dynamo (as captured), those of "
	    "AOTAutograd and Inductor, and output_code. 'gbq cat "
	    "RUN ID graph' writes a graph, 'gbq diff --graph' "
	    "compares two. By size: 'gbq sql @graph_sizes'.\n"
	    RUN_TEXT,
	.examples = "  gbq graphs --stage dynamo\n"
	    "  gbq graphs --compile 0/0 -f json\n",
	.options = (const enum option_id[]){
		OPTION_GRAPH_STAGE, OPTION_COMPILE, OPTION_RANK, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .query = "graphs",
	.none = "graphs",
};

const struct command command_artifacts = {
	.name = "artifacts", .group = GROUP_LOOK,
	.next = { "gbq cat RUN PATH", "one of them" },
	.arguments = "[RUN]",
	.summary = "files of the run",
	.text = "Files of a report, or records of a log that would be "
	    "files: name@N is at byte N of the log. 'gbq cat RUN "
	    "PATH' writes one.\n"
	    RUN_TEXT,
	.examples = "  gbq artifacts --compile 0/0\n"
	    "  gbq artifacts --kind compilation_metrics -f tsv\n",
	.options = (const enum option_id[]){
		OPTION_ARTIFACT_KIND, OPTION_COMPILE, OPTION_RANK,
		OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .query = "artifacts",
	.none = "artifacts",
};

const struct command command_configs = {
	.name = "configs", .group = GROUP_LOOK,
	.next = { "gbq diff BASE NEW", "what differs between two runs" },
	.arguments = "[RUN]",
	.summary = "configuration values that the input holds",
	.text = "Only logs hold them (raw.log of a report, too). What "
	    "differs between two runs: 'gbq diff'.\n"
	    RUN_TEXT,
	.examples = "  gbq configs --key recompile\n",
	.options = (const enum option_id[]){
		OPTION_KEY, OPTION_SYSTEM, OPTION_RANK, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .query = "configs",
	.none = "configuration values",
};

const struct command command_problems = {
	.name = "problems", .group = GROUP_LOOK,
	.next = { "gbq summary RUN", "what the counts are worth" },
	.arguments = "[RUN]",
	.summary = "what was lost or odd in the input",
	.text = "note: worth knowing; warning: odd or contradictory, "
	    "nothing is lost; loss: a part of the input could not "
	    "be used, counts are lower bounds; error: a whole "
	    "file could not.\n"
	    RUN_TEXT,
	.examples = "  gbq problems --severity loss\n",
	.options = (const enum option_id[]){
		OPTION_SEVERITY, OPTION_CODE, OPTION_RANK, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = list_main, .query = "problems",
	.none = "problems",
};
