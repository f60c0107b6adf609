/*
 * cmd_show.c - gbq show: everything known of a compile or a break event.
 */
#include <string.h>

#include "cli/commands/look/look.h"
#include "cli/context.h"
#include "cli/format/format.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"
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

static const struct section site_sections[] = {
	{ "events", "show_site_events" },
	{ "hints", "show_hints" },
	{ "frames", "show_frames" },
	{ NULL, NULL }
};

static const struct section cause_sections[] = {
	{ "recompiles", "show_cause_recompiles" },
	{ "guard_failures", "show_cause_guards" },
	{ NULL, NULL }
};

static const struct section failure_sections[] = {
	{ "event", "show_event" },
	{ NULL, NULL }
};

static const struct section graph_sections[] = {
	{ "operators", "show_operators" },
	{ NULL, NULL }
};

/* What is shown of a kind of thing. */
static const struct subject {
	enum handle_kind kind;
	const char *query;		/* its row */
	const struct section *sections;
	/* Instead of all columns, for people without -v; or NULL. */
	int (*add_text)(struct context *context, struct buffer *out,
	    const struct gbq_query *row);
} subjects[] = {
	{ HANDLE_COMPILE, "show_compile", compile_sections, NULL },
	{ HANDLE_EVENT, "show_event", event_sections, show_event_text },
	{ HANDLE_SITE, "show_site", site_sections, show_site_text },
	{ HANDLE_CAUSE, "show_cause", cause_sections, NULL },
	{ HANDLE_FAILURE, "show_failure", failure_sections, NULL },
	{ HANDLE_GRAPH, "show_graph", graph_sections, NULL },
};

