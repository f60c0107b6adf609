/*
 * command.h - what a command is. Dispatch, help, usage errors, did-you-mean
 * and completion all come from the table of constant records.
 */
#ifndef GBQ_CLI_COMMAND_H
#define GBQ_CLI_COMMAND_H

#include "cli/options.h"

struct context;

enum { ANY_NUMBER = 1000000 };

struct command {
	const char *name;
	const char *arguments;		/* "[RUN]", for the usage line */
	const char *summary;		/* one line, no full stop */
	const char *text;		/* more, for its help; or NULL */
	const char *examples;		/* for its help, a line each; or NULL */
	const enum option_id *options;	/* ended by OPTION_END, or NULL */
	int min_arguments, max_arguments;
	/* Do it; returns the exit status of the program. */
	int (*run)(struct context *context);
	const char *query;		/* saved query; for list commands */
	const char *none;		/* "no graphs": a list without rows */
	bool has_gcc;			/* -f gcc too */
	bool has_on;			/* --on: it can ask a cluster */
	bool is_hidden;			/* not for people: not in the help */
	bool reads_contents;		/* of files, also of a RUN path */
	bool writes_bytes;		/* as they are, whatever they are */
};

/* All commands in the order of help, ended by a name of NULL. */
extern const struct command commands[];

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

/* ---- the commands, one file a command or a small family ---- */

int command_ingest(struct context *context);
int command_run(struct context *context);
int command_export(struct context *context);
int command_merge(struct context *context);
int command_push(struct context *context);
int command_runs(struct context *context);
int command_rm(struct context *context);
int command_rename(struct context *context);
int command_tag(struct context *context);
int command_diff(struct context *context);
int command_baseline(struct context *context);
int command_gate(struct context *context);
int command_sweep(struct context *context);
int command_html(struct context *context);
int command_explain(struct context *context);
int command_issue(struct context *context);
int command_ranks(struct context *context);
int command_triage(struct context *context);
int command_summary(struct context *context);
int command_breaks(struct context *context);
int command_list(struct context *context);
int command_recompiles(struct context *context);
int command_time(struct context *context);
int command_cache(struct context *context);
int command_stack(struct context *context);
int command_bytecode(struct context *context);
int command_cat(struct context *context);
int command_extract(struct context *context);
int command_search(struct context *context);
int command_show(struct context *context);
int command_sql(struct context *context);
int command_queries(struct context *context);
int command_schema(struct context *context);
int command_check(struct context *context);
int command_rebuild(struct context *context);
int command_upgrade(struct context *context);
int command_manual(struct context *context);
int command_completion(struct context *context);
int command_help(struct context *context);

#endif
