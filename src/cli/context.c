/*
 * context.c - messages, options and output that all commands share.
 */
#include "cli/context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/screen/terminal.h"
#include "util/memory.h"
#include "util/text.h"

/* Write the lines of a message, which is released, as wide as the terminal. */
static void
context_say_flowed(struct buffer *message)
{
	struct buffer flowed = { 0 };

	flow_text(&flowed, buffer_slice(message), terminal_columns(stderr));
	fputs(buffer_string(&flowed), stderr);
	buffer_release(&flowed);
	buffer_release(message);
}

/* "gbq: TEXT", escaped: it may hold file names and texts of a database. */
static void
context_say(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));

static void
context_say(const char *format, va_list arguments)
{
	struct buffer message = { 0 };
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0) {
		fputs("gbq: out of memory\n", stderr);
		return;
	}
	buffer_add_string(&message, "gbq: ");
	terminal_escape(&message, slice_of(text));
	context_say_flowed(&message);
	free(text);
}

int
context_fail(const struct context *context, int exit_status,
    const char *format, ...)
{
	va_list arguments;

	(void)context;
	va_start(arguments, format);
	context_say(format, arguments);
	va_end(arguments);
	return exit_status;
}

int
context_error(const struct context *context, enum gbq_status status)
{
	return context_fail(context, gbq_exit_code(status), "%s",
	    gbq_error_text(context->gbq));
}

int
context_usage(const struct context *context, const char *format, ...)
{
	const struct command *command = context->command;
	struct buffer usage = { 0 };
	va_list arguments;

	va_start(arguments, format);
	context_say(format, arguments);
	va_end(arguments);
	if (command)
		buffer_printf(&usage, "usage: gbq %s%s%s%s\n"
		    "'gbq help %s' tells more.", command->name,
		    command->options ? " [OPTION]…" : "",
		    *command->arguments ? " " : "", command->arguments,
		    command->name);
	else
		buffer_add_string(&usage, "usage: gbq [--db FILE] [-q|-v] "
		    "[--color WHEN] COMMAND …\n"
		    "'gbq help' lists the commands.");
	context_say_flowed(&usage);
	return EXIT_USAGE;
}

void
context_note(const struct context *context, const char *format, ...)
{
	va_list arguments;

	if (context_has(context, OPTION_QUIET))
		return;
	/* Where both go to one place, what was written before stays before. */
	fflush(context->out);
	va_start(arguments, format);
	context_say(format, arguments);
	va_end(arguments);
}

bool
context_has(const struct context *context, enum option_id id)
{
	return context->options.last[id] != NULL;
}

const char *
context_value(const struct context *context, enum option_id id)
{
	return context->options.last[id];
}

static int
context_read_limit(struct context *context)
{
	int64_t number;

	if (!context_has(context, OPTION_LIMIT))
		return 0;
	if (!option_number(&context->options, OPTION_LIMIT, &number) ||
	    number < 1)
		return context_usage(context, "-n needs a number above 0, "
		    "not '%s'", context_value(context, OPTION_LIMIT));
	context->limit = (size_t)number;
	return 0;
}

static bool
takes_option(const struct command *command, enum option_id id)
{
	const enum option_id *listed = command->options;

	while (listed && *listed != OPTION_END && *listed != id)
		listed++;
	return listed && *listed == id;
}

static int
choose_format(struct context *context)
{
	const char *name = context_value(context, OPTION_FORMAT);
	bool gcc = context->command->has_gcc;

	context->format = &formats[0];
	if (!name)
		return 0;
	context->format = gcc && strcmp(name, gcc_format.name) == 0 ?
	    &gcc_format : format_find(name);
	if (context->format)
		return 0;
	return context_usage(context, "unknown format '%s'; there are table, "
	    "csv, tsv, json, jsonl, markdown%s", name, gcc ? ", raw and gcc" :
	    " and raw");
}

/* Whether nothing escapes what data has in it on the way to the output. */
static bool
is_exact(const struct context *context)
{
	return !context_for_people(context) || context->command->writes_bytes ||
	    context_has(context, OPTION_GATE_FORMAT);
}

