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
	console_streams_release(&queue->streams);
	for (i = 0; i < CONSOLE_MAX_RAISED; i++)
		buffer_release(&queue->raised[i]);
}

void
console_queue_problem(struct console_queue *queue, enum severity severity,
    const char *code, int64_t offset, const char *message)
{
	if (queue->problems++ < CONSOLE_MAX_PROBLEMS)
		problem_add(queue->context->problems, severity, code, offset,
		    "%s", message);
}

/* A wording in one line of printable bytes; some text, always. */
static void
unread_wording(struct slice wording, struct buffer *out)
{
	size_t i;

	wording = slice_part(wording, 0, CONSOLE_MAX_OUTER);
	for (i = 0; i < wording.len; i++)
		buffer_add_byte(out, (unsigned char)wording.at[i] < ' ' ?
		    ' ' : wording.at[i]);
	if (slice_trim(slice_part(buffer_slice(out), 0, 100)).len > 0)
		return;
	buffer_clear(out);
	buffer_add_string(out, "a message without its first line");
}

void
console_queue_unread(struct console_queue *queue, enum severity severity,
    struct slice wording, int64_t offset)
{
	const struct problem_list *problems = queue->context->problems;
	size_t before = problems->list.count;
	struct buffer line = { 0 };

	/* where there are too many wordings they are told together */
	if (queue->unread >= CONSOLE_MAX_PROBLEMS)
		wording = LITERAL("other messages of torch");
	unread_wording(wording, &line);
	problem_add_unread(queue->context->problems, severity,
	    buffer_slice(&line), offset);
	queue->unread += problems->list.count > before;
	buffer_release(&line);
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

/*
 * Whether a bare exception was told before: pytest ends with a summary, and
 * programs log what they also let pass. Else it is kept to compare with.
 */
static bool
was_raised(struct console_queue *queue, const struct console_block *block,
    const struct console_record *record)
{
	struct slice type = record->exception, line = record->message;
	struct buffer *kept;
	size_t dot = slice_find_last_byte(type, '.'), i;
	struct slice dots = LITERAL("...");

	line = slice_part(line, 0, slice_find_byte(line, '\n'));
	type = slice_part(type, dot == SIZE_MAX ? 0 : dot + 1, type.len);
	if (slice_ends(line, dots))
		line.len -= dots.len;
	line = slice_part(line, 0, 200);
	for (i = 0; i < CONSOLE_MAX_RAISED &&
	    block->make == TRACEBACK_BARE && block->only_first; i++) {
		struct slice raised = buffer_slice(&queue->raised[i]);

		if (raised.len && slice_take(&raised, type) &&
		    slice_take(&raised, LITERAL(":")) &&
		    slice_starts(raised, line))
			return true;
	}
	kept = &queue->raised[queue->next_raised++ % CONSOLE_MAX_RAISED];
	buffer_clear(kept);
	buffer_add_slice(kept, type);
	buffer_add_byte(kept, ':');
	buffer_add_slice(kept, line);
	return false;
}

static void
queue_pass(struct console_queue *queue, const struct console_block *block,
    const struct problem_list *found, struct console_record *record)
{
	if (record->kind == CONSOLE_FAILURE &&
	    was_raised(queue, block, record))
		return;
	pass_problems(queue, block, found);
	if (block->cut)
		console_queue_problem(queue, SEVERITY_LOSS, "console_cut",
		    block->offset, "a message is over 64 MB; what follows "
		    "was not read");
	queue->callback(queue->user, record);
}

static void
queue_give_block(struct console_queue *queue,
    const struct console_block *block)
{
	struct arena arena;
	struct problem_list found = { .arena = &arena };
	struct parse_context context = { queue->context->arena, &found };
	struct console_record record;

	arena_init(&arena);
	if (console_record_read(&context, block, &record))
		queue_pass(queue, block, &found, &record);
	else if (block->kind == CONSOLE_FAILURE &&
	    console_failure_is_torch(record.text))
		console_queue_unread(queue, SEVERITY_LOSS,
		    record.exception.at ? record.exception :
		    LITERAL("Traceback (most recent call last):"),
		    block->offset);
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
		queue_give_block(queue, queue->blocks[given]);
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

struct console_block *
console_queue_open(struct console_queue *queue,
    const struct console_anchor *anchor, const struct console_prefix *prefix,
    const struct console_stream *stream, int64_t line_number, int64_t offset)
{
	struct console_block *block;

	console_queue_trim(queue, offset);
	if (anchor->kind != CONSOLE_WARNED)
		console_streams_add(&queue->streams, stream);
	block = console_block_new(anchor, prefix, stream);
	block->line_number = line_number;
	block->offset = block->last_offset = offset;
	queue->held += block->text.len;
	queue->blocks[queue->count++] = block;
	return block;
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

static bool
is_of_stream(const struct console_block *block,
    const struct console_stream *stream)
{
	return slice_equal(buffer_slice(&block->key), stream->key);
}

/*
 * A progress bar or half a line may stand before one line of a message; and
 * where the numbers before its lines differ (grep -n) they are not a stream's.
 */
static bool
is_near_stream(const struct console_block *block,
    const struct console_stream *stream, int64_t rank)
{
	struct console_folded theirs, ours;
	struct slice key = buffer_slice(&block->key);

	if (slice_starts(key, stream->key) || slice_starts(stream->key, key))
		return block->rank == rank;
	if (!block->only_first && !block->all_digits && !block->each_line)
		return false;
	console_fold(stream->outer, true, &theirs);
	console_fold(buffer_slice(&block->outer), true, &ours);
	return theirs.len == ours.len &&
	    memcmp(theirs.text, ours.text, ours.len) == 0;
}

struct console_block *
console_queue_find(const struct console_queue *queue,
    const struct console_prefix *prefix, const struct console_stream *stream)
{
	struct console_block *near = NULL, *block;
	size_t i;

	for (i = queue->count; i-- > 0;) {
		block = queue->blocks[i];
		if (block->closed ||
		    !console_block_same_message(block, prefix))
			continue;
		if (is_of_stream(block, stream))
			return block;
		if (!near && is_near_stream(block, stream, prefix->rank))
			near = block;
	}
	return near && (console_streams_have(&queue->streams,
	    stream->key) &&
	    !slice_starts(stream->key, buffer_slice(&near->key))) ? NULL :
	    near;
}

/*
 * A traceback is written line by line, so that log lines may stand inside it;
 * a message is written at once.
 */
void
console_queue_close_before(struct console_queue *queue,
    const struct console_prefix *prefix, const struct console_stream *stream)
{
	struct console_block *block;
	size_t i;

	for (i = 0; i < queue->count; i++) {
		block = queue->blocks[i];
		if (!is_of_stream(block, stream))
			continue;
		if ((block->raw && (block->kind != CONSOLE_FAILURE ||
		    !block->awaits_exception)) ||
		    console_block_same_source(block, prefix))
			block->closed = true;
	}
}
