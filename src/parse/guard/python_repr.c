/*
 * python_repr.c - names inside the reprs of Python objects and of Dynamo's
 * variable trackers.
 */
#include "parse/guard/python_repr.h"

#include <string.h>

#include "parse/reason/reason_private.h"

/* How Python's repr() names an object: what stands before the name. */
static const char *const reprs[] = {
	"<built-in function ", "<built-in method ", "<function ",
	"<bound method ", "<cyfunction ", "<code object ", "<class ",
	"<ufunc ", "<slot wrapper ", "<method ", "<module ",
};

static const struct slice nothing = { NULL, 0 };

struct slice
text_between(struct slice text, const char *from, const char *to)
{
	size_t at = slice_find(text, slice_of(from)), end;

	if (!text.at || at == SIZE_MAX)
		return nothing;
	text = line_first(slice_part(text, at + strlen(from), text.len));
	end = *to ? slice_find(text, slice_of(to)) : text.len;
	if (end == SIZE_MAX)
		return nothing;
	text = slice_part(text, 0, end);
	/* "`time.time.`": torch 2.7 on puts the full stop inside */
	while (text.len && text.at[text.len - 1] == '.')
		text.len--;
	return text.len ? text : nothing;
}

bool
is_name_byte(char byte)
{
	return byte_is_letter_or_digit(byte) || byte == '_' || byte == '.' ||
	    byte == ':';
}

static bool
python_repr_is_name(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (!is_name_byte(text.at[i]))
			return false;
	}
	return text.len > 0;
}

bool
is_dotted_name(struct slice text)
{
	return python_repr_is_name(text) &&
	    slice_find_byte(text, '.') != SIZE_MAX && text.len > 2 &&
	    text.at[text.len - 1] != '.';
}

/* Up to a blank or '>'; "f.<locals>.<lambda>" holds brackets itself. */
static size_t
python_repr_name_length(struct slice text)
{
	size_t i, depth = 0;

	for (i = 0; i < text.len && text.at[i] != ' '; i++) {
		if (text.at[i] == '<')
			depth++;
		else if (text.at[i] == '>' && depth-- == 0)
			break;
	}
	return i;
}

struct slice
name_in_repr(struct slice text)
{
	size_t first = SIZE_MAX, len = 0, at, i;

	for (i = 0; i < LENGTH(reprs); i++) {
		at = slice_find(text, slice_of(reprs[i]));
		if (text.at && at < first) {
			first = at;
			len = strlen(reprs[i]);
		}
	}
	if (first == SIZE_MAX)
		return nothing;
	text = slice_part(text, first + len, text.len);
	if (slice_take(&text, LITERAL("'")))
		return text_between(text, "", "'");
	return python_repr_name_length(text)
	    ? slice_part(text, 0, python_repr_name_length(text))
	    : nothing;
}

/* Length up to and with the ')' that closes what is open before text. */
static size_t
closing_length(struct slice text)
{
	size_t i, depth = 1;

	for (i = 0; i < text.len && depth; i++)
		depth += (size_t)(text.at[i] == '(') -
		    (size_t)(text.at[i] == ')');
	return i;
}

struct slice
take_variable(struct slice *text)
{
	struct slice name, inner, found;
	size_t open;

	while (slice_take(text, LITERAL("LazyVariableTracker(realized: ")))
		continue;
	open = slice_find_byte(*text, '(');
	if (open == SIZE_MAX)
		return nothing;
	name = slice_part(*text, 0, open);
	if (!python_repr_is_name(name) ||
	    !slice_ends(name, LITERAL("Variable")))
		return nothing;
	name.len -= sizeof("Variable") - 1;
	inner = slice_part(*text, open + 1, text->len);
	inner.len = closing_length(inner);
	*text = slice_part(*text, open + 1 + inner.len, text->len);
	while (slice_take(text, LITERAL(")")))
		continue;
	if (inner.len)
		inner.len--;
	found = name_in_repr(inner);
	if (found.at)
		return found;
	open = slice_find_byte(inner, ':');
	if (open != SIZE_MAX && slice_equal(name, LITERAL("Constant")))
		return slice_part(inner, 0, open);
	return python_repr_is_name(inner) ? inner : name;
}
