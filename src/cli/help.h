/*
 * help.h - help texts, all made from the tables of commands and options.
 */
#ifndef GBQ_CLI_HELP_H
#define GBQ_CLI_HELP_H

#include <stdio.h>

#include "cli/command.h"

/* The list of commands. */
void help_overview(FILE *out);

/* Usage, text and options of a command. */
void help_command(FILE *out, const struct command *command);

/* "unknown command 'X'; did you mean 'Y'?"; returns EXIT_USAGE. */
int help_unknown_command(const struct context *context, const char *name);

#endif