/* Columns that people do not need, or only with -v. */
static bool
is_internal(const struct context *context, const char *name)
{
	static const char *const names[] = { "run_id", "compile_no",
	    "short_file", "handle" };

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

/* "  fail type              " */
static void
show_add_label(struct buffer *out, struct slice name)
{
	size_t start = out->len;

	buffer_printf(out, "  %-22.*s ", (int)name.len, name.at);
	for (size_t i = start; i < out->len; i++) {
		if (out->bytes[i] == '_')
			out->bytes[i] = ' ';
	}
}

static void
show_add_fields(const struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	struct gbq_value value;
	struct buffer cell = { 0 };
	struct slice label;
	const char *name;

	for (size_t i = 0; i < gbq_column_count(row); i++) {
		name = gbq_column_name(row, i);
		value = gbq_column(row, i);
		buffer_clear(&cell);
		if (value.type == GBQ_NULL || is_internal(context, name))
			continue;
		label = slice_of(name);
		if (handle_cell(&cell, name, &value))
			label.len -= strlen("_id");
		else if (value.type != GBQ_TEXT)
			format_number(&cell, &value);
		/* its own number */
		if (string_equal(buffer_string(&cell), row_text(row, "handle")))
			continue;
		show_add_label(out, label);
		show_add_lines(out, cell.len ? buffer_slice(&cell) :
		    slice_of(word_of(name, value.bytes)));
	}
	buffer_release(&cell);
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

/*
 * The query of a section with its parameters, which the row of the thing has;
 * attempt is not below 0 where one of a compile is meant. Exit status.
 */
static int
open_section(struct context *context, const struct section *section,
    const struct gbq_query *row, int64_t attempt, struct gbq_query **query)
{
	static const char *const numbers[][2] = {
		{ "compile", "compile_no" }, { "event", "first_event_id" },
		{ "event", "event_id" }, { "site", "site_id" },
		{ "cause", "cause_id" }, { "failure", "failure_id" },
		{ "graph", "graph_id" },
	};
	int exit_status = query_saved(context, query, section->query,
	    row_id(row, "run_id"));

	for (size_t i = 0; i < LENGTH(numbers) && !exit_status; i++) {
		if (gbq_has_parameter(*query, numbers[i][0]) &&
		    !row_is_null(row, numbers[i][1]))
			gbq_bind_integer(*query, numbers[i][0],
			    row_id(row, numbers[i][1]));
	}
	if (!exit_status && attempt >= 0 &&
	    gbq_has_parameter(*query, "attempt"))
		gbq_bind_integer(*query, "attempt", attempt);
	return exit_status;
}

/* A section as a table; nothing where it has no rows. */
static int
print_section(struct context *context, const struct section *section,
    const struct gbq_query *row, int64_t attempt)
{
	const struct gbq_saved *saved = gbq_saved_find(context->gbq,
	    section->query);
	struct gbq_query *query, *probe;
	int exit_status;
	bool has_rows;

	exit_status = open_section(context, section, row, attempt, &probe);
	if (exit_status)
		return exit_status;
	has_rows = query_next(context, probe, &exit_status);
	gbq_finish(probe);
	if (!has_rows)
		return exit_status;
	exit_status = open_section(context, section, row, attempt, &query);
	if (exit_status)
		return exit_status;
	fprintf(context->out, "\n%s:\n", section->title);
	exit_status = query_write(context, query, saved ? saved->table :
	    NULL);
	gbq_finish(query);
	return exit_status;
}

/* "compile [0/1]", "cause c2: size of x", "graph g4: dynamo of [0/0]" */
static void
show_add_title(struct buffer *out, const struct subject *subject,
    const struct gbq_query *row)
{
	const char *name;

	buffer_printf(out, "%s ", handle_noun(subject->kind));
	if (subject->kind == HANDLE_COMPILE) {
		compile_label(out, row);
		buffer_add_byte(out, '\n');
		return;
	}
	add_text(out, row_text(row, "handle"));
	buffer_add_string(out, ": ");
	if (subject->kind == HANDLE_CAUSE) {
		cause_title(out, row);
	} else {
		name = subject->kind == HANDLE_FAILURE ? "category" : "stage";
		add_text(out, word_of(name, row_text(row, name)));
		buffer_add_string(out, " of ");
		compile_label(out, row);
	}
	buffer_add_byte(out, '\n');
}

static int
print_subject(struct context *context, const struct subject *subject,
    const struct gbq_query *row, int64_t attempt)
{
	const struct section *section = subject->sections;
	struct buffer out = { 0 };
	int exit_status = 0;

	if (subject->add_text && !context_has(context, OPTION_VERBOSE)) {
		exit_status = subject->add_text(context, &out, row);
		context_write(context, &out);
		return exit_status;
	}
	if (subject->kind == HANDLE_EVENT) {
		event_line(&out, row);
	} else if (subject->kind == HANDLE_SITE) {
		site_text(&out, row, false, context_colors(context));
	} else {
		show_add_title(&out, subject, row);
	}
	show_add_fields(context, &out, row);
	context_write(context, &out);
	for (; section->title && !exit_status; section++)
		exit_status = print_section(context, section, row, attempt);
	return exit_status;
}

/* {"compile": {…}, "breaks": […], …} */
static int
write_json_subject(struct context *context, const struct subject *subject,
    const struct gbq_query *row, int64_t attempt)
{
	const struct section *section = subject->sections;
	struct gbq_query *query;
	struct buffer out = { 0 };
	int exit_status = 0;

	buffer_printf(&out, "{\"%s\": ", handle_noun(subject->kind));
	add_json_object(&out, row);
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
	for (; section->title && !exit_status; section++) {
		exit_status = open_section(context, section, row, attempt,
		    &query);
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
show_row(struct context *context, const struct subject *subject,
    const struct gbq_query *row, int64_t attempt, bool first)
{
	if (is_json(context)) {
		fputs(first ? "[" : ",\n", context->out);
		return write_json_subject(context, subject, row, attempt);
	}
	if (!first)
		fputs("\n", context->out);
	return print_subject(context, subject, row, attempt);
}

/*
 * The rows of a query, in people's format or JSON. People are shown the first
 * ones of an id that many ranks or instances have.
 */
static int
show_rows(struct context *context, const struct subject *subject,
    struct gbq_query *query, int64_t run_id, const struct handle *handle)
{
	size_t count = 0;
	int exit_status = 0;

	while (query_next(context, query, &exit_status)) {
		if (count < MAX_SHOWN || is_json(context))
			exit_status = show_row(context, subject, query,
			    handle->kind == HANDLE_COMPILE ?
			    handle->attempt : -1, count == 0);
		count++;
	}
	if (!exit_status && count > MAX_SHOWN && !is_json(context))
		fprintf(context->out, "\n%zu more of this id: name one by "
		    "its rank or instance (0/0@r1, 0/0#1)\n",
		    count - MAX_SHOWN);
	if (!exit_status && count == 0)
		return handle_missing(context, run_id, handle);
	if (is_json(context))
		fputs("]\n", context->out);
	return exit_status;
}

static int
show_main(struct context *context)
{
	const struct subject *subject = subjects;
	struct gbq_query *query = NULL;
	struct handle handle;
	int64_t run_id;
	int exit_status = database_find_handle(context, context->arguments,
	    context->argument_count, HANDLE_ANY, &run_id, &handle);

	if (exit_status)
		return exit_status;
	while (subject->kind != handle.kind)
		subject++;
	exit_status = query_saved(context, &query, subject->query, run_id);
	if (!exit_status)
		exit_status = query_bind_handle(context, query, &handle);
	if (!exit_status)
		exit_status = context_for_people(context) ||
		    is_json(context) ? show_rows(context, subject, query,
		    run_id, &handle) : query_write(context, query, NULL);
	gbq_finish(query);
	return exit_status;
}

const struct command command_show = {
	.name = "show", .group = GROUP_LOOK,
	.next = { "gbq explain GBNNNN", "what a kind means, what to do" },
	.arguments = "[RUN] HANDLE",
	.summary = "all that is known of e12, s3, c2, f1, g4 or 1/0",
	.text = "HANDLE is " COMPILE_TEXT ",\nor e12, s3, c2, f1 or g4. An "
	    "event and a site are told as a compiler tells of an\nerror; -v "
	    "gives all columns, the whole stack and what belongs to them."
	    HANDLE_TEXT RUN_TEXT,
	.examples = "  gbq show 0/1\n  gbq show model e3\n"
	    "  gbq show model:s1 -v\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.min_arguments = 1, .max_arguments = 2, .run = show_main,
};
