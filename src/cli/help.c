/*
 * help.c - help of the program and of commands.
 */
#include "cli/help.h"

#include "cli/context.h"
#include "cli/similar.h"
#include "util/text.h"

static void
print_options(FILE *out, const enum option_id *list)
{
	const struct option_spec *spec;
	struct buffer left = { 0 };

	for (; list && *list != OPTION_END; list++) {
		spec = option_find(*list);
		if (!spec)
			continue;
		buffer_clear(&left);
		if (spec->letter)
			buffer_printf(&left, "-%c, ", spec->letter);
		else
			buffer_add_string(&left, "    ");
		buffer_printf(&left, "--%s%s%s", spec->name,
		    spec->argument ? " " : "",
		    spec->argument ? spec->argument : "");
		fprintf(out, "  %-24s %s\n", buffer_string(&left),
		    spec->help);
	}
	buffer_release(&left);
}

void
help_overview(FILE *out)
{
	fputs("usage: gbq [--db FILE] [-q|-v] [--color WHEN] COMMAND …\n\n"
	    "gbq indexes what torch.compile leaves behind (tlparse reports, "
	    "TORCH_TRACE logs)\ninto one SQLite file: which graph breaks, "
	    "where, why, at what cost.\n\nCommands:\n", out);
	for (const struct command *command = commands; command->name;
	    command++) {
		if (!command->is_hidden)
			fprintf(out, "  %-11s %s\n", command->name,
			    command->summary);
	}
	fputs("\nOptions:\n", out);
	print_options(out, global_options);
	fputs("\nExit status: 0 done, 1 a negative answer, 2 wrong usage, "
	    "3 no usable input, 4 some\ninputs unusable, 5 database or SQL "
	    "error, 6 a limit or out of memory, 74 I/O error,\n75 locked, "
	    "try again, 130 interrupted.\n", out);
}

void
help_command(FILE *out, const struct command *command)
{
	fprintf(out, "usage: gbq %s%s%s%s\n\ngbq %s: %s.\n", command->name,
	    command->options ? " [OPTION]…" : "",
	    *command->arguments ? " " : "", command->arguments,
	    command->name, command->summary);
	if (command->text)
		fprintf(out, "\n%s", command->text);
	if (command->options) {
		fputs("\nOptions:\n", out);
		print_options(out, command->options);
	}
	if (command->examples)
		fprintf(out, "\nExamples:\n%s", command->examples);
}

int
help_unknown_command(const struct context *context, const char *name)
{
	struct similar similar = { NULL, 0 };
	const char *guess;

	for (const struct command *command = commands; command->name;
	    command++) {
		if (!command->is_hidden)
			similar_offer(&similar, name, command->name);
	}
	guess = similar_guess(&similar);
	if (guess)
		return context_usage(context, "unknown command '%s'; did you "
		    "mean '%s'?", name, guess);
	return context_usage(context, "unknown command '%s'", name);
}

int
command_help(struct context *context)
{
	const struct command *command;

	if (context->argument_count == 0) {
		help_overview(context->out);
		return 0;
	}
	command = command_find(context->arguments[0]);
	if (!command) {
		context->command = NULL;
		return help_unknown_command(context, context->arguments[0]);
	}
	help_command(context->out, command);
	return 0;
}
