/*
 * commands.c - the commands, in the order of help.
 */
#include "cli/command.h"

const struct command *const commands[] = {
	&command_ingest, &command_run, &command_export, &command_merge,
	&command_push, &command_runs, &command_rm, &command_rename,
	&command_tag, &command_summary, &command_triage, &command_breaks,
	&command_explain, &command_issue, &command_show, &command_compiles,
	&command_stack, &command_restarts, &command_failures,
	&command_recompiles, &command_time, &command_graphs, &command_cache,
	&command_bytecode, &command_artifacts, &command_cat, &command_extract,
	&command_search, &command_configs, &command_problems, &command_ranks,
	&command_diff, &command_baseline, &command_gate, &command_html,
	&command_sweep, &command_trend, &command_kinds, &command_sql,
	&command_schema, &command_queries, &command_check, &command_rebuild,
	&command_upgrade, &command_help, &command_manual, &command_completion,
	&command_complete,
	NULL
};
