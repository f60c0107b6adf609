/*
 * console.c - console text: pieces to lines, lines to the messages that they
 * belong to. What a complete message says is not looked at here.
 */
#include "parse/console/console.h"

#include <stdlib.h>

#include "parse/console/console_private.h"

/* A longer line is cut: no message is longer. */
enum { MAX_LINE = CONSOLE_MAX_BLOCK };

struct console {
	struct console_queue queue;
	struct buffer partial;		/* a line whose end has not come */
	bool partial_cut;		/* … and that is over MAX_LINE */
	int64_t fed;			/* bytes of earlier pieces */
	int64_t line_offset;		/* where the line begins */
	int64_t line_number;		/* lines read */
	struct buffer plain;		/* the line without colors */
	struct console_unread unread;
	struct buffer place;	/* a frame that pytest named last */
};

struct console *
console_new(struct parse_context *context, console_callback *callback,
    void *user)
{
	struct console *console = mem_calloc(1, sizeof(*console));

	console->queue.context = context;
	console->queue.callback = callback;
	console->queue.user = user;
	return console;
}

void
console_free(struct console *console)
{
	if (!console)
		return;
	console_queue_release(&console->queue);
	buffer_release(&console->partial);
	buffer_release(&console->plain);
	buffer_release(&console->place);
	console_unread_release(&console->unread);
	free(console);
}

/* The stream of what stands before a message, and who prints there. */
static void
stream_of(struct slice outer, struct console_folded *folded,
    struct console_stream *out, struct console_prefix *prefix)
{
	struct console_ids ids = { NO_ID, NO_ID, NO_ID };
	size_t start = slice_find_last_byte(outer, '\r'), len;

	/* a progress bar writes over itself */
	start = start == SIZE_MAX ? 0 : start + 1;
	outer = slice_part(outer, start, outer.len);
	if (outer.len > CONSOLE_MAX_OUTER)
		outer.len = 0;
	*out = (struct console_stream){ .key = LITERAL(""), .outer = outer };
	if (outer.len) {
		console_ids_of(outer, &ids);
		len = slice_trim_end(outer).len;
		console_fold(slice_part(outer, 0, len), false, folded);
		out->blanks = outer.len - len;
		out->key.at = folded->text;
		out->key.len = folded->len;
	}
	prefix->rank = ids.rank;
	if (prefix->process == NO_ID)
		prefix->process = ids.process;
}

/*
 * The log's name tells more than the first line: before torch 2.3 that may
 * hold half of a reason. exc.py warns of breaks that are nobody's fault.
 */
static bool
starts_message(const struct console_prefix *prefix,
    struct console_anchor *anchor)
{
	anchor->at = 0;
	if (console_kind_of(prefix->text, &anchor->kind))
		return true;
	if (prefix->level == 'W' && (slice_ends(prefix->source,
	    LITERAL("torch/_dynamo/exc.py")) ||
	    slice_equal(prefix->source, LITERAL("torch._dynamo.exc")))) {
		anchor->kind = CONSOLE_WARNED;
		return !slice_starts(prefix->text, LITERAL(" ")) &&
		    prefix->text.len;
	}
	if (slice_starts(prefix->text,
	    LITERAL("failed to eagerly compile backwards"))) {
		anchor->kind = CONSOLE_BACKWARD;
		return true;
	}
	anchor->kind = CONSOLE_BREAK;
	return slice_equal(prefix->name, LITERAL("graph_breaks")) &&
	    slice_starts(prefix->text, LITERAL("Graph break: "));
}

