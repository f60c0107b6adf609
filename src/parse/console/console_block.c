/*
 * console_block.c - the lines of one message: how it begins, which lines go
 * on with it. Lines with a prefix are told by the prefix. Lines without one
 * (tracebacks of Python, formats that give the first line alone a prefix) are
 * told by their text: indented and empty ones go on, known headings too, and
 * free text where a message stands.
 */
#include "parse/console/console_private.h"

#include <stdlib.h>
#include <string.h>

static const char traceback_heading[] = "Traceback (most recent call last)";

/* What stands at column 0 inside messages, torch 2.0 to 2.13. */
static const char *const headings[] = {
	"User code traceback:",
	"from user code:",
	"Graph Break Reason: ",
	"Reason: ",
	"Stack variable source attribution:",
	"NoneType: None",
	"==========",
	"NOTE: the most recent `torch.compile` tracing attempt",
	"Most recent bytecode instructions traced",
	"TRACE ",
	"torch.compile will skip tracing the frame",
	"The graph break occurred in the following user code:",
	"Graph break: from user code at:",
	"or:",
	"to include these operations in the captured graph.",
	"due to:",
	"Stack (most recent call last):",
	"User stack trace:",
	"To log all recompilation reasons",
	"To diagnose recompilation issues",
	"Caused by:",
	"User Stack (most recent call last):",
	"For more information, run with TORCH_LOGS",
	"For extended logs when we create symbols",
	"For C++ stack trace",
	"If you suspect the guard was triggered from C++",
	"If you need to",
	"The following call raised this error:",
	"Original traceback:",
	"Potential framework code culprit",
	"\"\"\"",	/* around what a worker process raised */
};

/* Headings that are the last of a failure's text. */
static const char *const last_headings[] = {
	"Set TORCHDYNAMO_VERBOSE=1",
	"Set TORCH_LOGS=",
};

static const char *const chain_headings[] = {
	"The above exception was the direct cause of the following",
	"During handling of the above exception, another exception",
};

/* What can be the second line of a message. */
static const struct second_line {
	enum console_kind kind;
	const char *text;
} second_lines[] = {
	{ CONSOLE_BREAK, "Graph Break Reason: " },
	{ CONSOLE_BREAK, "Reason: " },
	{ CONSOLE_BREAK, "  File \"" },
	{ CONSOLE_BREAK, "User code traceback:" },
	{ CONSOLE_SUPPRESSED_BREAK, "Graph Break Reason: " },
	{ CONSOLE_SUPPRESSED_BREAK, "Reason: " },
	{ CONSOLE_SKIP_NOTICE, "torch.compile will skip tracing" },
	{ CONSOLE_SKIP_NOTICE, "  File \"" },
	{ CONSOLE_RECOMPILE, "    triggered by the following guard" },
	{ CONSOLE_LIMIT, "   function: " },
	{ CONSOLE_FAILURE, "  File \"" },
	{ CONSOLE_WONT_CONVERT, "due to:" },
	{ CONSOLE_ITEM_HINT, "    torch._dynamo.config." },
	{ CONSOLE_EXPLAINED, "    Reason: " },
};

static const char *const ipython_frames[] = {
	"File ", "Cell In", "Input In", "<ipython-input", "-----", "~", "/",
	"(...)", "[... ", "---> ", "--> ", "-> ", "\\", "<",
};

static const char *const rich_frames[] = {
	"\xe2\x94", "\xe2\x95", "\xe2\x9d", "|", "+", ">",
};

static void
set_stream(struct console_block *block, const struct console_prefix *prefix,
    const struct console_stream *stream)
{
	buffer_add_slice(&block->key, stream->key);
	block->blanks = stream->blanks;
	buffer_add_slice(&block->outer, stream->outer);
	block->rank = prefix->rank;
	block->process = prefix->process;
	if (!prefix->head.at)
		return;
	block->head_is_cut = prefix->cut;
	buffer_add_slice(&block->head, prefix->head);
	buffer_add_slice(&block->source, prefix->source);
	buffer_add_byte(&block->source, '\n');
	buffer_add_slice(&block->source, prefix->name);
}

/* "NAME     Traceback (most recent call last)" */
static void
set_ipython_name(struct console_block *block, struct slice heading)
{
	buffer_clear(&block->name);
	buffer_add_slice(&block->name, slice_part(heading, 0,
	    slice_find_byte(heading, ' ')));
}

