/*
 * context.h - what every command works with: options, arguments, the
 * database, where the output goes.
 */
#ifndef GBQ_CLI_CONTEXT_H
#define GBQ_CLI_CONTEXT_H

#include <stdarg.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/format/color.h"
#include "cli/format/format.h"
#include "cli/screen/output.h"
#include "cli/screen/terminal.h"
#include "gbq.h"

/* Exit statuses that no gbq_status has. */
enum {
	EXIT_NEGATIVE = 1,	/* the answer is no */
	EXIT_USAGE = 2
};

struct handle;

struct context {
	const struct command *const *commands;	/* all: commands[] */
	const struct command *command;
	struct option_values options;
	char **arguments;		/* those that are no options */
	int argument_count;
	struct gbq *gbq;
	FILE *out;			/* to write to */
	FILE *screen;			/* where that ends: stdout or a file */
	struct pager pager;		/* between the two, or not in use */
	struct escape_stream escape;	/* before that, or not in use */
	struct flow_stream flow;	/* or this one */
	struct output_file file;	/* of -o, or not in use */
	const struct format *format;
	size_t limit;			/* rows at most; 0: all */
	struct colors colors;		/* that $GBQ_COLORS asks for */
	char *database;			/* path in use, or NULL */
	int64_t memory_run;		/* run read from a path, or 0 */
	int64_t run_id;			/* that the answer is of, or 0 */
};

/* ---- messages, on stderr ---- */

/* "gbq: TEXT"; returns the exit status given. */
int context_fail(const struct context *context, int exit_status,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The library's error; returns its exit status. */
int context_error(const struct context *context, enum gbq_status status);

/* Wrong use: text and usage line; returns EXIT_USAGE. */
int context_usage(const struct context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A message that -q silences. */
void context_note(const struct context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- options and output ---- */

/* Whether an option was given; its last value or NULL. */
bool context_has(const struct context *context, enum option_id id);
const char *context_value(const struct context *context, enum option_id id);

/* Make help fit the terminal; it is for people, whatever the command. */
void context_open_help(struct context *context);

/* Read -f, -n and -o and open the output; 0 or an exit status. */
int context_prepare_output(struct context *context);

/* Whether people read the output, so that it may be laid out freely. */
bool context_for_people(const struct context *context);

/* Colors for people's output; NULL: none. */
const struct colors *context_colors(const struct context *context);

/* A printer for the format in use; shown may be NULL. */
struct printer context_printer(const struct context *context,
    const char *shown);

/*
 * What people get instead of rows, one line: "no THINGS", or where the run has
 * what was not understood that no THINGS were read. Nothing for machines.
 */
void context_none(struct context *context, const char *things);

/* Append "3 messages of torch were not understood  (gbq problems)". */
void add_unread(struct buffer *out, int64_t count);

/* Write a text for people and release it. */
void context_write(const struct context *context, struct buffer *text);

/*
 * Flush the output; the exit status given, or that of an I/O error. The file of
 * -o is kept if the command answered, with yes or no.
 */
int context_finish_output(struct context *context, int exit_status);

/* ---- the database (database.c) ---- */

/*
 * Open the database of --db, $GBQ_DB or the nearest gbq.db upwards. Reading:
 * it must exist. Writing: else a new ./gbq.db. 0 or an exit status.
 */
int database_open(struct context *context, enum gbq_mode mode);

/* To read; where there is no database, an empty one in memory. */
int database_open_any(struct context *context);

/* To change what is there: as for writing, but it must exist. */
int database_open_existing(struct context *context);

/* Whether a path is the database that is meant, or a file of it. */
bool database_is_at(const struct context *context, const char *path);

/*
 * The run that an argument names; NULL: the newest. Opens the database, or
 * reads the path into memory. 0 or an exit status, the message printed.
 */
int database_find_run(struct context *context, const char *text,
    int64_t *run_id);

/* The same for the first argument, where a command takes one. */
int database_find_first(struct context *context, int64_t *run_id);

/* ---- a thing of a run (context_handle.c, format/handle.h) ---- */

/*
 * Read one or two arguments, [RUN] HANDLE, HANDLE RUN or RUN:HANDLE, and find
 * the run. kinds: those of enum handle_kind that the command takes. That the
 * run has such a thing is not checked. 0 or an exit status, the message
 * printed.
 */
int database_find_handle(struct context *context, char **arguments, int count,
    unsigned kinds, int64_t *run_id, struct handle *handle);

/* Whether the run has it: 0, or the exit status of handle_missing(). */
int handle_check(struct context *context, int64_t run_id,
    const struct handle *handle);

/* "run 2 'model' has no site s9 (it has s1 to s6)"; the exit status. */
int handle_missing(struct context *context, int64_t run_id,
    const struct handle *handle);

/* ---- queries (rows.c) ---- */

/*
 * Prepare a saved query and set its parameter "run" (0: not). Exit status.
 */
int query_saved(struct context *context, struct gbq_query **query,
    const char *name, int64_t run_id);

/*
 * Go to the next row. False at the end, on an error, which sets *exit_status,
 * and where that is an error already.
 */
bool query_next(struct context *context, struct gbq_query *query,
    int *exit_status);

/*
 * Set parameters from the options of the same name ("kind" from --kind), for
 * all options that the command takes. Exit status.
 */
int query_bind_options(struct context *context, struct gbq_query *query);

/* Set the parameters of a query by handle_bind(). Exit status. */
int query_bind_handle(struct context *context, struct gbq_query *query,
    const struct handle *handle);

/* "there is no saved query"; returns EXIT_USAGE (cmd_queries.c). */
int query_unknown(struct context *context, const char *name);

/* Whether a saved query has the parameter "run" (cmd_queries.c). */
bool query_is_of_run(const struct gbq_saved *saved);

/*
 * Write the rows of a query with the columns of its "table" header; people are
 * told where there are none.
 */
int query_write(struct context *context, struct gbq_query *query,
    const char *shown);

/*
 * Write the rows of the saved query of that name; run_id 0: it is not of a run.
 */
int query_list(struct context *context, const char *name, int64_t run_id);

#endif
