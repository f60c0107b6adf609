/*
 * guard_scan.c - strings, brackets and paths of Python expressions. It must
 * not judge what a guard means.
 */
#include "parse/guard/guard_private.h"

/* Offset behind the literal that begins at from, or from + 1 if none does. */
static size_t
skip_literal(struct slice text, size_t from)
{
	size_t i;

	for (i = from + 1; i < text.len && text.at[i] != text.at[from]; i++) {
		if (text.at[i] == '\\')
			i++;
	}
	return i < text.len ? i + 1 : from + 1;
}

static bool
is_quote(char byte)
{
	return byte == '\'' || byte == '"';
}

static bool
guard_scan_opens(char byte)
{
	return byte == '(' || byte == '[' || byte == '{';
}

static bool
guard_scan_closes(char byte)
{
	return byte == ')' || byte == ']' || byte == '}';
}

/*
 * The next byte to look at: literals are stepped over. Once a quote was found
 * that nothing closes, no later one of its sort needs to be looked for.
 */
static size_t
guard_scan_step(struct slice text, size_t at, bool open_quote[2])
{
	bool *open = &open_quote[text.at[at] == '"'];
	size_t next;

	if (!is_quote(text.at[at]) || *open)
		return at + 1;
	next = skip_literal(text, at);
	*open = next == at + 1;
	return next;
}

size_t
guard_find(struct slice text, struct slice needle, bool top_only)
{
	bool open_quote[2] = { false, false };
	size_t depth = 0, i;

	for (i = 0; i < text.len; i = guard_scan_step(text, i, open_quote)) {
		if ((depth == 0 || !top_only) &&
		    slice_starts(slice_part(text, i, text.len), needle))
			return i;
		if (guard_scan_opens(text.at[i]))
			depth++;
		else if (guard_scan_closes(text.at[i]) && depth)
			depth--;
	}
	return SIZE_MAX;
}

/* Offset behind the bracket that closes the one at from; SIZE_MAX: none. */
static size_t
skip_brackets(struct slice text, size_t from)
{
	bool open_quote[2] = { false, false };
	size_t depth = 0, i;

	for (i = from; i < text.len; i = guard_scan_step(text, i, open_quote)) {
		if (guard_scan_opens(text.at[i]))
			depth++;
		else if (guard_scan_closes(text.at[i]) && --depth == 0)
			return i + 1;
	}
	return SIZE_MAX;
}

size_t
guard_path_length(struct slice text)
{
	size_t i = 0, next;

	if (text.len == 0 || !byte_is_name(*text.at) ||
	    byte_is_digit(*text.at))
		return 0;
	for (; i < text.len; i = next) {
		next = SIZE_MAX;
		if (byte_is_name(text.at[i]) || text.at[i] == '.')
			next = i + 1;
		else if (text.at[i] == '(' || text.at[i] == '[')
			next = skip_brackets(text, i);
		if (next == SIZE_MAX)
			break;
	}
	return i;
}

size_t
guard_path_start(struct slice text)
{
	size_t depth = 0, i;

	for (i = text.len; i > 0; i--) {
		char byte = text.at[i - 1];

		if (guard_scan_closes(byte))
			depth++;
		else if (guard_scan_opens(byte) && depth == 0)
			break;
		else if (guard_scan_opens(byte))
			depth--;
		else if (depth == 0 && !byte_is_name(byte) && byte != '.')
			break;
	}
	return i;
}

size_t
guard_arguments(struct slice call, struct slice *arguments, size_t count)
{
	size_t open = slice_find_byte(call, '('), end, comma, found = 0;
	struct slice rest;

	if (open == SIZE_MAX)
		return 0;
	end = skip_brackets(call, open);
	if (end == SIZE_MAX)
		return 0;
	rest = slice_part(call, open + 1, end - 1);
	while (rest.len && found < count) {
		comma = guard_find(rest, LITERAL(","), true);
		arguments[found++] = slice_trim(slice_part(rest, 0, comma));
		rest = comma == SIZE_MAX ? (struct slice){ 0 } :
		    slice_part(rest, comma + 1, rest.len);
	}
	return found;
}

struct slice
guard_unquote(struct slice text)
{
	if (text.len >= 2 && is_quote(*text.at) &&
	    skip_literal(text, 0) == text.len)
		return slice_part(text, 1, text.len - 1);
	return text;
}
