/*
 * join_metrics.c - what the metrics pages, stacks and recompile reasons say of
 * each compile.
 */
#include "ingest/join/join.h"

#include <stdlib.h>

#include "parse/compile_id.h"

const struct metrics *
join_metrics_of(const struct captured_metrics *captured)
{
	return captured->log ? captured->log : &captured->metrics;
}

static void
metrics_take(struct join *join, const struct captured_metrics *captured)
{
	const struct captured_file *file =
	    &join->capture->files.items[captured->file];
	size_t index = join->rows->file_compile.items[captured->file];
	const struct metrics *metrics = join_metrics_of(captured);
	struct compile_row *compile;

	/* what ran later is no time of the compile */
	if (index == NO_ROW || file->is_runtime)
		return;
	compile = &join->rows->compiles.items[index];
	if (metrics->stage == METRICS_BACKWARD) {
		if (!compile->backward)
			compile->backward = metrics;
	} else if (metrics->stage == METRICS_FORWARD && !compile->metrics) {
		compile->metrics = metrics;
		/*
		 * The page lists specializations and guards of attempt 0,
		 * the log tells those of the attempt that finished.
		 */
		compile->page = compile->log ? &compile->log->tables :
		    &captured->metrics;
		if (captured->metrics.stack.count)
			compile->stack = &captured->metrics.stack;
		if (file->attempt != NO_ID)
			compile->last_attempt = file->attempt;
	}
}

/* A log's record names the code itself. */
static bool
set_logged_frame(struct compile_row *compile, const slice_array *roots)
{
	const struct metrics *metrics = compile->metrics;
	int64_t line;

	if (!metrics || !metrics->co_name.at || !metrics->co_filename.at)
		return false;
	compile->frame.file = metrics->co_filename;
	compile->frame.line = metrics->co_firstlineno;
	compile->frame_name = metrics->co_name;
	resume_name_parse(metrics->co_name, &compile->frame.function, &line);
	compile->owner = owner_of(metrics->co_filename, roots);
	return true;
}

/*
 * The compiled frame is the stack's last one, with co_firstlineno. Under torch
 * 2.3 the stack of index.html ends above it, in torch's eval_frame.py.
 */
static void
set_frame(struct compile_row *compile, const slice_array *roots)
{
	const struct stack_frame *last;
	int64_t line;

	if (set_logged_frame(compile, roots) || !compile->stack)
		return;
	last = &compile->stack->items[compile->stack->count - 1];
	if (slice_ends(last->file, LITERAL("_dynamo/eval_frame.py")) &&
	    slice_equal(last->function, LITERAL("_fn")))
		return;
	compile->frame.file = last->file;
	compile->frame.line = last->line;
	compile->frame_name = last->function;
	if (last->function.at)
		resume_name_parse(last->function, &compile->frame.function,
		    &line);
	compile->owner = owner_of(last->file, roots);
}

/*
 * A compile that hit the recompile limit has no stack anywhere; the compile
 * before it of the same frame id is of the same code (models/lm_varlen_train,
 * 0/8). Compiles are in order of id and instance.
 */
static void
take_frames_of_siblings(struct rows *rows)
{
	size_t count = rows->compiles.count, i;
	size_t *frames = join_number_frames(rows);
	/* The last compile of each frame whose code is known. */
	const struct compile_row **known = mem_calloc(count + 1,
	    sizeof(*known));

	for (i = 0; i < count; i++) {
		struct compile_row *compile = &rows->compiles.items[i];
		const struct compile_row *before = known[frames[i]];

		if (before && !compile->frame.file.at && !compile->stack) {
			compile->frame = before->frame;
			compile->frame_name = before->frame_name;
			compile->owner = before->owner;
		}
		if (compile->frame.file.at)
			known[frames[i]] = compile;
	}
	free(known);
	free(frames);
}

/* Give texts that were cut from others a pointer of their own. */
static void
intern_frames(struct join *join)
{
	size_t i;

	for (i = 0; i < join->rows->compiles.count; i++) {
		struct compile_row *compile = &join->rows->compiles.items[i];

		compile->frame.function = intern(&join->capture->texts,
		    compile->frame.function);
		compile->owner.library = intern(&join->capture->texts,
		    compile->owner.library);
	}
}

/* A compile may have several files (two processes in one log). */
void
join_set_position(struct rows *rows, struct recompile_row *row)
{
	struct compile_row *compile = &rows->compiles.items[row->compile];

	row->first_position = compile->guard_rows;
	compile->guard_rows += (int64_t)row->reasons->count;
	compile->recompile_rows++;
}

static void
take_recompiles(struct join *join)
{
	size_t i;

	for (i = 0; i < join->capture->recompiles.count; i++) {
		const struct captured_recompile *captured =
		    &join->capture->recompiles.items[i];
		size_t index = join->rows->file_compile.items[captured->file];
		struct recompile_row *row;

		if (index == NO_ROW)
			continue;
		join->rows->compiles.items[index].is_recompile = true;
		row = array_add(&join->rows->recompiles);
		row->compile = index;
		row->reasons = &captured->reasons;
		join_set_position(join->rows, row);
	}
}

/* A report whose graphs were left out still tells by the ops. */
static void
complete_graphs(struct compile_row *compile)
{
	if (!compile->metrics)
		return;
	if (compile->graphs == UNKNOWN_INT)
		compile->graphs = compile->metrics->graph_ops > 0;
	if (compile->graphs_captured < compile->graphs)
		compile->graphs_captured = compile->graphs;
}

/* Output graphs of all attempts, and of the one that finished. */
static void
count_graphs(struct join *join)
{
	size_t i;

	for (i = 0; i < join->rows->compiles.count; i++)
		join->rows->compiles.items[i].graphs = UNKNOWN_INT;
	for (i = 0; i < join->capture->files.count; i++) {
		const struct captured_file *file =
		    &join->capture->files.items[i];
		size_t index = join->rows->file_compile.items[i];
		struct compile_row *compile;

		if (index == NO_ROW || file->kind != FILE_OUTPUT_GRAPH)
			continue;
		compile = &join->rows->compiles.items[index];
		compile->graphs_captured++;
		if (compile->metrics && compile->metrics->graph_ops > 0 &&
		    file->attempt == compile->last_attempt)
			compile->graphs = compile->graphs == UNKNOWN_INT ? 1 :
			    compile->graphs + 1;
	}
	for (i = 0; i < join->rows->compiles.count; i++)
		complete_graphs(&join->rows->compiles.items[i]);
}

void
join_metrics(struct join *join)
{
	size_t i;

	for (i = 0; i < join->capture->metrics.count; i++)
		metrics_take(join, &join->capture->metrics.items[i]);
	for (i = 0; i < join->rows->compiles.count; i++) {
		struct compile_row *compile = &join->rows->compiles.items[i];

		if (!compile->stack && compile->log &&
		    compile->log->stack.count)
			compile->stack = &compile->log->stack;
		set_frame(compile, &join->capture->torch_roots);
		if (compile->metrics && compile->metrics->cache_size > 0)
			compile->is_recompile = true;
	}
	take_frames_of_siblings(join->rows);
	intern_frames(join);
	take_recompiles(join);
	count_graphs(join);
}
