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

static const struct opening {
	const char *text;
	enum console_kind kind;
} openings[] = {
	{ "Graph break in user code at ", CONSOLE_BREAK },
	{ "Graph break from `Tensor.item()`", CONSOLE_ITEM_HINT },
	{ "Graph break: skip: ", CONSOLE_SKIP_NOTICE },
	{ "Graph break: torch.compile cannot properly resume",
	    CONSOLE_SKIP_NOTICE },
	{ "Recompiling function ", CONSOLE_RECOMPILE },
	{ "torch._dynamo hit config.", CONSOLE_LIMIT },
	{ "WON'T CONVERT ", CONSOLE_WONT_CONVERT },
};

static const char traceback_heading[] = "Traceback (most recent call last):";
static const char old_break[] = "Graph break: ";
static const char old_stack[] = " from user code at";

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

/* "Graph break (…suppressed…) in user code at ", torch 2.6 on. */
static bool
is_suppressed(struct slice text)
{
	return slice_starts(text, LITERAL("Graph break (")) &&
	    slice_contains(slice_part(text, 0, 200),
	    LITERAL(" suppressed")) &&
	    slice_contains(slice_part(text, 0, 200),
	    LITERAL(") in user code at "));
}

bool
console_kind_of(struct slice text, enum console_kind *kind)
{
	size_t i;

	if (text.len == 0 || !memchr("GRtW", text.at[0], 4))
		return false;
	for (i = 0; i < LENGTH(openings); i++) {
		if (slice_starts(text, slice_of(openings[i].text))) {
			*kind = openings[i].kind;
			return true;
		}
	}
	if (is_suppressed(text)) {
		*kind = CONSOLE_SUPPRESSED_BREAK;
		return true;
	}
	*kind = CONSOLE_BREAK;
	return slice_starts(text, slice_of(old_break)) &&
	    slice_contains(text, slice_of(old_stack));
}

bool
console_kind_within(struct slice *text, enum console_kind *kind)
{
	static const char *const words[] = {
		"Graph break", "Recompiling function ",
		"torch._dynamo hit config.", "WON'T CONVERT "
	};
	struct slice rest;
	size_t at, i;

	if (console_kind_of(*text, kind))
		return true;
	if (text->len == 0 || text->at[0] == ' ')
		return false;
	for (i = 0; i < LENGTH(words); i++) {
		at = slice_find(*text, slice_of(words[i]));
		if (at == SIZE_MAX || at == 0)
			continue;
		rest = slice_part(*text, at, text->len);
		if (memchr(" :]|\t", rest.at[-1], 5) &&
		    console_kind_of(rest, kind)) {
			*text = rest;
			return true;
		}
	}
	return false;
}

static void
set_stream(struct console_block *block, const struct console_prefix *prefix)
{
	buffer_add_slice(&block->head, prefix->head);
	buffer_add_slice(&block->stream, prefix->source);
	buffer_add_byte(&block->stream, '\n');
	buffer_add_slice(&block->stream, prefix->name);
}

struct console_block *
console_block_new(enum console_kind kind, const struct console_prefix *prefix)
{
	struct console_block *block = mem_calloc(1, sizeof(*block));

	block->kind = kind;
	block->rank = prefix->rank;
	block->process = prefix->process;
	block->each_line = prefix->head.at && !prefix->first_is_only;
	block->raw = !prefix->head.at || prefix->first_may_be_only;
	if (prefix->head.at)
		set_stream(block, prefix);
	block->crlf = slice_ends(prefix->text, LITERAL("\r"));
	buffer_add_slice(&block->text, slice_part(prefix->text, 0,
	    prefix->text.len - block->crlf));
	if (kind == CONSOLE_FAILURE)
		block->awaits_exception = true;
	else if (kind == CONSOLE_BREAK || kind == CONSOLE_SUPPRESSED_BREAK)
		block->free_text = block->over_blank = true;
	return block;
}

void
console_block_free(struct console_block *block)
{
	if (!block)
		return;
	buffer_release(&block->head);
	buffer_release(&block->text);
	buffer_release(&block->stream);
	free(block);
}

void
console_block_add(struct console_block *block, struct slice line)
{
	size_t room = CONSOLE_MAX_BLOCK - block->text.len;

	if (block->cut || line.len + 1 > room) {
		block->cut = true;
		return;
	}
	if (block->crlf && slice_ends(line, LITERAL("\r")))
		line.len--;
	buffer_add_byte(&block->text, '\n');
	buffer_add_slice(&block->text, line);
}

bool
console_block_same_message(const struct console_block *block,
    const struct console_prefix *prefix)
{
	return block->each_line && block->rank == prefix->rank &&
	    slice_equal(buffer_slice(&block->head), prefix->head);
}

bool
console_block_same_stream(const struct console_block *block,
    const struct console_prefix *prefix)
{
	struct slice stream = buffer_slice(&block->stream);

	if (block->rank != prefix->rank || block->process != prefix->process ||
	    stream.len != prefix->source.len + 1 + prefix->name.len)
		return false;
	return slice_starts(stream, prefix->source) &&
	    slice_ends(stream, prefix->name);
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

/* A line at column 0. */
static bool
block_take_text(struct console_block *block, struct slice line)
{
	if (slice_starts(line, slice_of(traceback_heading))) {
		if (block->kind == CONSOLE_FAILURE && !block->chained)
			return false;
		block->awaits_exception = true;
		block->chained = block->done = false;
		return true;
	}
	if (take_heading(block, line))
		return true;
	if (block->awaits_exception) {
		block->awaits_exception = false;
		block->free_text = true;
		block->over_blank = false;
		return true;
	}
	if (!block->free_text)
		return false;
	block->over_blank = slice_ends(line, LITERAL(":"));
	return true;
}

bool
console_block_takes(struct console_block *block, struct slice line)
{
	if (block->kind == CONSOLE_RECOMPILE)
		return slice_starts(line, LITERAL("    "));
	line = slice_trim_end(line);
	if (line.len == 0) {
		block->free_text = block->over_blank;
		return true;
	}
	if (line.at[0] != ' ' && line.at[0] != '\t')
		return block_take_text(block, line);
	/* the message of an exception may go on at column 0, a reason not */
	block->free_text = block->free_text && block->kind == CONSOLE_FAILURE;
	block->over_blank = false;
	return !block->done;
}
