/*
 * manual.h - help texts, all made from the tables of commands and options.
 */
#ifndef GBQ_CLI_MANUAL_MANUAL_H
#define GBQ_CLI_MANUAL_MANUAL_H

#include <stdio.h>

#include "cli/command.h"
#include "cli/options.h"
#include "util/text.h"

/* The list of commands. */
void help_overview(FILE *out);

/* Usage, text and options of a command. */
void help_command(FILE *out, const struct command *command);

/* "unknown command 'X'; did you mean 'Y'?"; returns EXIT_USAGE. */
int help_unknown_command(const struct context *context, const char *name);

/*
 * ---- mdoc.c ----
 *
 * texts of the program as source of manual pages, mdoc(7).
 */

/*
 * Write a text to be filled: a sentence a line, empty lines as paragraphs,
 * what roff would take for its own escaped.
 */
void mdoc_text(FILE *out, const char *text);

/* Write one word or phrase within a line, escaped. */
void mdoc_word(FILE *out, const char *text);

/* The same as one argument of a macro, in quotes. */
void mdoc_argument(FILE *out, const char *text);

/* Write lines as they are, without their indent of two spaces. */
void mdoc_display(FILE *out, const char *text);

/* Write options as a list: ".It Fl f , Fl Fl format Ar FORMAT". */
void mdoc_options(FILE *out, const enum option_id *list);

/*
 * ---- completion.c ----
 *
 * scripts that complete the words of gbq in shells, made from
 * the table of commands.
 */

/* Write the script of a shell. */
void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

/* ---- for these ---- */

/*
 * What the arguments of a command are: "runs" (and files), "files", "views",
 * "queries", "commands", or "" for what cannot be completed.
 */
const char *completion_arguments(const struct command *command);

/*
 * Append the words that an option's value can only be, a space between;
 * nothing where it can be any.
 */
void completion_values(struct buffer *out, const struct command *command,
    const struct option_spec *spec);

/* Whether an option's value is a file or folder. */
bool completion_takes_file(const struct option_spec *spec);

/* Append a text in single quotes, for a shell; one line. */
void completion_quote(struct buffer *out, const char *text);

/* The next option of a command, then of global_options; NULL at the end. */
struct completion_options {
	const enum option_id *next;
	bool no_on;			/* the command takes no --on */
	bool is_global;
};
const struct option_spec *completion_next(struct completion_options *options);

/* Before the first option of a command; NULL: of the global ones only. */
struct completion_options completion_start(const struct command *command);

#endif