static void
read_log_line(struct console *console, struct console_prefix *prefix)
{
	struct console_queue *queue = &console->queue;
	struct console_folded folded;
	struct console_stream stream;
	struct console_anchor anchor = { 0 };
	struct console_block *block;
	bool starts;

	stream_of(prefix->outer, &folded, &stream, prefix);
	block = console_queue_find(queue, prefix, &stream);
	starts = starts_message(prefix, &anchor);
	if (block && !(starts &&
	    console_block_is_left(block, anchor.kind, prefix->text))) {
		console_queue_add(queue, block, prefix->text,
		    console->line_offset);
		return;
	}
	if (queue->count) {
		console_queue_close_before(queue, prefix, &stream);
		console_queue_give(queue);
	}
	if (starts)
		console_queue_open(queue, &anchor, prefix, &stream,
		    console->line_number, console->line_offset);
	else
		console_unread_line(&console->unread, queue, prefix, &stream,
		    console->line_offset);
}

/*
 * Whether a line that may go on with the block begins a message of its own. A
 * traceback within its frames yields to one of another stream alone.
 */
static bool
block_yields(const struct console_block *block, struct slice text,
    struct console_anchor *anchor)
{
	struct slice before;

	if (!console_anchor_find(text, anchor))
		return false;
	before = slice_trim_end(slice_part(text, 0, anchor->at));
	if (anchor->kind == CONSOLE_FAILURE && block->make == TRACEBACK_BARE)
		return anchor->make == TRACEBACK_BARE;
	if (anchor->kind == CONSOLE_FAILURE)
		return block->awaits_exception && before.len &&
		    anchor->make != TRACEBACK_BARE &&
		    !slice_ends(before, LITERAL(":")) &&
		    !slice_ends(before, LITERAL("+ Exception Group"));
	if (block->awaits_exception || (anchor->at && text.at[0] == ' '))
		return false;
	return console_block_is_left(block, anchor->kind,
	    slice_part(text, anchor->at, text.len));
}

/* "tests/test_a.py:7: in test_a" of pytest, above the exception's line. */
static void
note_place(struct console *console, struct slice line)
{
	size_t at = slice_find(line, LITERAL(".py:")), start, digits;
	struct slice rest, number;

	if (at == SIZE_MAX)
		return;
	for (start = at; start && line.at[start - 1] != ' ';)
		start--;
	rest = slice_part(line, at + 4, line.len);
	digits = slice_count_digits(rest, 0);
	number = slice_part(rest, 0, digits);
	rest = slice_part(rest, digits, rest.len);
	if (!number.len || !slice_take(&rest, LITERAL(": ")) ||
	    slice_contains(slice_part(line, start, at), LITERAL("/torch/")) ||
	    (slice_trim(rest).len && !slice_starts(rest, LITERAL("in "))))
		return;
	slice_take(&rest, LITERAL("in "));
	buffer_clear(&console->place);
	buffer_add_string(&console->place, "  File \"");
	buffer_add_slice(&console->place, slice_part(line, start, at + 3));
	buffer_add_string(&console->place, "\", line ");
	buffer_add_slice(&console->place, number);
	buffer_add_string(&console->place, ", in ");
	rest = slice_trim(rest);
	buffer_add_slice(&console->place, rest);
}

/* A message behind the first at bytes of a line, where it begins. */
static struct console_block *
open_raw(struct console *console, struct slice line, size_t at,
    struct console_anchor *anchor)
{
	struct console_queue *queue = &console->queue;
	struct console_folded folded;
	struct console_stream stream;
	struct console_prefix prefix = { .process = NO_ID,
	    .source_line = UNKNOWN_INT };
	struct console_block *block;

	prefix.text = slice_part(line, at, line.len);
	stream_of(slice_part(line, 0, at), &folded, &stream, &prefix);
	block = console_queue_open(queue, anchor, &prefix, &stream,
	    console->line_number, console->line_offset);
	if (anchor->kind == CONSOLE_FAILURE &&
	    anchor->make == TRACEBACK_BARE) {
		note_place(console, slice_part(line, 0, at));
		buffer_add_slice(&block->frames,
		    buffer_slice(&console->place));
		buffer_clear(&console->place);
	}
	return block;
}