/*
 * Before a terminal: what is exact is escaped, what is for people is laid out
 * to its width.
 */
static void
shield_terminal(struct context *context)
{
	size_t width = terminal_columns(context->screen);

	if (width == 0)
		return;
	context->out = is_exact(context) ?
	    escape_stream_open(&context->escape, context->out) :
	    flow_stream_open(&context->flow, context->out, width);
	if (!context->out)
		mem_fail();
}

static void
open_screen(struct context *context)
{
	context->out = NULL;
	if (takes_option(context->command, OPTION_OUTPUT))
		context->out = pager_open(&context->pager, stdout);
	if (!context->out)
		context->out = stdout;
	shield_terminal(context);
}

void
context_open_help(struct context *context)
{
	size_t width = terminal_columns(stdout);

	if (width)
		context->out = flow_stream_open(&context->flow, stdout, width);
	if (!context->out)
		mem_fail();
}

int
context_prepare_output(struct context *context)
{
	const char *path = context_value(context, OPTION_OUTPUT);
	int exit_status = context_read_limit(context);

	if (!exit_status)
		exit_status = choose_format(context);
	if (exit_status)
		return exit_status;
	if (path && strcmp(path, "-") != 0) {
		context->out = output_file_open(&context->file, path);
		if (context->out) {
			context->screen = context->out;
			shield_terminal(context);
			return 0;
		}
		context->out = stdout;
		return context_fail(context, gbq_exit_code(GBQ_IO),
		    "cannot write %s: %s", path, strerror(errno));
	}
	open_screen(context);
	return 0;
}

bool
context_for_people(const struct context *context)
{
	return context->format == &formats[0];
}

const struct colors *
context_colors(const struct context *context)
{
	return terminal_has_color(context->screen, context_value(context,
	    OPTION_COLOR)) ? &context->colors : NULL;
}

struct printer
context_printer(const struct context *context, const char *shown)
{
	struct printer printer = {
		.out = context->out,
		.format = context->format,
		.screen_width = terminal_columns(context->screen),
		.colors = context_colors(context),
		.whole_texts = context_has(context, OPTION_VERBOSE),
		.words = shown != NULL,
		.shown = shown
	};

	return printer;
}

void
context_write(const struct context *context, struct buffer *text)
{
	fwrite(buffer_string(text), 1, text->len, context->out);
	buffer_release(text);
}

/*
 * Whether all that was written went out; else errno says why. A write that
 * failed long ago left no number behind: so the next one is asked.
 */
static bool
flush_output(FILE *out)
{
	errno = 0;
	if (fflush(out) == 0 && !ferror(out))
		return true;
	if (!errno && fputc('\n', out) != EOF)
		fflush(out);
	return false;
}

/* Take away what stands before a terminal. False: I/O error. */
static bool
unshield_terminal(struct context *context)
{
	FILE *shield = context->out;

	if (context->escape.to) {
		context->out = context->escape.to;
		return escape_stream_close(&context->escape, shield);
	}
	if (context->flow.to) {
		context->out = context->flow.to;
		return flow_stream_close(&context->flow, shield);
	}
	return true;
}

int
context_finish_output(struct context *context, int exit_status)
{
	bool failed;
	int why;

	if (!context->out)
		return exit_status;
	failed = !flush_output(context->out);
	why = failed ? errno : 0;
	errno = 0;
	failed |= !unshield_terminal(context);
	if (context->out != context->screen)
		failed |= !pager_close(&context->pager, context->out);
	else if (context->out != stdout)
		failed |= !output_file_close(&context->file, context->out,
		    !failed && exit_status <= EXIT_NEGATIVE);
	context->out = NULL;
	if (!failed || exit_status)
		return exit_status;
	why = why ? why : errno;
	return context_fail(context, gbq_exit_code(GBQ_IO),
	    "cannot write the output: %s", strerror(why ? why : EIO));
}
