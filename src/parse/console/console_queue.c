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
	for (i = 0; i < CONSOLE_MAX_STREAMS; i++)
		buffer_release(&queue->streams[i]);
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

/* The newest prefixes, each once. */
static void
remember_stream(struct console_queue *queue, struct slice key)
{
	struct buffer *kept;
	size_t i;

	for (i = 0; i < CONSOLE_MAX_STREAMS; i++) {
		if (slice_equal(buffer_slice(&queue->streams[i]), key))
			return;
	}
	kept = &queue->streams[queue->next_stream++ % CONSOLE_MAX_STREAMS];
	buffer_clear(kept);
	buffer_add_slice(kept, key);
}

struct console_block *
console_queue_open(struct console_queue *queue,
    const struct console_anchor *anchor, const struct console_prefix *prefix,
    const struct console_stream *stream, int64_t line_number, int64_t offset)
{
	struct console_block *block;

	console_queue_trim(queue, offset);
	if (stream->key.len)
		remember_stream(queue, stream->key);
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
	if (!block->only_first && !block->all_digits)
		return false;
	console_fold(stream->outer, true, &theirs);
	console_fold(buffer_slice(&block->outer), true, &ours);
	return theirs.len == ours.len &&
	    memcmp(theirs.text, ours.text, ours.len) == 0;
}

static bool
is_known_stream(const struct console_queue *queue, struct slice key)
{
	size_t i;

	for (i = 0; i < CONSOLE_MAX_STREAMS; i++) {
		if (queue->streams[i].len &&
		    slice_equal(buffer_slice(&queue->streams[i]), key))
			return true;
	}
	return false;
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
	return near && (is_known_stream(queue, stream->key) &&
	    !slice_starts(stream->key, buffer_slice(&near->key))) ? NULL :
	    near;
}

/* ---- lines without prefix of torch ---- */

static bool
is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	    byte_is_digit(byte);
}

/* The line's beginning, folded when a stream first asks for it. */
struct queue_line {
	struct slice line;
	struct console_folded folded[2];	/* times, all digits */
	bool is_folded[2];
};

static const struct console_folded *
queue_fold(struct queue_line *line, bool all_digits)
{
	if (!line->is_folded[all_digits])
		console_fold(line->line, all_digits,
		    &line->folded[all_digits]);
	line->is_folded[all_digits] = true;
	return &line->folded[all_digits];
}

/* How much of the line a key and its blanks are; SIZE_MAX: it has another. */
static size_t
queue_outer(struct queue_line *line, struct slice key, size_t blanks,
    bool all_digits)
{
	const struct console_folded *folded;
	size_t end = 0, at;

	if (key.len) {
		folded = queue_fold(line, all_digits);
		if (folded->len < key.len ||
		    memcmp(folded->text, key.at, key.len) != 0)
			return SIZE_MAX;
		end = folded->ends[key.len - 1];
	}
	for (at = 0; at < blanks; at++) {
		if (end + at < line->line.len && line->line.at[end + at] != ' ')
			return slice_trim(slice_part(line->line, end,
			    line->line.len)).len ? SIZE_MAX : line->line.len;
	}
	return end + blanks < line->line.len ? end + blanks : line->line.len;
}

/* The open block whose stream the line begins with, as far as it can. */
static void
match_blocks(const struct console_queue *queue, struct queue_line *line,
    struct console_match *out)
{
	struct console_block *block;
	size_t i, outer;

	for (i = queue->count; i-- > 0;) {
		block = queue->blocks[i];
		if (block->closed || !block->raw)
			continue;
		outer = queue_outer(line, buffer_slice(&block->key),
		    block->blanks, block->all_digits);
		if (outer == SIZE_MAX || (out->block && outer <= out->outer))
			continue;
		out->block = block;
		out->outer = outer;
	}
}

/* "E" of pytest is none of "Epoch 3". */
static bool
queue_splits_word(struct slice line, size_t at)
{
	return at > 0 && at < line.len && is_letter(line.at[at - 1]) &&
	    is_letter(line.at[at]);
}

