/*
 * main.c - the gbq program: global options, then a command of commands.c.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/context.h"
#include "cli/manual/manual.h"

/* Values that can only be some words; the exit status. */
static int
check_options(const struct context *context)
{
	char *message;
	int exit_status;

	if (options_check(&context->options, &message))
		return 0;
	exit_status = context_usage(context, "%s", message);
	free(message);
	return exit_status;
}

/* --help and --version, before and after the command. Whether done. */
static bool
answer_help(struct context *context)
{
	if (context_has(context, OPTION_HELP)) {
		context_open_help(context);
		if (context->command)
			help_command(context->out, context->command);
		else
			help_overview(context->out, context->commands);
		return true;
	}
	if (context_has(context, OPTION_VERSION)) {
		puts("gbq " GBQ_VERSION);
		return true;
	}
	return false;
}

/* --on where it means nothing; the exit status. */
static int
check_on(const struct context *context)
{
	const struct command *command = NULL;
	struct buffer names = { 0 };
	int exit_status;

	if (!context_has(context, OPTION_ON))
		return 0;
	if (context->command->has_on)
		return !context_has(context, OPTION_DB) ? 0 :
		    context_usage(context, "--on and --db name different "
		    "databases");
	while ((command = command_next(context->commands, command)) != NULL) {
		if (command->has_on)
			buffer_printf(&names, "%s%s", names.len ? ", " : "",
			    command->name);
	}
	exit_status = context_usage(context, "--on is for %s; '%s' works on "
	    "a local database", buffer_string(&names),
	    context->command->name);
	buffer_release(&names);
	return exit_status;
}

static int
check_arguments(const struct context *context)
{
	const struct command *command = context->command;

	if (context->argument_count < command->min_arguments)
		return context_usage(context, "'%s' needs %s", command->name,
		    command->arguments);
	if (context->argument_count > command->max_arguments)
		return context_usage(context, "'%s' takes no argument '%s'",
		    command->name,
		    context->arguments[command->max_arguments]);
	return 0;
}

/* That -o does not name the database, which it would replace. */
static int
check_output(const struct context *context)
{
	const char *path = context_value(context, OPTION_OUTPUT);

	return path && database_is_at(context, path) ? context_fail(context,
	    EXIT_USAGE, "%s is the database, no place for output", path) : 0;
}

/* The run that was asked for, where its name needs no quotes; else NULL. */
static const char *
run_asked_for(const struct context *context)
{
	static const char run[] = "[RUN]";
	const char *name = context->argument_count ?
	    context->arguments[0] : NULL;

	if (strncmp(context->command->arguments, run, strlen(run)) != 0 ||
	    context->argument_count < context->command->max_arguments)
		return NULL;
	return name && name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./@:=-")] ? NULL : name;
}

/* What to do next, below an answer that a person reads on a terminal. */
static void
tell_next(struct context *context)
{
	const char *line = context->command->next.line, *end;
	const char *run = run_asked_for(context), *why;
	struct buffer text = { 0 }, shown = { 0 };

	if (!line || !context_for_people(context) ||
	    context_has(context, OPTION_QUIET) ||
	    !isatty(fileno(context->screen)))
		return;
	end = strstr(line, " RUN");
	buffer_add_slice(&text, slice_part(slice_of(line), 0,
	    end ? (size_t)(end - line) : SIZE_MAX));
	if (end && run)
		buffer_printf(&text, " %s", run);
	buffer_add_string(&text, end ? end + strlen(" RUN") : NULL);
	why = context->command->next.why;
	if (strlen("next: ") + text.len + 3 + strlen(why) <=
	    terminal_columns(context->screen))
		buffer_printf(&text, "   %s", why);
	buffer_add_string(&shown, "\nnext: ");
	color_add(&shown, context_colors(context), COLOR_NOTE,
	    buffer_string(&text));
	buffer_add_byte(&shown, '\n');
	context_write(context, &shown);
	buffer_release(&text);
}

/* Run the command that argv[0] names. */
static int
run_command(struct context *context, int argc, char **argv)
{
	char *message;
	int first, exit_status;

	context->command = command_find(context->commands, argv[0]);
	if (!context->command)
		return help_unknown_command(context, argv[0]);
	first = options_parse(&context->options, argc, argv,
	    context->command->options, false, &message);
	if (first < 0) {
		exit_status = context_usage(context, "%s", message);
		free(message);
		return exit_status;
	}
	if (answer_help(context))
		return 0;
	context->arguments = argv + first;
	context->argument_count = argc - first;
	exit_status = check_options(context);
	if (!exit_status)
		exit_status = check_on(context);
	if (!exit_status)
		exit_status = check_arguments(context);
	if (!exit_status)
		exit_status = check_output(context);
	if (!exit_status)
		exit_status = context_prepare_output(context);
	if (exit_status)
		return exit_status;
	exit_status = context->command->run(context);
	if (exit_status == 0)
		tell_next(context);
	return exit_status;
}

static int
program_run(struct context *context, int argc, char **argv)
{
	char *message;
	int first, exit_status;

	first = options_parse(&context->options, argc, argv, NULL, true,
	    &message);
	if (first < 0) {
		exit_status = context_usage(context, "%s", message);
		free(message);
		return exit_status;
	}
	if (first < argc)
		return run_command(context, argc - first, argv + first);
	if (answer_help(context))
		return 0;
	help_first_steps(stderr);
	fputs("'gbq help' lists all commands.\n", stderr);
	return EXIT_USAGE;
}

/* What a command wrote must last; the exit status. */
static int
close_database(struct context *context, int exit_status)
{
	enum gbq_status status = gbq_close(context->gbq);

	return status == GBQ_OK ? exit_status :
	    context_error(context, status);
}

int
main(int argc, char **argv)
{
	struct context context = {
		.commands = commands, .out = stdout, .screen = stdout,
		.format = &formats[0]
	};
	int exit_status;

	/* End quietly when a pager or head closes the pipe. */
	signal(SIGPIPE, SIG_DFL);
	/* A file that grows too large for a limit is an I/O error. */
	signal(SIGXFSZ, SIG_IGN);
	colors_init(&context.colors, getenv("GBQ_COLORS"));
	context.gbq = gbq_new();
	exit_status = program_run(&context, argc, argv);
	exit_status = close_database(&context, exit_status);
	exit_status = context_finish_output(&context, exit_status);
	gbq_free(context.gbq);
	options_release(&context.options);
	free(context.database);
	return exit_status;
}
