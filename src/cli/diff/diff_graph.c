/*
 * diff_graph.c - gbq diff RUN:0/0 RUN:0/1 --graph: the graphs of two compiles,
 * or with --guards their guards.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
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
    const struct compile_name *name, int64_t run_id, struct buffer *text)
{
	struct gbq_query *query = NULL;
	enum gbq_status status = GBQ_OK;
	const char *hash = NULL;
	bool row = false;
	int exit_status = query_saved(context, &query, "cat_compile", run_id);

	if (exit_status)
		return exit_status;
	gbq_bind_text(query, "what", diff_graph_compared(context));
	gbq_bind_text(query, "id", name->id);
	if (name->instance >= 0)
		gbq_bind_integer(query, "instance", name->instance);
	if (name->attempt >= 0)
		gbq_bind_integer(query, "attempt", name->attempt);
	if (name->rank >= 0)
		gbq_bind_integer(query, "rank", name->rank);
	status = gbq_step(query, &row);
	if (status == GBQ_OK && row)
		hash = row_text(query, "hash");
	if (hash)
		status = gbq_content(context->gbq, hash, diff_graph_take_piece,
		    text);
	gbq_finish(query);
	if (status != GBQ_OK)
		return context_error(context, status);
	return row ? 0 : context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
	    "there is no %s of %s", context_has(context, OPTION_GUARDS) ?
	    "text of guards" : "graph", argument);
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

/* "RUN:ID", or "ID" of the newest run. */
static int
open_text(struct context *context, const char *argument,
    struct buffer *text)
{
	const char *colon = strrchr(argument, ':');
	const char *id = colon ? colon + 1 : argument;
	char *run = colon ? strndup(argument, (size_t)(colon - argument)) :
	    NULL;
	struct compile_name name;
	int64_t run_id;
	int exit_status;

	if (!compile_name_parse(id, &name) || name.event)
		exit_status = context_usage(context,
		    "--%s needs RUN:ID, "
		    "as in model:0/0, not '%s'",
		    diff_graph_compared(context), argument);
	else
		exit_status = database_find_run(context, run, &run_id);
	if (!exit_status)
		exit_status = diff_graph_read_text(context, argument, &name,
		    run_id, text);
	if (!exit_status && context_has(context, OPTION_GUARDS))
		tidy_guards(text);
	free(run);
	return exit_status;
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
		return context_usage(context, "--graph gives text, not -f %s",
		    context->format->name);
	with_contents.reads_contents = true;
	context->command = &with_contents;
	for (int side = 0; side < GBQ_SIDES && !exit_status; side++)
		exit_status = open_text(context, context->arguments[side],
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
		context_note(context, "the graphs are equal");
	if (!exit_status && out.len && context_has(context, OPTION_EXIT_CODE))
		exit_status = EXIT_NEGATIVE;
	context_write(context, &safe);
	buffer_release(&out);
	buffer_release(&texts[0]);
	buffer_release(&texts[1]);
	return exit_status;
}