/* … or a stream without one that fits longer. */
static void
match_streams(const struct console_queue *queue, struct queue_line *line,
    struct console_match *out)
{
	size_t i, outer;

	for (i = 0; i < CONSOLE_MAX_STREAMS; i++) {
		if (!queue->streams[i].len)
			continue;
		outer = queue_outer(line, buffer_slice(&queue->streams[i]), 0,
		    false);
		if (outer == SIZE_MAX || outer <= out->outer ||
		    queue_splits_word(line->line, outer))
			continue;
		if (out->block && slice_equal(buffer_slice(&out->block->key),
		    buffer_slice(&queue->streams[i])))
			continue;
		out->block = NULL;
		out->outer = outer;
	}
}

/* The bytes that two folded beginnings share. */
static size_t
queue_shared(const struct console_folded *folded, struct slice key)
{
	size_t len = 0;

	while (len < folded->len && len < key.len &&
	    folded->text[len] == key.at[len])
		len++;
	return len;
}

/* Other streams are over where this one goes on. */
static void
take_stream(const struct console_queue *queue, struct console_block *block,
    const struct console_folded *folded, size_t len)
{
	size_t blanks = 0, i;

	while (len && folded->text[len - 1] == ' ') {
		blanks++;
		len--;
	}
	buffer_clear(&block->key);
	buffer_add(&block->key, folded->text, len);
	block->blanks = blanks;
	for (i = 0; i < queue->count; i++) {
		if (queue->blocks[i] != block && queue->blocks[i]->raw &&
		    slice_equal(buffer_slice(&queue->blocks[i]->key),
		    buffer_slice(&block->key)))
			queue->blocks[i]->closed = true;
	}
}

/*
 * The second line of a message shows how much of what stood before its first
 * one is the stream's: a logger heads the first line alone. Where numbers
 * differ they are no stream's, but a count.
 */
static bool
match_second(const struct console_queue *queue, struct console_block *block,
    struct queue_line *line, size_t least)
{
	const struct console_folded *folded = queue_fold(line, false);
	struct console_folded outer;
	size_t len, end;

	console_fold(buffer_slice(&block->outer), false, &outer);
	len = queue_shared(folded, (struct slice){ outer.text, outer.len });
	for (; len != SIZE_MAX; len--) {
		end = len ? folded->ends[len - 1] : 0;
		if (end < least)
			break;
		if (console_block_goes_on(block, slice_part(line->line, end,
		    line->line.len))) {
			take_stream(queue, block, folded, len);
			return true;
		}
		if (len && folded->text[len - 1] != ' ')
			len = 1;
	}
	if (least)
		return false;
	console_fold(buffer_slice(&block->outer), true, &outer);
	folded = queue_fold(line, true);
	len = queue_shared(folded, (struct slice){ outer.text, outer.len });
	if (len == 0 || len < outer.len || !console_block_goes_on(block,
	    slice_part(line->line, folded->ends[len - 1], line->line.len)))
		return false;
	take_stream(queue, block, folded, len);
	block->all_digits = true;
	return true;
}

void
console_queue_match(struct console_queue *queue, struct slice line,
    struct console_match *out)
{
	struct queue_line folding = { .line = line };
	struct console_block *block;
	size_t i;
	int tried = 0;

	*out = (struct console_match){ 0 };
	match_blocks(queue, &folding, out);
	match_streams(queue, &folding, out);
	for (i = queue->count; i-- > 0;) {
		block = queue->blocks[i];
		if (block == out->block)
			break;
		if (block->closed || !block->raw || !block->only_first ||
		    block->outer.len == 0)
			continue;
		if (tried++ == CONSOLE_MAX_TRIED)
			break;
		if (!match_second(queue, block, &folding, out->block ? 0 :
		    out->outer))
			continue;
		out->block = block;
		out->outer = queue_outer(&folding, buffer_slice(&block->key),
		    block->blanks, block->all_digits);
		break;
	}
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