struct console_block *
console_block_new(const struct console_anchor *anchor,
    const struct console_prefix *prefix, const struct console_stream *stream)
{
	struct console_block *block = mem_calloc(1, sizeof(*block));

	block->kind = anchor->kind;
	block->each_line = prefix->head.at && !prefix->first_is_only;
	block->raw = !prefix->head.at || prefix->first_may_be_only;
	block->only_first = true;
	set_stream(block, prefix, stream);
	block->crlf = slice_ends(prefix->text, LITERAL("\r"));
	buffer_add_slice(&block->text, slice_part(prefix->text, 0,
	    prefix->text.len - block->crlf));
	if (block->kind == CONSOLE_FAILURE) {
		block->make = anchor->make;
		block->free_text = block->make == TRACEBACK_BARE;
		block->awaits_exception = !block->free_text;
		if (block->make == TRACEBACK_IPYTHON)
			set_ipython_name(block, prefix->text);
	} else if (block->kind == CONSOLE_BREAK ||
	    block->kind == CONSOLE_SUPPRESSED_BREAK) {
		block->free_text = block->over_blank = true;
	}
	return block;
}

void
console_block_free(struct console_block *block)
{
	if (!block)
		return;
	buffer_release(&block->key);
	buffer_release(&block->name);
	buffer_release(&block->frames);
	buffer_release(&block->outer);
	buffer_release(&block->head);
	buffer_release(&block->text);
	buffer_release(&block->source);
	free(block);
}

void
console_block_add(struct console_block *block, struct slice line)
{
	size_t room = CONSOLE_MAX_BLOCK - block->text.len;

	block->only_first = false;
	if (block->cut || line.len + 1 > room) {
		block->cut = true;
		return;
	}
	if (block->crlf && slice_ends(line, LITERAL("\r")))
		line.len--;
	buffer_add_byte(&block->text, '\n');
	buffer_add_slice(&block->text, line);
}

/* From the last "torch/" on: what a prefix that lost its beginning has. */
static struct slice
head_end(struct slice head)
{
	size_t at = slice_find_last(head, LITERAL("torch/"));

	return slice_part(head, at == SIZE_MAX ? 0 : at, head.len);
}

bool
console_block_same_message(const struct console_block *block,
    const struct console_prefix *prefix)
{
	struct slice head = buffer_slice(&block->head);

	if (!block->each_line)
		return false;
	if (head.len == prefix->head.len && slice_equal(head, prefix->head))
		return true;
	return (prefix->cut || block->head_is_cut) &&
	    slice_equal(head_end(head), head_end(prefix->head));
}

bool
console_block_same_source(const struct console_block *block,
    const struct console_prefix *prefix)
{
	struct slice source = buffer_slice(&block->source);

	if (block->process != prefix->process ||
	    source.len != prefix->source.len + 1 + prefix->name.len)
		return false;
	return slice_starts(source, prefix->source) &&
	    slice_ends(source, prefix->name);
}

bool
console_block_is_left(const struct console_block *block,
    enum console_kind kind, struct slice text)
{
	/* the hint of Tensor.item() holds such a line itself */
	if (block->kind == CONSOLE_ITEM_HINT && kind == CONSOLE_BREAK)
		return !slice_starts(text,
		    LITERAL("Graph break: from user code at:"));
	return true;
}

/* A heading at column 0; what may follow it is noted. */
static bool
take_heading(struct console_block *block, struct slice line)
{
	bool chain = slice_starts_any(line, chain_headings,
	    LENGTH(chain_headings));
	bool last = slice_starts_any(line, last_headings,
			LENGTH(last_headings)) &&
	    block->kind == CONSOLE_FAILURE;
	bool again = slice_starts(line,
	    LITERAL("*** While handling this graph break"));

	if (!chain && !last && !again &&
	    !slice_starts(line, LITERAL("You can suppress this exception")) &&
	    !slice_starts_any(line, headings, LENGTH(headings)))
		return false;
	block->chained = chain;
	block->done = last;
	block->free_text = block->over_blank = again;
	/* "Reason: …:" and an empty line stand before the kind line */
	if (slice_starts(line, LITERAL("Graph Break Reason: ")) ||
	    slice_starts(line, LITERAL("Reason: "))) {
		block->free_text = true;
		block->over_blank = slice_ends(line, LITERAL(":"));
	}
	return true;
}

