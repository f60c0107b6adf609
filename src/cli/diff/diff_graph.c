/*
 * diff_graph.c - gbq diff RUN:g4 RUN:g7, or RUN:0/0 RUN:0/1: two graphs, or
 * with --guards the guards of two compiles.
 */
#include <string.h>
#include <unistd.h>

#include "cli/diff/diff.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "cli/screen/terminal.h"
#include "util/unified_diff.h"

static bool
diff_graph_take_piece(void *data, const char *bytes, size_t len)
{
	buffer_add(data, bytes, len);
	return true;
}

/* What is compared, as a word of gbq cat. */
static const char *
diff_graph_compared(const struct context *context)
{
	return context_has(context, OPTION_GUARDS) ? "guards" : "graph";
}

/* The first row is the text of the newest attempt. */
static int
diff_graph_read_text(struct context *context, const char *argument,
    const struct handle *handle, int64_t run_id, struct buffer *text)
{
	bool is_graph = handle->kind == HANDLE_GRAPH;
	struct gbq_query *query = NULL;
	enum gbq_status status = GBQ_OK;
	const char *hash = NULL;
	int exit_status = query_saved(context, &query, is_graph ? "cat_graph" :
	    "cat_compile", run_id);

	if (!exit_status && !is_graph)
		gbq_bind_text(query, "what", diff_graph_compared(context));
	if (!exit_status)
		exit_status = query_bind_handle(context, query, handle);
	if (query_next(context, query, &exit_status))
		hash = row_text(query, "hash");
	if (hash)
		status = gbq_content(context->gbq, hash, diff_graph_take_piece,
		    text);
	gbq_finish(query);
	if (exit_status)
		return exit_status;
	if (status != GBQ_OK)
		return context_error(context, status);
	if (!hash)
		exit_status = handle_check(context, run_id, handle);
	return hash || exit_status ? exit_status : context_fail(context,
	    gbq_exit_code(GBQ_NO_INPUT), "there is no %s of %s",
	    context_has(context, OPTION_GUARDS) ? "text of guards" : "graph",
	    argument);
}

/*
 * Ids of objects and types (more than eight digits before a closing bracket)
 * differ from process to process and say nothing: "#" stands for them.
 */
static void
diff_graph_add_guard(struct buffer *out, struct slice line)
{
	size_t i = 0, end;

	while (i < line.len) {
		end = i + slice_count_digits(line, i);
		if (end > i + 8 && end < line.len && line.at[end] == ')') {
			buffer_add_byte(out, '#');
			i = end;
			continue;
		}
		if (end == i)
			end++;
		buffer_add_slice(out, slice_part(line, i, end));
		i = end;
	}
	buffer_add_byte(out, '\n');
}

/* Guards without what is different each time. */
static void
tidy_guards(struct buffer *text)
{
	struct slice rest = buffer_slice(text), line;
	struct buffer tidy = { 0 };

	while (slice_next_line(&rest, &line)) {
		if (!slice_starts(line, LITERAL("Guard latency =")))
			diff_graph_add_guard(&tidy, line);
	}
	buffer_release(text);
	*text = tidy;
}

/* "RUN:HANDLE", or "HANDLE" of the newest run. */
static int
open_text(struct context *context, char **argument, struct buffer *text)
{
	bool guards = context_has(context, OPTION_GUARDS);
	struct handle handle;
	int64_t run_id;
	int exit_status = database_find_handle(context, argument, 1,
	    HANDLE_COMPILE | (guards ? 0 : HANDLE_GRAPH), &run_id, &handle);

	if (!exit_status)
		exit_status = diff_graph_read_text(context, *argument, &handle,
		    run_id, text);
	if (!exit_status && guards)
		tidy_guards(text);
	return exit_status;
}

bool
diff_graph_is_meant(const struct context *context)
{
	struct handle handle;
	size_t run_len;
	bool meant = context_has(context, OPTION_GRAPH) ||
	    context_has(context, OPTION_GUARDS);

	for (int i = 0; i < context->argument_count && !meant; i++)
		meant = access(context->arguments[i], F_OK) != 0 &&
		    handle_split(context->arguments[i], &run_len, &handle);
	return meant;
}

int
command_diff_graph(struct context *context)
{
	struct command with_contents = *context->command;
	struct buffer texts[GBQ_SIDES] = { { 0 }, { 0 } };
	struct buffer out = { 0 }, safe = { 0 };
	struct slice rest, line;
	int exit_status = 0;

	if (!context_for_people(context))
		return context_usage(context, "graphs and guards are compared "
		    "as text, not -f %s", context->format->name);
	with_contents.reads_contents = true;
	context->command = &with_contents;
	for (int side = 0; side < GBQ_SIDES && !exit_status; side++)
		exit_status = open_text(context, &context->arguments[side],
		    &texts[side]);
	if (!exit_status)
		unified_diff(&out, buffer_slice(&texts[0]),
		    buffer_slice(&texts[1]), context->arguments[0],
		    context->arguments[1]);
	rest = buffer_slice(&out);
	while (slice_next_line(&rest, &line)) {
		terminal_escape(&safe, line);
		buffer_add_byte(&safe, '\n');
	}
	if (!exit_status && !out.len)
		context_note(context, "the %s are equal", context_has(context,
		    OPTION_GUARDS) ? "guards" : "graphs");
	if (!exit_status && out.len && context_has(context, OPTION_EXIT_CODE))
		exit_status = EXIT_NEGATIVE;
	context_write(context, &safe);
	buffer_release(&out);
	buffer_release(&texts[0]);
	buffer_release(&texts[1]);
	return exit_status;
}
