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
void help_overview(FILE *out, const struct command *const *list);

/* The first things to do with gbq. */
void help_first_steps(FILE *out);

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

#endif
