/*
 * cmd_bytecode.c - gbq bytecode: what Dynamo made of a compile's bytecode.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/context.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"
#include "util/unified_diff.h"

static bool
bytecode_take_piece(void *data, const char *bytes, size_t len)
{
	struct buffer *text = data;

	buffer_add(text, bytes, len);
	return true;
}

/*
 * Append the diff of the row's listings. GBQ_NO_INPUT, nothing appended: one
 * of them is not there, or its text was not kept.
 */
static enum gbq_status
bytecode_add_diff(struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	const char *original = row_text(row, "original_hash");
	const char *modified = row_text(row, "modified_hash");
	struct buffer before = { 0 }, after = { 0 };
	enum gbq_status status = GBQ_NO_INPUT;

	if (original && modified)
		status = gbq_content(context->gbq, original,
		    bytecode_take_piece, &before);
	if (status == GBQ_OK)
		status = gbq_content(context->gbq, modified,
		    bytecode_take_piece, &after);
	if (status == GBQ_OK)
		unified_diff(out, buffer_slice(&before),
		    buffer_slice(&after), row_text(row, "original_path"),
		    row_text(row, "modified_path"));
	buffer_release(&before);
	buffer_release(&after);
	return status;
}

static void
add_instructions(struct buffer *out, const struct gbq_query *row)
{
	add_count(out, row, "instructions_before", "instruction", false);
	buffer_add_string(out, " before, ");
	if (row_is_null(row, "instructions_after"))
		buffer_add_string(out, "no modified listing");
	else
		buffer_printf(out, "%lld after",
		    (long long)row_integer(row, "instructions_after"));
	if (!row_is_null(row, "added"))
		buffer_printf(out, "; lines: +%lld -%lld",
		    (long long)row_integer(row, "added"),
		    (long long)row_integer(row, "removed"));
	buffer_add_byte(out, '\n');
}

/* The files, where their texts are not in the database. */
static void
add_paths(struct buffer *out, const struct gbq_query *row)
{
	static const char *const names[] = { "original_path",
	    "modified_path" };

	for (size_t i = 0; i < 2; i++) {
		if (!row_text(row, names[i]))
			continue;
		buffer_add_string(out, i ? "+++ " : "--- ");
		add_text(out, row_text(row, names[i]));
		buffer_add_byte(out, '\n');
	}
	if (row_text(row, "original_hash") && row_text(row, "modified_hash"))
		buffer_add_string(out, "(the diff needs their texts, which "
		    "were not kept: --no-content)\n");
}

/* Lines for people: nothing that could command a terminal. */
static void
bytecode_add_escaped(struct buffer *out, struct slice text,
    const struct colors *colors)
{
	struct slice line;
	enum color_role role;

	while (slice_next_line(&text, &line)) {
		role = !line.len ? COLOR_NONE :
		    *line.at == '-' ? COLOR_WORSE :
		    *line.at == '+' ? COLOR_BETTER :
		    *line.at == '@' ? COLOR_SOURCE : COLOR_NONE;
		color_begin(out, colors, role);
		terminal_escape(out, line);
		color_end(out, colors, role);
		buffer_add_byte(out, '\n');
	}
}

static int
bytecode_add_pair(struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	struct buffer diff = { 0 };
	enum gbq_status status = bytecode_add_diff(context, &diff, row);

	if (out->len)
		buffer_add_byte(out, '\n');
	compile_label(out, row);
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	buffer_add_string(out, ": ");
	add_instructions(out, row);
	if (status == GBQ_OK)
		bytecode_add_escaped(out, buffer_slice(&diff),
		    context_colors(context));
	else if (status == GBQ_NO_INPUT)
		add_paths(out, row);
	buffer_release(&diff);
	return status == GBQ_OK || status == GBQ_NO_INPUT ? 0 :
	    context_error(context, status);
}

static int
no_bytecode(struct context *context, const struct handle *handle)
{
	struct buffer text = { 0 };

	handle_text(&text, handle);
	context_fail(context, 0, "there is no bytecode of %s: torch 2.6 and "
	    "later write that of resume functions only ('gbq compiles' lists "
	    "all compiles)", buffer_string(&text));
	buffer_release(&text);
	return gbq_exit_code(GBQ_NO_INPUT);
}

