/*
 * cmd_show.c - gbq show: everything known of a compile or a break event.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/format.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

enum { MAX_SHOWN = 20 };	/* of one compile id, for people */

/* A list that belongs to the thing shown. */
struct section {
	const char *title;	/* for people and the key in JSON */
	const char *query;	/* saved query */
};

static const struct section compile_sections[] = {
	{ "breaks", "show_breaks" },
	{ "restarts", "show_restarts" },
	{ "failures", "show_failures" },
	{ "guard_failures", "show_guard_failures" },
	{ "graphs", "show_graphs" },
	{ "artifacts", "show_artifacts" },
	{ NULL, NULL }
};

static const struct section event_sections[] = {
	{ "hints", "show_hints" },
	{ "frames", "show_frames" },
	{ "restarts", "show_event_restarts" },
	{ "failures", "show_event_failures" },
	{ NULL, NULL }
};

/* What is shown: a row of a query, and the number its sections go by. */
struct subject {
	const char *title;		/* key in JSON */
	const struct section *sections;
	const char *parameter;		/* of the sections' queries */
	int64_t run_id, number, attempt;
};

/* Columns that people do not need, or only with -v. */
static bool
is_internal(const struct context *context, const char *name)
{
	static const char *const names[] = { "run_id", "compile_no",
	    "short_file" };

	if (strcmp(name, "metrics") == 0)
		return !context_has(context, OPTION_VERBOSE);

	for (size_t i = 0; i < LENGTH(names); i++) {
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}

/* A text of several lines, indented. */
static void
show_add_lines(struct buffer *out, struct slice text)
{
	struct slice line;

	if (slice_find_byte(text, '\n') == SIZE_MAX) {
		terminal_escape(out, text);
		buffer_add_byte(out, '\n');
		return;
	}
	buffer_add_byte(out, '\n');
	while (slice_next_line(&text, &line)) {
		buffer_add_string(out, "    | ");
		terminal_escape(out, line);
		buffer_add_byte(out, '\n');
	}
}

static void
show_add_fields(const struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	struct gbq_value value;
	const char *name;

	for (size_t i = 0; i < gbq_column_count(row); i++) {
		name = gbq_column_name(row, i);
		value = gbq_column(row, i);
		if (value.type == GBQ_NULL || is_internal(context, name))
			continue;
		buffer_printf(out, "  %-22s ", name);
		if (value.type == GBQ_TEXT) {
			show_add_lines(out, (struct slice){ value.bytes,
			    value.len });
			continue;
		}
		if (value.type == GBQ_REAL)
			buffer_printf(out, "%.6g", value.real);
		else
			format_number(out, &value);
		buffer_add_byte(out, '\n');
	}
}

static void
add_json_object(struct buffer *out, const struct gbq_query *row)
{
	struct gbq_value value;
	const char *name;

	buffer_add_byte(out, '{');
	for (size_t i = 0; i < gbq_column_count(row); i++) {
		name = gbq_column_name(row, i);
		value = gbq_column(row, i);
		buffer_add_string(out, i ? ", " : "");
		json_quote(out, slice_of(name));
		buffer_add_string(out, ": ");
		format_json_value(out, &value, format_is_json_column(name));
	}
	buffer_add_byte(out, '}');
}

static bool
is_json(const struct context *context)
{
	return strcmp(context->format->name, "json") == 0;
}

/* The query of a section with its parameters; exit status. */
static int
open_section(struct context *context, const struct subject *subject,
    const struct section *section, struct gbq_query **query)
{
	int exit_status = query_saved(context, query, section->query,
	    subject->run_id);

	if (exit_status)
		return exit_status;
	gbq_bind_integer(*query, subject->parameter, subject->number);
	if (subject->attempt >= 0 && gbq_has_parameter(*query, "attempt"))
		gbq_bind_integer(*query, "attempt", subject->attempt);
	return 0;
}

/* A section as a table; nothing where it has no rows. */
static int
print_section(struct context *context, const struct subject *subject,
    const struct section *section)
{
	const struct gbq_saved *saved = gbq_saved_find(context->gbq,
	    section->query);
	struct gbq_query *query, *probe;
	int exit_status;
	bool has_rows;

	exit_status = open_section(context, subject, section, &probe);
	if (exit_status)
		return exit_status;
	has_rows = query_next(context, probe, &exit_status);
	gbq_finish(probe);
	if (!has_rows)
		return exit_status;
	exit_status = open_section(context, subject, section, &query);
	if (exit_status)
		return exit_status;
	fprintf(context->out, "\n%s:\n", section->title);
	exit_status = query_write(context, query, saved ? saved->table :
	    NULL);
	gbq_finish(query);
	return exit_status;
}

static int
print_subject(struct context *context, const struct subject *subject,
    const struct gbq_query *row)
{
	const struct section *section = subject->sections;
	struct buffer out = { 0 };
	int exit_status = 0;

	buffer_printf(&out, "%s ", subject->title);
	if (strcmp(subject->title, "event") == 0)
		buffer_printf(&out, "e%lld ", (long long)subject->number);
	compile_label(&out, row);
	buffer_add_byte(&out, '\n');
	show_add_fields(context, &out, row);
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
	for (; section->title && !exit_status; section++)
		exit_status = print_section(context, subject, section);
	return exit_status;
}

/* {"compile": {…}, "breaks": […], …} */
static int
write_json_subject(struct context *context, const struct subject *subject,
    const struct gbq_query *row)
{
	const struct section *section = subject->sections;
	struct gbq_query *query;
	struct buffer out = { 0 };
	int exit_status = 0;

	buffer_printf(&out, "{\"%s\": ", subject->title);
	add_json_object(&out, row);
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
	for (; section->title && !exit_status; section++) {
		exit_status = open_section(context, subject, section, &query);
		if (exit_status)
			break;
		fprintf(context->out, ",\n\"%s\": ", section->title);
		exit_status = query_write(context, query, NULL);
		gbq_finish(query);
	}
	fputs("}", context->out);
	return exit_status;
}

static int
show_row(struct context *context, struct subject *subject,
    struct gbq_query *query, bool first)
{
	int64_t number = subject->number;
	int exit_status;

	if (!number)
		subject->number = row_integer(query, "compile_no");
	if (is_json(context))
		fputs(first ? "[" : ",\n", context->out);
	else if (!first)
		fputs("\n", context->out);
	exit_status = is_json(context) ?
	    write_json_subject(context, subject, query) :
	    print_subject(context, subject, query);
	subject->number = number;
	return exit_status;
}

/*
 * The rows of a query as subjects, in people's format or JSON. People are shown
 * the first ones of an id that many ranks or instances have.
 */
static int
show_rows(struct context *context, struct subject *subject,
    struct gbq_query *query)
{
	size_t count = 0;
	int exit_status = 0;

	while (query_next(context, query, &exit_status)) {
		if (count < MAX_SHOWN || is_json(context))
			exit_status = show_row(context, subject, query,
			    count == 0);
		count++;
	}
	if (!exit_status && count > MAX_SHOWN && !is_json(context))
		fprintf(context->out, "\n%zu more of this id: name one by "
		    "its rank or instance (0/0@r1, 0/0#1)\n",
		    count - MAX_SHOWN);
	if (!exit_status && count == 0)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "run %lld has no such %s", (long long)subject->run_id,
		    subject->title);
	if (is_json(context))
		fputs("]\n", context->out);
	return exit_status;
}

