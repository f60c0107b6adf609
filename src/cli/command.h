/*
 * command.h - what a command is. Dispatch, help, usage errors, did-you-mean
 * and completion all come from constant records, each beside its function.
 */
#ifndef GBQ_CLI_COMMAND_H
#define GBQ_CLI_COMMAND_H

#include "cli/options.h"

struct context;

enum { ANY_NUMBER = 1000000 };

/* Where a command stands in the help. */
enum command_group {
	GROUP_START, GROUP_LOOK, GROUP_COMPARE, GROUP_CI, GROUP_MANY,
	GROUP_DATABASE,
	GROUP_COUNT
};

struct command {
	const char *name;
	enum command_group group;
	const char *arguments;		/* "[RUN]", for the usage line */
	const char *summary;		/* one line, no full stop */
	const char *text;		/* more, for its help; or NULL */
	const char *examples;		/* for its help, a line each; or NULL */
	const enum option_id *options;	/* ended by OPTION_END, or NULL */
	int min_arguments, max_arguments;
	/* Do it; returns the exit status of the program. */
	int (*run)(struct context *context);
	/*
	 * Told behind the answer on a terminal: a command line, in which RUN
	 * becomes the run that was asked for, and what it tells.
	 */
	struct {
		const char *line, *why;
	} next;
	const char *query;		/* saved query; for list commands */
	const char *none;		/* "no graphs": a list without rows */
	bool has_gcc;			/* -f gcc too */
	bool has_on;			/* --on: it can ask a cluster */
	bool removes;			/* never offered for a typo */
	bool is_hidden;			/* not for people: not in the help */
	bool reads_contents;		/* of files, also of a RUN path */
	bool writes_bytes;		/* as they are, whatever they are */
};

/* All commands in the order of help, ended by NULL, hidden ones last. */
extern const struct command *const commands[];

/* The command of that name in such a list, or NULL. */
const struct command *command_find(const struct command *const *list,
    const char *name);

/*
 * The next of the commands that people see, NULL behind the last one; the first
 * of them behind NULL.
 */
const struct command *command_next(const struct command *const *list,
    const struct command *before);

/* ---- the commands, one file a command or a small family ---- */

extern const struct command command_ingest, command_run, command_export,
    command_merge, command_push, command_runs, command_rm, command_rename,
    command_tag, command_summary, command_triage, command_breaks,
    command_explain, command_issue, command_show, command_compiles,
    command_stack, command_restarts, command_failures, command_recompiles,
    command_time, command_graphs, command_cache, command_bytecode,
    command_artifacts, command_cat, command_extract, command_search,
    command_configs, command_problems, command_ranks, command_diff,
    command_baseline, command_gate, command_html, command_sweep, command_trend,
    command_kinds, command_sql, command_schema, command_queries, command_check,
    command_rebuild, command_upgrade, command_help, command_manual,
    command_completion, command_complete;

/* ---- for their records ---- */

/* Options of commands that write rows; ends the list. */
#define OUTPUT_OPTIONS OPTION_FORMAT, OPTION_LIMIT, OPTION_OUTPUT, OPTION_END

/* Ends the text of a command that takes a RUN. */
#define RUN_TEXT							\
	"\n\nRUN is a name, a number, @latest (the default), @-1 (the "	\
	"one before), NAME@-1,\nwhat its run_key begins with (six "	\
	"digits or more), TAG=VALUE (the newest run\nwith that tag), "	\
	"a glob that matches one name, or a path, which is read into\n"	\
	"memory and not stored. A name comes first; 'id:12', "		\
	"'name:12', 'key:12' and\n'./12' say which is meant.\n"

/* What the handle of a compile is. */
#define COMPILE_TEXT							\
	"a compile, [!CA/]F/C[_A][#INSTANCE][@rN], in brackets or not\n" \
	"(0/0, [0/1#1], !1/0/0, 2/0@r1; CA:1/0/0 for !1/0/0)"

/* Where the RUN of a handle may stand. */
#define HANDLE_TEXT							\
	"\n\nA handle is what every list prints: e12 an event, s3 a "	\
	"site, c2 a cause, f1 a\nfailure, g4 a graph, [1/0] a "		\
	"compile. The run stands before it, behind it, or in\n"		\
	"RUN:HANDLE; a run of such a name is name:s3."

#endif