static int
print_pairs(struct context *context, struct gbq_query *query,
    const struct handle *handle)
{
	struct buffer out = { 0 };
	int exit_status = 0;

	while (query_next(context, query, &exit_status))
		exit_status = bytecode_add_pair(context, &out, query);
	if (!exit_status && out.len == 0)
		return no_bytecode(context, handle);
	context_write(context, &out);
	return exit_status;
}

/* The row with its diff as one column more. */
static int
bytecode_write_row(struct context *context, struct printer *printer,
    struct gbq_query *row)
{
	size_t count = gbq_column_count(row);
	struct gbq_value *values = mem_calloc(count + 1, sizeof(*values));
	struct buffer diff = { 0 };
	enum gbq_status status = bytecode_add_diff(context, &diff, row);

	for (size_t i = 0; i < count; i++)
		values[i] = gbq_column(row, i);
	if (status == GBQ_OK)
		values[count] = (struct gbq_value){ .type = GBQ_TEXT,
		    .bytes = buffer_string(&diff), .len = diff.len };
	if (status == GBQ_OK || status == GBQ_NO_INPUT)
		printer_row(printer, values);
	free(values);
	buffer_release(&diff);
	return status == GBQ_OK || status == GBQ_NO_INPUT ? 0 :
	    context_error(context, status);
}

static int
write_pairs(struct context *context, struct gbq_query *query)
{
	struct printer printer = context_printer(context, NULL);
	size_t count = gbq_column_count(query);
	const char **names = mem_calloc(count + 1, sizeof(*names));
	int exit_status = 0;

	for (size_t i = 0; i < count; i++)
		names[i] = gbq_column_name(query, i);
	names[count] = "diff";
	printer_start(&printer, names, count + 1);
	while (query_next(context, query, &exit_status))
		exit_status = bytecode_write_row(context, &printer, query);
	printer_end(&printer);
	free(names);
	return exit_status;
}

/* -f raw: the diffs alone, byte for byte. */
static int
write_diffs(struct context *context, struct gbq_query *query)
{
	struct buffer out = { 0 };
	enum gbq_status status;
	int exit_status = 0;

	while (query_next(context, query, &exit_status)) {
		status = bytecode_add_diff(context, &out, query);
		if (status != GBQ_OK && status != GBQ_NO_INPUT)
			exit_status = context_error(context, status);
	}
	context_write(context, &out);
	return exit_status;
}

static int
bytecode_main(struct context *context)
{
	struct gbq_query *query = NULL;
	struct handle handle;
	int64_t run_id;
	int exit_status = database_find_handle(context, context->arguments,
	    context->argument_count, HANDLE_COMPILE | HANDLE_EVENT, &run_id,
	    &handle);

	if (!exit_status)
		exit_status = handle_check(context, run_id, &handle);
	if (!exit_status)
		exit_status = query_saved(context, &query, "bytecode", run_id);
	if (!exit_status)
		exit_status = query_bind_handle(context, query, &handle);
	if (!exit_status)
		exit_status = context_for_people(context) ?
		    print_pairs(context, query, &handle) :
		    strcmp(context->format->name, "raw") == 0 ?
		    write_diffs(context, query) :
		    write_pairs(context, query);
	gbq_finish(query);
	return exit_status;
}

const struct command command_bytecode = {
	.name = "bytecode", .group = GROUP_LOOK,
	.next = { "gbq show RUN 0/0", "all about the compile" },
	.arguments = "[RUN] HANDLE",
	.summary = "what Dynamo made of the bytecode, as a diff",
	.text = "HANDLE is " COMPILE_TEXT ",\nor an event, e12: that of its "
	    "compile. torch 2.6 and later write bytecode of\nresume functions "
	    "only." HANDLE_TEXT RUN_TEXT,
	.examples = "  gbq bytecode model 1/0\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.min_arguments = 1, .max_arguments = 2, .run = bytecode_main,
	.query = "bytecode", .reads_contents = true,
};
