/*
 * main.c - the gbq program: global options, then a command of commands.c.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

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
answer_help(const struct context *context)
{
	if (context_has(context, OPTION_HELP)) {
		if (context->command)
			help_command(stdout, context->command);
		else
			help_overview(stdout, context->commands);
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
	return exit_status ? exit_status : context->command->run(context);
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
	return context_usage(context, "no command given");
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
