/*
 * diff_graph.c - gbq diff RUN:0/0 RUN:0/1 --graph: the graphs of two compiles.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/compile_name.h"
#include "cli/diff.h"
#include "cli/row.h"
#include "cli/terminal.h"
#include "util/unified_diff.h"

static bool
take_piece(void *data, const char *bytes, size_t len)
{
	buffer_add(data, bytes, len);
	return true;
}

/* The first row is the graph of the newest attempt. */
static int
read_graph(struct context *context, const char *argument,
    const struct compile_name *name, int64_t run_id, struct buffer *text)
{
	struct gbq_query *query = NULL;
	enum gbq_status status = GBQ_OK;
	const char *hash = NULL;
	bool row = false;
	int exit_status = query_saved(context, &query, "cat_compile", run_id);

	if (exit_status)
		return exit_status;
	gbq_bind_text(query, "what", "graph");
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
		status = gbq_content(context->gbq, hash, take_piece, text);
	gbq_finish(query);
	if (status != GBQ_OK)
		return context_error(context, status);
	return row ? 0 : context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
	    "there is no graph of %s", argument);
}

/* "RUN:ID", or "ID" of the newest run. */
static int
open_graph(struct context *context, const char *argument,
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
		exit_status = context_usage(context, "--graph needs RUN:ID, "
		    "as in model:0/0, not '%s'", argument);
	else
		exit_status = database_find_run(context, run, &run_id);
	if (!exit_status)
		exit_status = read_graph(context, argument, &name, run_id,
		    text);
	free(run);
	return exit_status;
}

int
command_diff_graph(struct context *context)
{
	struct command with_contents = *context->command;
	struct buffer graphs[GBQ_SIDES] = { { 0 }, { 0 } };
	struct buffer out = { 0 }, safe = { 0 };
	struct slice rest, line;
	int exit_status = 0;

	with_contents.reads_contents = true;
	context->command = &with_contents;
	for (int side = 0; side < GBQ_SIDES && !exit_status; side++)
		exit_status = open_graph(context, context->arguments[side],
		    &graphs[side]);
	if (!exit_status)
		unified_diff(&out, buffer_slice(&graphs[0]),
		    buffer_slice(&graphs[1]), context->arguments[0],
		    context->arguments[1]);
	rest = buffer_slice(&out);
	while (slice_next_line(&rest, &line)) {
		terminal_escape(&safe, line);
		buffer_add_byte(&safe, '\n');
	}
	if (!exit_status && out.len && context_has(context, OPTION_EXIT_CODE))
		exit_status = EXIT_NEGATIVE;
	context_write(context, &safe);
	buffer_release(&out);
	buffer_release(&graphs[0]);
	buffer_release(&graphs[1]);
	return exit_status;
}
