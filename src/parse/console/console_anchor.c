/*
 * console_anchor.c - where in a line a message begins: the words that torch
 * prints first. What stands before them is somebody else's.
 */
#include "parse/console/console_private.h"

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
	{ "('Recompiling function ", CONSOLE_RECOMPILE },
	{ "torch._dynamo hit config.", CONSOLE_LIMIT },
	{ "WON'T CONVERT ", CONSOLE_WONT_CONVERT },
};

static const char old_break[] = "Graph break: ";
static const char old_stack[] = " from user code at";
static const char traceback_words[] = "Traceback (most recent call last)";

/* Exceptions that a bare line may name: "torch._dynamo.exc.Unsupported: ". */
static const char *const exception_modules[] = {
	"torch._dynamo.exc.", "torch._inductor.exc.",
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

	if (text.len == 0 || !memchr("GRtW(", text.at[0], 5))
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

static bool
anchor_is_word(char byte)
{
	return byte_is_digit(byte) || (byte >= 'a' && byte <= 'z') ||
	    (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '.';
}

/* "torch._dynamo.exc.Unsupported: …" */
static bool
anchor_is_exception(struct slice text)
{
	size_t end, i;

	for (i = 0; i < LENGTH(exception_modules); i++) {
		end = strlen(exception_modules[i]);
		if (!slice_starts(text, slice_of(exception_modules[i])) ||
		    end >= text.len || text.at[end] < 'A' ||
		    text.at[end] > 'Z')
			continue;
		while (end < text.len && anchor_is_word(text.at[end]))
			end++;
		return end < text.len && text.at[end] == ':';
	}
	return false;
}

/* The box that rich draws: where its first corner is before the words. */
static size_t
anchor_box(struct slice before)
{
	static const char *const corners[] = {
		"\xe2\x95\xad", "\xe2\x94\x8c", "\xe2\x94\x8f", "\xe2\x95\x94",
		"+-"
	};
	size_t i, at;

	for (i = 0; i < LENGTH(corners); i++) {
		at = slice_find_last(before, slice_of(corners[i]));
		if (at != SIZE_MAX)
			return at;
	}
	return SIZE_MAX;
}

/* The words stand at text[at]: is this a traceback, of which make? */
static bool
anchor_traceback(struct slice text, size_t at, struct console_anchor *out)
{
	struct slice rest = slice_part(text, at, text.len);
	size_t name = at;

	if (!slice_take(&rest, slice_of(traceback_words)))
		return false;
	rest = slice_trim_end(rest);
	out->kind = CONSOLE_FAILURE;
	out->at = at;
	if (slice_equal(rest, LITERAL(":"))) {
		out->make = TRACEBACK_PLAIN;
		return true;
	}
	if (rest.len) {
		out->at = anchor_box(slice_part(text, 0, at));
		out->make = TRACEBACK_RICH;
		return out->at != SIZE_MAX && rest.at[0] == ' ' &&
		    rest.len > 2;
	}
	while (name && text.at[name - 1] == ' ')
		name--;
	if (at - name < 2)
		return false;
	while (name && anchor_is_word(text.at[name - 1]))
		name--;
	out->at = name;
	out->make = TRACEBACK_IPYTHON;
	return text.at[name] != ' ';
}

/* "  Break Reason 1:" of explain(); the two blanks are its own. */
static bool
anchor_explained(struct slice text, size_t at, struct console_anchor *out)
{
	struct slice rest = slice_part(text, at, text.len), number;
	int64_t value;

	if (!slice_take(&rest, LITERAL("Break Reason ")) || at < 2 ||
	    text.at[at - 2] != ' ' ||
	    !slice_take_to(&rest, ':', &number) ||
	    !slice_to_int(number, &value) || slice_trim(rest).len)
		return false;
	out->kind = CONSOLE_EXPLAINED;
	out->at = at - 2;
	return true;
}

static bool
anchor_at(struct slice text, size_t at, struct console_anchor *out)
{
	struct slice rest = slice_part(text, at, text.len);

	out->at = at;
	if (console_kind_of(rest, &out->kind))
		return true;
	if (rest.at[0] == 'T')
		return anchor_traceback(text, at, out);
	if (rest.at[0] == 'B')
		return anchor_explained(text, at, out);
	out->kind = CONSOLE_FAILURE;
	out->make = TRACEBACK_BARE;
	return rest.at[0] == 't' && anchor_is_exception(rest);
}

/* The bytes that a message can begin with. */
static const bool anchor_first[256] = {
	['G'] = true, ['R'] = true, ['t'] = true, ['W'] = true, ['T'] = true,
	['B'] = true, ['('] = true,
};

/* Words behind these begin a message; in a quote or a path they do not. */
static bool
anchor_may_follow(char byte)
{
	return (unsigned char)byte >= 0x80 ||
	    memchr(" \t\r:|]>)}-+,;#*=", byte, 16);
}

bool
console_anchor_find(struct slice text, struct console_anchor *out)
{
	struct slice body = text;
	size_t start, end, at;

	if (text.len == 0)
		return false;
	if (anchor_at(text, 0, out))
		return true;
	/* a progress bar writes over itself */
	body.len -= text.at[text.len - 1] == '\r';
	start = slice_find_last_byte(body, '\r');
	start = start == SIZE_MAX ? 0 : start + 1;
	end = text.len - start < CONSOLE_MAX_OUTER ? text.len :
	    start + CONSOLE_MAX_OUTER;
	for (at = start; at < end; at++) {
		if (anchor_first[(unsigned char)text.at[at]] && at > 0 &&
		    anchor_may_follow(text.at[at - 1]) &&
		    anchor_at(text, at, out))
			return true;
	}
	return false;
}

bool
console_is_skipped_call(struct slice text)
{
	static const char *const words[] = {
		"Graph break due to unsupported builtin ",
		"Dynamo does not know how to trace the builtin `",
		"Dynamo cannot trace optree C/C++ function ",
	};

	return slice_starts_any(text, words, LENGTH(words));
}
