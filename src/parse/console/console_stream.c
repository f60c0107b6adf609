/*
 * console_stream.c - lines without a prefix of torch: to which stream, and so
 * to which open message, what a line begins with makes it belong.
 */
#include "parse/console/console_private.h"

#include <string.h>

/* A time may be so much longer in one line than in another. */
enum { LONGEST_TIME = 40 };

bool
console_streams_have(const struct console_streams *streams,
    struct slice key)
{
	size_t i;

	for (i = 0; i < CONSOLE_MAX_STREAMS; i++) {
		if (streams->keys[i].len &&
		    slice_equal(buffer_slice(&streams->keys[i]), key))
			return true;
	}
	return false;
}

/* The newest prefixes, each once. */
void
console_streams_add(struct console_streams *streams,
    const struct console_stream *stream)
{
	struct buffer *kept;

	if (stream->outer.len > streams->longest)
		streams->longest = stream->outer.len;
	if (stream->key.len == 0 || console_streams_have(streams, stream->key))
		return;
	kept = &streams->keys[streams->next++ % CONSOLE_MAX_STREAMS];
	buffer_clear(kept);
	buffer_add_slice(kept, stream->key);
}

void
console_streams_release(struct console_streams *streams)
{
	size_t i;

	for (i = 0; i < CONSOLE_MAX_STREAMS; i++)
		buffer_release(&streams->keys[i]);
}

static bool
is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	    byte_is_digit(byte);
}

/* The line's beginning, folded when a stream first asks for it. */
struct queue_line {
	struct slice line, start;
	struct console_folded folded[2];	/* times, all digits */
	bool is_folded[2];
};

static const struct console_folded *
queue_fold(struct queue_line *line, bool all_digits)
{
	if (!line->is_folded[all_digits])
		console_fold(line->start, all_digits,
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
		if (!queue->streams.keys[i].len)
			continue;
		outer = queue_outer(line,
		    buffer_slice(&queue->streams.keys[i]), 0, false);
		if (outer == SIZE_MAX || outer <= out->outer ||
		    queue_splits_word(line->line, outer))
			continue;
		if (out->block && slice_equal(buffer_slice(&out->block->key),
		    buffer_slice(&queue->streams.keys[i])))
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
    struct queue_line *line, const struct console_match *other)
{
	size_t least = other->block ? 0 : other->outer;
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
	if (other->block || other->outer)
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
	struct queue_line folding;	/* long, and seldom used */
	struct console_block *block;
	size_t i;
	int tried = 0;

	folding.line = line;
	folding.start = slice_part(line, 0, queue->streams.longest +
	    LONGEST_TIME);
	folding.is_folded[false] = folding.is_folded[true] = false;
	*out = (struct console_match){ 0 };
	match_blocks(queue, &folding, out);
	match_streams(queue, &folding, out);
	/* a traceback within its frames goes on */
	if (out->block && out->block->awaits_exception)
		return;
	for (i = queue->count; i-- > 0;) {
		block = queue->blocks[i];
		if (block == out->block)
			break;
		if (block->closed || !block->raw || !block->only_first ||
		    block->outer.len == 0)
			continue;
		if (tried++ == CONSOLE_MAX_TRIED)
			break;
		if (!match_second(queue, block, &folding, out))
			continue;
		out->block = block;
		out->outer = queue_outer(&folding, buffer_slice(&block->key),
		    block->blanks, block->all_digits);
		break;
	}
}
