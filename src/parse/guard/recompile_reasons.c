/*
 * recompile_reasons.c - recompile_reasons_N.json. Torch declares it as JSON,
 * but writes the bare text where there is one reason (seen in 2.3 to 2.13).
 * Only lists of strings and nulls are read as JSON, so no library is needed.
 */
#include "parse/guard/guard.h"

#include <string.h>

#include "parse/reason/reason_private.h"

/* A reader of JSON text; failed: it is no list of strings and nulls. */
struct reader {
	struct slice rest;
	struct arena *arena;
	bool lone_surrogate;
};

static void
reasons_skip_space(struct slice *rest)
{
	while (rest->len && (*rest->at == ' ' || *rest->at == '\t' ||
	    *rest->at == '\n' || *rest->at == '\r'))
		*rest = slice_part(*rest, 1, rest->len);
}

/* Four hex digits at the start of text; false if they are not there. */
static bool
read_hex(struct slice text, uint32_t *code)
{
	size_t i;
	int digit;

	if (text.len < 4)
		return false;
	*code = 0;
	for (i = 0; i < 4; i++) {
		digit = byte_hex_value(text.at[i]);
		if (digit < 0)
			return false;
		*code = *code << 4 | (uint32_t)digit;
	}
	return true;
}

/* What follows "\u"; a pair of surrogates is one character. */
static bool
read_unicode(struct reader *reader, char **to)
{
	struct slice pair;
	uint32_t code, low;

	if (!read_hex(reader->rest, &code))
		return false;
	reader->rest = slice_part(reader->rest, 4, reader->rest.len);
	pair = reader->rest;
	if (code >= 0xd800 && code < 0xdc00 &&
	    slice_take(&pair, LITERAL("\\u")) && read_hex(pair, &low) &&
	    low >= 0xdc00 && low < 0xe000) {
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
		reader->rest = slice_part(pair, 4, pair.len);
	} else if (code >= 0xd800 && code < 0xe000) {
		code = 0xfffd;
		reader->lone_surrogate = true;
	}
	*to = utf8_put(*to, code);
	return true;
}

/* What follows a backslash. */
static bool
read_escape(struct reader *reader, char **to)
{
	static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
	const char *name;
	char letter;

	if (reader->rest.len == 0)
		return false;
	letter = *reader->rest.at;
	reader->rest = slice_part(reader->rest, 1, reader->rest.len);
	if (letter == 'u')
		return read_unicode(reader, to);
	name = letter ? strchr(names, letter) : NULL;
	if (!name)
		return false;
	*(*to)++ = bytes[name - names];
	return true;
}

/* Offset of the quote that ends a string, or SIZE_MAX. */
static size_t
reasons_string_length(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len && text.at[i] != '"'; i++) {
		if (text.at[i] == '\\')
			i++;
	}
	return i < text.len ? i : SIZE_MAX;
}

/* A string behind its opening quote. No escape is shorter than its bytes. */
static bool
read_string(struct reader *reader, struct slice *out)
{
	size_t len = reasons_string_length(reader->rest);
	char *copy, *to;
	char byte;

	if (len == SIZE_MAX)
		return false;
	copy = to = arena_alloc(reader->arena, len + 1);
	for (;;) {
		byte = *reader->rest.at;
		reader->rest = slice_part(reader->rest, 1, reader->rest.len);
		if (byte == '"')
			break;
		if ((unsigned char)byte < ' ')
			return false;
		if (byte != '\\')
			*to++ = byte;
		else if (!read_escape(reader, &to))
			return false;
	}
	*out = (struct slice){ copy, (size_t)(to - copy) };
	return true;
}

static bool
read_item(struct reader *reader, struct slice *out)
{
	*out = (struct slice){ 0 };
	reasons_skip_space(&reader->rest);
	if (slice_take(&reader->rest, LITERAL("null")))
		return true;
	return slice_take(&reader->rest, LITERAL("\"")) &&
	    read_string(reader, out);
}

/* "[", items, "]" and nothing behind it. */
static bool
reasons_read_list(struct reader *reader, slice_array *items)
{
	struct slice item;

	reasons_skip_space(&reader->rest);
	if (!slice_take(&reader->rest, LITERAL("[")))
		return false;
	reasons_skip_space(&reader->rest);
	if (!slice_take(&reader->rest, LITERAL("]"))) {
		do {
			if (!read_item(reader, &item))
				return false;
			*array_add(items) = item;
			reasons_skip_space(&reader->rest);
		} while (slice_take(&reader->rest, LITERAL(",")));
		if (!slice_take(&reader->rest, LITERAL("]")))
			return false;
	}
	reasons_skip_space(&reader->rest);
	return reader->rest.len == 0;
}

/* "F/C: " or "!CA/F/C: " at the start of a line; its id without the colon. */
static struct slice
reasons_take_compile_id(struct slice *line)
{
	size_t len = 0;
	struct slice id;

	if (line->len && *line->at == '!')
		len++;
	while (len < line->len && ((line->at[len] >= '0' &&
	    line->at[len] <= '9') || line->at[len] == '/'))
		len++;
	id = slice_part(*line, 0, len);
	if (!slice_contains(id, LITERAL("/")) ||
	    !slice_starts(slice_part(*line, len, line->len), LITERAL(": ")))
		return (struct slice){ 0 };
	*line = slice_part(*line, len + 2, line->len);
	return id;
}

/* The innermost frame of "User stack trace:" (torch 2.9 on). */
static void
read_user_stack(struct slice text, struct recompile_reason *reason)
{
	size_t at = line_find(text, LITERAL("User stack trace:"));
	stack_array stack = { 0 };
	const struct stack_frame *frame;
	struct slice line;

	if (at == SIZE_MAX)
		return;
	text = slice_part(text, at, text.len);
	slice_next_line(&text, &line);
	stack_read(text, false, &stack);
	if (stack.count) {
		frame = &stack.items[stack.count - 1];
		reason->file = frame->file;
		reason->line = frame->line;
		reason->function = frame->function;
	}
	array_release(&stack);
}

static void
reasons_add(struct slice text, recompile_reason_array *out)
{
	struct recompile_reason *reason = array_add(out);
	struct slice line;

	reason->line = UNKNOWN_INT;
	reason->text = text;
	if (!text.at)
		return;
	line = line_first(text);
	reason->missed_compile_id = reasons_take_compile_id(&line);
	reason->guard = line;
	read_user_stack(text, reason);
}

void
recompile_reasons_parse(struct parse_context *context, struct slice text,
    recompile_reason_array *out)
{
	struct reader reader = { text, context->arena, false };
	slice_array items = { 0 };
	size_t i;

	if (reasons_read_list(&reader, &items)) {
		for (i = 0; i < items.count; i++)
			reasons_add(items.items[i], out);
		if (reader.lone_surrogate)
			problem_add(context->problems, SEVERITY_NOTE,
			    "lone_surrogate", UNKNOWN_INT, "a recompile "
			    "reason holds half a character");
	} else if (slice_equal(slice_trim(text), LITERAL("null"))) {
		reasons_add((struct slice){ 0 }, out);
	} else {
		reasons_add(text, out);
	}
	array_release(&items);
}
