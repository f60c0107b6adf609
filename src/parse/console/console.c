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
	struct buffer lost_head;	/* of the last line without a start */
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
	buffer_release(&console->lost_head);
	free(console);
}

/* Lines of a known log that go on with nothing: their start is not there. */
static void
note_lost(struct console *console, const struct console_prefix *prefix)
{
	if (!slice_equal(prefix->name, LITERAL("graph_breaks")) &&
	    !slice_equal(prefix->name, LITERAL("recompiles")))
		return;
	if (slice_equal(buffer_slice(&console->lost_head), prefix->head))
		return;
	buffer_clear(&console->lost_head);
	buffer_add_slice(&console->lost_head, prefix->head);
	console_queue_problem(&console->queue, SEVERITY_LOSS,
	    "console_no_start", console->line_offset, "lines of a message "
	    "without its first line, or of an unknown kind");
}

/*
 * The log's name tells more than the first line: before torch 2.3 that may
 * hold half of a reason.
 */
static bool
starts_message(const struct console_prefix *prefix, enum console_kind *kind)
{
	if (console_kind_of(prefix->text, kind))
		return true;
	*kind = CONSOLE_BREAK;
	return slice_equal(prefix->name, LITERAL("graph_breaks")) &&
	    slice_starts(prefix->text, LITERAL("Graph break: "));
}

static void
read_log_line(struct console *console, const struct console_prefix *prefix)
{
	struct console_queue *queue = &console->queue;
	struct console_block *block = console_queue_find(queue, prefix);
	enum console_kind kind;
	bool starts = starts_message(prefix, &kind);

	if (block && !(starts &&
	    console_block_is_left(block, kind, prefix->text))) {
		console_queue_add(queue, block, prefix->text,
		    console->line_offset);
		return;
	}
	if (queue->count) {
		console_queue_close_before(queue, prefix);
		console_queue_give(queue);
	}
	if (starts)
		console_queue_open(queue, kind, prefix, console->line_number,
		    console->line_offset);
	else
		note_lost(console, prefix);
}

/* Whether a line without prefix begins a message: *text is moved to it. */
static bool
starts_raw(const struct console_block *block, struct slice *text,
    enum console_kind *kind)
{
	struct slice message = *text;

	if (!console_kind_within(&message, kind))
		return false;
	if (block && (block->awaits_exception ||
	    !console_block_is_left(block, *kind, message)))
		return false;
	*text = message;
	return true;
}

static void
read_raw_line(struct console *console, struct console_prefix *prefix)
{
	struct console_queue *queue = &console->queue;
	struct console_block *block =
	    console_queue_find_raw(queue, prefix->rank);
	enum console_kind kind;
	bool starts = starts_raw(block, &prefix->text, &kind);

	if (block && !starts && console_block_takes(block, prefix->text)) {
		console_queue_add(queue, block, prefix->text,
		    console->line_offset);
		return;
	}
	if (block) {
		block->closed = true;
		console_queue_give(queue);
	}
	if (!starts && slice_starts(prefix->text,
	    LITERAL("Traceback (most recent call last):"))) {
		kind = CONSOLE_FAILURE;
		starts = true;
	}
	if (starts)
		console_queue_open(queue, kind, prefix, console->line_number,
		    console->line_offset);
}

static void
read_line(struct console *console, struct slice line)
{
	struct console_prefix prefix;

	console->line_number++;
	console_prefix_read(line, &prefix);
	if (prefix.head.at)
		read_log_line(console, &prefix);
	else
		read_raw_line(console, &prefix);
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
	console_queue_end(&console->queue);
}

const char *
console_kind_name(enum console_kind kind)
{
	static const char *const names[] = {
		"break", "suppressed_break", "skip_notice", "recompile",
		"limit", "failure", "wont_convert", "item_hint"
	};

	return names[kind];
}