static int
bind_name(struct context *context, struct gbq_query *query,
    const struct compile_name *name)
{
	enum gbq_status status;

	if (name->event) {
		status = gbq_bind_integer(query, "event", name->event);
	} else {
		status = gbq_bind_text(query, "id", name->id);
		if (status == GBQ_OK && name->instance >= 0)
			status = gbq_bind_integer(query, "instance",
			    name->instance);
		if (status == GBQ_OK && name->rank >= 0)
			status = gbq_bind_integer(query, "rank", name->rank);
	}
	return status == GBQ_OK ? 0 : context_error(context, status);
}

static int
show_subject(struct context *context, int64_t run_id,
    const struct compile_name *name)
{
	struct subject subject = {
		.title = name->event ? "event" : "compile",
		.sections = name->event ? event_sections : compile_sections,
		.parameter = name->event ? "event" : "compile",
		.run_id = run_id,
		.number = name->event,
		.attempt = name->event ? -1 : name->attempt
	};
	struct gbq_query *query = NULL;
	int exit_status;

	exit_status = query_saved(context, &query, name->event ?
	    "show_event" : "show_compile", run_id);
	if (!exit_status)
		exit_status = bind_name(context, query, name);
	if (!exit_status)
		exit_status = context_for_people(context) ||
		    is_json(context) ? show_rows(context, &subject, query) :
		    query_write(context, query, NULL);
	gbq_finish(query);
	return exit_status;
}

static int
show_main(struct context *context)
{
	const char *text = context->arguments[context->argument_count - 1];
	struct compile_name name;
	int64_t run_id;
	int exit_status;

	if (!compile_name_parse(text, &name))
		return context_usage(context, "'%s' is neither a compile id "
		    "(such as 0/0, 1/2_1, 0/0#1, 0/0@r1, CA:1/0/0) nor an "
		    "event (such as e1)",
		    text);
	exit_status = database_find_run(context, context->argument_count > 1 ?
	    context->arguments[0] : NULL, &run_id);
	return exit_status ? exit_status : show_subject(context, run_id, &name);
}

const struct command command_show = {
	.name = "show", .group = GROUP_LOOK,
	.next = { "gbq explain GBNNNN", "what a kind means, what to do" },
	.arguments = "[RUN] ID",
	.summary = "all that is known of a compile or break event",
	.text = "ID is " COMPILE_TEXT ", or an event, eN.\n" RUN_TEXT,
	.examples = "  gbq show 0/1\n  gbq show model e3\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.min_arguments = 1, .max_arguments = 2, .run = show_main,
};