/* A line of no message: a warning of Python, or nothing of ours. */
static void
read_other_line(struct console *console, struct slice line, bool names_torch)
{
	struct console_anchor anchor = { .kind = CONSOLE_WARNED };
	struct slice text;
	size_t at;

	if (!names_torch || !console_warning_find(line, &at)) {
		note_place(console, line);
		return;
	}
	text = slice_part(line, at, line.len);
	if (console_is_skipped_call(text)) {
		open_raw(console, line, at, &anchor)->closed = true;
		console_queue_give(&console->queue);
	} else {
		console_unread_warning(&console->queue, text,
		    console->line_offset);
	}
}

static void
read_raw_line(struct console *console, struct slice line, bool names_torch)
{
	struct console_queue *queue = &console->queue;
	struct console_match match = { 0 };
	struct console_anchor anchor;
	enum console_fit fit;
	struct slice text;
	bool starts = false;

	if (queue->count)
		console_queue_match(queue, line, &match);
	text = slice_part(line, match.outer, line.len);
	if (match.block) {
		starts = block_yields(match.block, text, &anchor);
		fit = starts ? FIT_NO : console_block_takes(match.block, text);
		if (fit == FIT_YES) {
			console_queue_add(queue, match.block, text,
			    console->line_offset);
			return;
		}
		if (fit == FIT_NO && !(starts && anchor.at)) {
			match.block->closed = true;
			console_queue_give(queue);
		}
	}
	if (starts || console_anchor_find(text, &anchor))
		open_raw(console, line, match.outer + anchor.at, &anchor);
	else
		read_other_line(console, line, names_torch);
}

/* What is left on the screen of a line that writes over itself. */
static struct slice
overwritten_line(struct slice line)
{
	struct slice body = line;
	size_t last;

	while (body.len && body.at[body.len - 1] == '\r')
		body.len--;
	last = slice_find_last_byte(body, '\r');
	return last == SIZE_MAX ? line : slice_part(line, last + 1, line.len);
}

static void
read_line(struct console *console, struct slice line)
{
	struct console_prefix prefix;

	console->line_number++;
	line = console_without_colors(line, &console->plain);
	console_prefix_read(line, &prefix);
	if (prefix.head.at)
		read_log_line(console, &prefix);
	else
		read_raw_line(console, overwritten_line(line),
		    prefix.names_torch);
	console_queue_trim(&console->queue, console->line_offset);
}

/* Keep a part of a line, as far as there is room for it. */
static void
keep_partial(struct console *console, struct slice bytes)
{
	size_t room = MAX_LINE - console->partial.len;

	if (bytes.len > room && !console->partial_cut) {
		console->partial_cut = true;
		console_queue_problem(&console->queue, SEVERITY_LOSS,
		    "console_line_cut", console->line_offset,
		    "a line is over 64 MB; what follows in it was not read");
	}
	buffer_add_slice(&console->partial, slice_part(bytes, 0, room));
}

void
console_feed(struct console *console, struct slice bytes)
{
	struct slice rest = bytes, line;
	size_t at;

	while ((at = slice_find_byte(rest, '\n')) != SIZE_MAX) {
		line = slice_part(rest, 0, at);
		if (console->partial.len || line.len > MAX_LINE) {
			keep_partial(console, line);
			line = buffer_slice(&console->partial);
		}
		read_line(console, line);
		buffer_clear(&console->partial);
		console->partial_cut = false;
		rest = slice_part(rest, at + 1, rest.len);
		console->line_offset = console->fed +
		    (int64_t)(bytes.len - rest.len);
	}
	keep_partial(console, rest);
	console->fed += (int64_t)bytes.len;
}

void
console_end(struct console *console)
{
	if (console->partial.len)
		read_line(console, buffer_slice(&console->partial));
	buffer_clear(&console->partial);
	console_unread_end(&console->unread, &console->queue);
	console_queue_end(&console->queue);
}

const char *
console_kind_name(enum console_kind kind)
{
	static const char *const names[] = {
		"break", "suppressed_break", "skip_notice", "recompile",
		"limit", "failure", "wont_convert", "item_hint", "warned",
		"backward", "explained"
	};

	return names[kind];
}
