/*
 * console_queue.c - blocks in order. A block is given when it is closed and
 * all that began before it are given; limits of number, size and distance
 * keep memory bounded when a block's stream has come to its end.
 */
#include "parse/console/console_private.h"

#include <stdio.h>
#include <string.h>

void
console_queue_release(struct console_queue *queue)
{
	size_t i;

	for (i = 0; i < queue->count; i++)
		console_block_free(queue->blocks[i]);
	queue->count = 0;
}

void
console_queue_problem(struct console_queue *queue, enum severity severity,
    const char *code, int64_t offset, const char *message)
{
	if (queue->problems++ < CONSOLE_MAX_PROBLEMS)
		problem_add(queue->context->problems, severity, code, offset,
		    "%s", message);
}

/*
 * Problems of a text, with the place of its block. Texts of notices lack the
 * traceback that reason files have (torch 2.9 on): that is none.
 */
static void
pass_problems(struct console_queue *queue, const struct console_block *block,
    const struct problem_list *found)
{
	const struct problem *problem;
	char message[200];
	size_t i;

	if (block->kind == CONSOLE_SKIP_NOTICE)
		return;
	for (i = 0; i < found->list.count; i++) {
		problem = &found->list.items[i];
		snprintf(message, sizeof(message), "%.*s",
		    (int)slice_part(problem->message, 0, 190).len,
		    problem->message.at);
		console_queue_problem(queue, problem->severity,
		    problem->code, block->offset, message);
	}
}

static void
console_console_queue_give(struct console_queue *queue,
    const struct console_block *block)
{
	struct arena arena;
	struct problem_list found = { .arena = &arena };
	struct parse_context context = { queue->context->arena, &found };
	struct console_record record;

	arena_init(&arena);
	if (console_record_read(&context, block, &record)) {
		pass_problems(queue, block, &found);
		if (block->cut)
			console_queue_problem(queue, SEVERITY_LOSS,
			    "console_cut", block->offset, "a message is over "
			    "64 MB; what follows was not read");
		queue->callback(queue->user, &record);
	}
	console_record_release(&record);
	array_release(&found.list);
	arena_release(&arena);
}

void
console_queue_give(struct console_queue *queue)
{
	size_t given = 0;

	while (given < queue->count && queue->blocks[given]->closed) {
		queue->held -= queue->blocks[given]->text.len;
		console_console_queue_give(queue, queue->blocks[given]);
		console_block_free(queue->blocks[given++]);
	}
	queue->count -= given;
	if (given)
		memmove(queue->blocks, queue->blocks + given,
		    queue->count * sizeof(*queue->blocks));
}

void
console_queue_trim(struct console_queue *queue, int64_t offset)
{
	while (queue->count && (queue->count == CONSOLE_MAX_BLOCKS ||
	    offset - queue->blocks[0]->last_offset > CONSOLE_MAX_GAP ||
	    queue->held > CONSOLE_MAX_HELD)) {
		queue->blocks[0]->closed = true;
		console_queue_give(queue);
	}
}

void
console_queue_end(struct console_queue *queue)
{
	size_t i;

	for (i = 0; i < queue->count; i++)
		queue->blocks[i]->closed = true;
	console_queue_give(queue);
	if (queue->problems > CONSOLE_MAX_PROBLEMS)
		problem_add(queue->context->problems, SEVERITY_NOTE,
		    "console_problems", UNKNOWN_INT, "%d more problems of "
		    "the console text",
		    queue->problems - CONSOLE_MAX_PROBLEMS);
}

void
console_queue_open(struct console_queue *queue, enum console_kind kind,
    const struct console_prefix *prefix, int64_t line_number, int64_t offset)
{
	struct console_block *block;

	console_queue_trim(queue, offset);
	block = console_block_new(kind, prefix);
	block->line_number = line_number;
	block->offset = block->last_offset = offset;
	queue->held += block->text.len;
	queue->blocks[queue->count++] = block;
}

void
console_queue_add(struct console_queue *queue, struct console_block *block,
    struct slice line, int64_t offset)
{
	size_t before = block->text.len;

	console_block_add(block, line);
	block->last_offset = offset;
	queue->held += block->text.len - before;
}

struct console_block *
console_queue_find(const struct console_queue *queue,
    const struct console_prefix *prefix)
{
	size_t i;

	for (i = queue->count; i-- > 0;) {
		if (!queue->blocks[i]->closed &&
		    console_block_same_message(queue->blocks[i], prefix))
			return queue->blocks[i];
	}
	return NULL;
}

struct console_block *
console_queue_find_raw(const struct console_queue *queue, int64_t rank)
{
	size_t i;

	for (i = queue->count; i-- > 0;) {
		if (!queue->blocks[i]->closed && queue->blocks[i]->raw &&
		    queue->blocks[i]->rank == rank)
			return queue->blocks[i];
	}
	return NULL;
}

/*
 * A traceback is written line by line, so that log lines may stand inside it;
 * a message is written at once.
 */
void
console_queue_close_before(struct console_queue *queue,
    const struct console_prefix *prefix)
{
	struct console_block *block;
	size_t i;

	for (i = 0; i < queue->count; i++) {
		block = queue->blocks[i];
		if (block->raw && block->rank == prefix->rank &&
		    (block->kind != CONSOLE_FAILURE ||
		    !block->awaits_exception))
			block->closed = true;
		else if (console_block_same_stream(block, prefix))
			block->closed = true;
	}
}
