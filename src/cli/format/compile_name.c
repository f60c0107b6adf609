/*
 * compile_name.c - reads what a user types for a compile or an event.
 */
#include "cli/format/text.h"

#include <stdio.h>
#include <string.h>

#include "util/text.h"

/* Cut a number behind the last mark off the end of *text. */
static bool
cut_number(struct slice *text, struct slice mark, int64_t *number)
{
	size_t at = slice_find_last(*text, mark);

	*number = -1;
	if (at == SIZE_MAX)
		return true;
	if (!slice_to_int(slice_part(*text, at + mark.len, text->len),
	    number) || *number < 0)
		return false;
	*text = slice_part(*text, 0, at);
	return true;
}

/* Whether the text is PART/PART or PART/PART/PART of numbers and "-". */
static bool
is_id(struct slice text, int slashes)
{
	size_t at;
	int64_t number;
	struct slice part;

	for (; slashes >= 0; slashes--) {
		at = slice_find_byte(text, '/');
		if ((at == SIZE_MAX) != (slashes == 0))
			return false;
		part = slice_part(text, 0, at);
		if (!slice_equal(part, LITERAL("-")) &&
		    (!slice_to_int(part, &number) || number < 0))
			return false;
		text = slice_part(text, at + 1, text.len);
	}
	return true;
}

bool
compile_name_parse(const char *text, struct compile_name *name)
{
	struct slice rest = slice_of(text), id;
	bool autograd;

	memset(name, 0, sizeof(*name));
	if (slice_take(&rest, LITERAL("e")))
		return slice_to_int(rest, &name->event) && name->event > 0;
	if (slice_starts(rest, LITERAL("[")) &&
	    slice_ends(rest, LITERAL("]")))
		rest = slice_part(rest, 1, rest.len - 1);
	if (!cut_number(&rest, LITERAL("@r"), &name->rank) ||
	    !cut_number(&rest, LITERAL("#"), &name->instance) ||
	    !cut_number(&rest, LITERAL("_"), &name->attempt))
		return false;
	id = rest;
	autograd = slice_take(&id, LITERAL("!")) ||
	    slice_take(&id, LITERAL("CA:"));
	if (!is_id(id, autograd ? 2 : 1) || id.len + 2 > sizeof(name->id))
		return false;
	snprintf(name->id, sizeof(name->id), "%s%.*s", autograd ? "!" : "",
	    (int)id.len, id.at);
	return true;
}