/* "torch._dynamo.exc.Unsupported: …", "KeyError", "a.RayTaskError(X): …" */
static bool
looks_like_exception(struct slice line)
{
	bool dotted = false;
	size_t at = 0;

	while (at < line.len && (byte_is_digit(line.at[at]) ||
	    (line.at[at] >= 'a' && line.at[at] <= 'z') ||
	    (line.at[at] >= 'A' && line.at[at] <= 'Z') ||
	    (unsigned char)line.at[at] >= 0x80 ||
	    memchr("_.<>()", line.at[at], 6))) {
		dotted |= line.at[at] == '.';
		at++;
	}
	return at > 0 && (at == line.len || line.at[at] == ':') &&
	    (dotted || (line.at[0] >= 'A' && line.at[0] <= 'Z'));
}

/* A heading of the make of the block: "Traceback (most recent call last):" */
static bool
is_traceback(struct console_block *block, struct slice line)
{
	struct console_anchor anchor;

	if (block->kind != CONSOLE_FAILURE)
		return slice_starts(line, slice_of(traceback_heading)) &&
		    slice_ends(line, LITERAL(":"));
	if (!console_anchor_find(line, &anchor) || anchor.at != 0 ||
	    anchor.kind != CONSOLE_FAILURE || anchor.make == TRACEBACK_BARE)
		return false;
	if (block->chained && anchor.make == TRACEBACK_IPYTHON)
		set_ipython_name(block, line);
	return true;
}

/* The exception that ends the frames of a traceback. */
static enum console_fit
take_exception(struct console_block *block, struct slice line)
{
	struct slice name = buffer_slice(&block->name);
	bool found = looks_like_exception(line);

	if (block->make == TRACEBACK_IPYTHON)
		found = name.len && slice_take(&line, name) &&
		    (line.len == 0 || line.at[0] == ':');
	if (!found && block->make == TRACEBACK_IPYTHON)
		return slice_starts_any(line, ipython_frames,
		    LENGTH(ipython_frames)) ? FIT_YES : FIT_ELSEWHERE;
	if (block->make == TRACEBACK_RICH && slice_starts_any(line,
	    rich_frames, LENGTH(rich_frames)))
		return FIT_YES;
	if (!found)
		return FIT_ELSEWHERE;
	block->awaits_exception = false;
	block->free_text = true;
	block->over_blank = false;
	return FIT_YES;
}

/* A line at column 0. */
static enum console_fit
block_take_text(struct console_block *block, struct slice line)
{
	if (is_traceback(block, line)) {
		if (block->kind == CONSOLE_FAILURE && !block->chained)
			return FIT_NO;
		block->awaits_exception = true;
		block->chained = block->done = false;
		return FIT_YES;
	}
	if (take_heading(block, line))
		return FIT_YES;
	if (block->awaits_exception)
		return take_exception(block, line);
	if (!block->free_text)
		return FIT_NO;
	block->over_blank = slice_ends(line, LITERAL(":")) ||
	    (block->over_blank && block->make == TRACEBACK_RICH);
	return FIT_YES;
}

enum console_fit
console_block_takes(struct console_block *block, struct slice line)
{
	if (block->kind == CONSOLE_RECOMPILE)
		return slice_starts(line, LITERAL("    ")) ? FIT_YES : FIT_NO;
	line = slice_trim_end(line);
	if (line.len == 0) {
		block->free_text = block->over_blank;
		return FIT_YES;
	}
	if (line.at[0] != ' ' && line.at[0] != '\t')
		return block_take_text(block, line);
	/* the message of an exception may go on at column 0, a reason not */
	block->free_text = block->free_text && block->kind == CONSOLE_FAILURE;
	/* rich wraps long lines of it */
	block->over_blank = block->free_text &&
	    block->make == TRACEBACK_RICH &&
	    (slice_starts(line, LITERAL("  Explanation: ")) ||
	    slice_starts(line, LITERAL("  Hint: ")) ||
	    slice_starts(line, LITERAL("  Developer debug context: ")));
	return block->done || slice_starts(line, LITERAL("  Break Reason ")) ?
	    FIT_NO : FIT_YES;
}

bool
console_block_goes_on(const struct console_block *block, struct slice text)
{
	struct slice word;
	size_t i;

	if (block->kind == CONSOLE_FAILURE && block->make == TRACEBACK_IPYTHON)
		return slice_starts_any(text, ipython_frames,
		    LENGTH(ipython_frames));
	if (block->kind == CONSOLE_FAILURE && block->make == TRACEBACK_RICH)
		return slice_starts_any(text, rich_frames,
		    LENGTH(rich_frames));
	for (i = 0; i < LENGTH(second_lines); i++) {
		word = slice_of(second_lines[i].text);
		if (second_lines[i].kind == block->kind &&
		    slice_starts(text, word))
			return true;
	}
	return false;
}
