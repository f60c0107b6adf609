/*
 * help.c - help of the program and of commands.
 */
#include "cli/manual/manual.h"

#include <string.h>

#include "cli/context.h"
#include "cli/screen/similar.h"
#include "util/text.h"

enum {
	LINE_COLUMNS = 79,
	OPTION_COLUMNS = 27	/* before what an option does */
};

/* Characters of UTF-8 text. */
static size_t
help_columns_of(const char *text, size_t len)
{
	size_t columns = 0;

	for (size_t i = 0; i < len; i++)
		columns += ((unsigned char)text[i] & 0xC0) != 0x80;
	return columns;
}

/*
 * Print words in lines of LINE_COLUMNS; the cursor stands at the column, where
 * further lines begin. An empty line stays one.
 */
static void
print_filled(FILE *out, const char *text, int column)
{
	size_t used = (size_t)column, len;
	bool is_first = true;

	for (; *text; text += len) {
		len = strspn(text, " \n");
		if (len >= 2 && text[0] == '\n' && text[1] == '\n') {
			fprintf(out, "\n\n%*s", column, "");
			used = (size_t)column;
			is_first = true;
		}
		text += len;
		len = strcspn(text, " \n");
		if (!is_first && len && used + 1 + help_columns_of(text, len) >
		    LINE_COLUMNS) {
			fprintf(out, "\n%*s", column, "");
			used = (size_t)column;
			is_first = true;
		}
		fprintf(out, "%s%.*s", is_first || !len ? "" : " ", (int)len,
		    text);
		used += help_columns_of(text, len) + !is_first;
		is_first = false;
	}
	fputc('\n', out);
}

/* Whether a help text names all values of "a, b, c". */
static bool
names_all(const char *help, const char *values)
{
	struct slice rest = slice_of(values), value;
	size_t comma;

	while (rest.len) {
		comma = slice_find(rest, LITERAL(", "));
		value = slice_part(rest, 0, comma);
		if (!slice_contains(slice_of(help), value))
			return false;
		rest = slice_part(rest, comma == SIZE_MAX ? rest.len :
		    comma + 2, rest.len);
	}
	return true;
}

static void
print_option(FILE *out, const struct option_spec *spec, const char *left)
{
	struct buffer help = { 0 };

	buffer_add_string(&help, spec->help);
	if (spec->values && !names_all(spec->help, spec->values))
		buffer_printf(&help, " (%s)", spec->values);
	fprintf(out, "  %-*s ", OPTION_COLUMNS - 3, left);
	print_filled(out, buffer_string(&help), OPTION_COLUMNS);
	buffer_release(&help);
}

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
		print_option(out, spec, buffer_string(&left));
	}
	buffer_release(&left);
}

static void
print_group(FILE *out, const struct command *const *list, int group)
{
	static const char *const titles[GROUP_COUNT] = {
		[GROUP_START] = "start here",
		[GROUP_LOOK] = "look at one run",
		[GROUP_COMPARE] = "compare",
		[GROUP_CI] = "keep it so in CI",
		[GROUP_MANY] = "many runs",
		[GROUP_DATABASE] = "the database",
	};
	const struct command *command = NULL;

	fprintf(out, "\n%s\n", titles[group]);
	while ((command = command_next(list, command)) != NULL) {
		if ((int)command->group == group)
			fprintf(out, "  %-11s %s\n", command->name,
			    command->summary);
	}
}

void
help_first_steps(FILE *out)
{
	fputs("First steps:\n"
	    "    gbq ingest tl_out        a report, trace folder, log or "
	    "archive\n"
	    "    gbq triage               what to fix first\n"
	    "    gbq show e1              all about one break\n"
	    "    gbq diff @-1 @latest     after the change: did it get "
	    "better\n", out);
}

void
help_overview(FILE *out, const struct command *const *list)
{
	fputs("usage: gbq [--db FILE] [-q|-v] [--color WHEN] COMMAND …\n\n"
	    "gbq indexes what torch.compile leaves behind (tlparse reports, "
	    "TORCH_TRACE logs)\ninto one SQLite file: which graph breaks, "
	    "where, why, at what cost.\n", out);
	for (int group = 0; group < GROUP_COUNT; group++)
		print_group(out, list, group);
	fputs("\nOptions:\n", out);
	print_options(out, global_options);
	fputc('\n', out);
	help_first_steps(out);
	fputs("'gbq help COMMAND' explains a command, 'gbq queries' lists more "
	    "questions.\n", out);
	fputs("\nExit status: 0 done, 1 a negative answer, 2 wrong usage, "
	    "3 no usable input,\n4 some inputs unusable, 5 database or SQL "
	    "error, 6 a limit or out of memory,\n74 I/O error, 75 locked, "
	    "try again, 130 interrupted.\n", out);
	fputs("Environment: GBQ_DB is the database, PAGER what shows long "
	    "output on a terminal\n(less; 'cat' for none), NO_COLOR, "
	    "GBQ_COLORS.\n", out);
}

void
help_command(FILE *out, const struct command *command)
{
	static const enum option_id on_option[] = { OPTION_ON, OPTION_END };

	fprintf(out, "usage: gbq %s%s%s%s\n\ngbq %s: %s.\n", command->name,
	    command->options ? " [OPTION]…" : "",
	    *command->arguments ? " " : "", command->arguments,
	    command->name, command->summary);
	if (command->text) {
		fputc('\n', out);
		print_filled(out, command->text + strspn(command->text, "\n"),
		    0);
	}
	if (command->options) {
		fputs("\nOptions:\n", out);
		print_options(out, command->options);
		if (command->has_on)
			print_options(out, on_option);
	}
	if (command->examples)
		fprintf(out, "\nExamples:\n%s", command->examples);
}

int
help_unknown_command(const struct context *context, const char *name)
{
	struct similar similar = { NULL, 0 };
	const struct command *command = NULL;
	const char *guess;

	while ((command = command_next(context->commands, command)) != NULL) {
		if (!command->removes)
			similar_offer(&similar, name, command->name);
	}
	guess = similar_guess(&similar);
	if (guess)
		return context_usage(context, "unknown command '%s'; did you "
		    "mean '%s'?", name, guess);
	return context_usage(context, "unknown command '%s'", name);
}

static int
help_main(struct context *context)
{
	const struct command *command;

	if (context->argument_count == 0) {
		help_overview(context->out, context->commands);
		return 0;
	}
	command = command_find(context->commands, context->arguments[0]);
	if (!command) {
		context->command = NULL;
		return help_unknown_command(context, context->arguments[0]);
	}
	help_command(context->out, command);
	return 0;
}

const struct command command_help = {
	.name = "help", .group = GROUP_START,
	.arguments = "[COMMAND]", .summary = "show help",
	.max_arguments = 1, .run = help_main,
};
