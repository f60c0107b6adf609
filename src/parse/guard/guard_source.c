/*
 * guard_source.c - one spelling for each source.
 */
#include "parse/guard/guard.h"

#include "parse/guard/guard_private.h"

/* Name in L['name'] or L["name"] at the start of text, else absent. */
static struct slice
local_name(struct slice text)
{
	size_t end = 3;

	if (!slice_starts(text, LITERAL("L['")) &&
	    !slice_starts(text, LITERAL("L[\"")))
		return (struct slice){ 0 };
	while (end < text.len && byte_is_name(text.at[end]))
		end++;
	if (end == 3 || end + 1 >= text.len || text.at[end] != text.at[2] ||
	    text.at[end + 1] != ']')
		return (struct slice){ 0 };
	return slice_part(text, 3, end);
}

struct slice
guard_source(struct arena *arena, struct slice text)
{
	struct buffer out = { 0 };
	struct slice name, result;
	size_t i = 0;

	if (!slice_contains(text, LITERAL("L[")))
		return text;
	while (i < text.len) {
		name = i && byte_is_name(text.at[i - 1]) ?
		    (struct slice){ 0 } :
		    local_name(slice_part(text, i, text.len));
		if (name.at) {
			buffer_add_slice(&out, name);
			i += name.len + 5;
		} else {
			buffer_add_byte(&out, text.at[i++]);
		}
	}
	result = slice_copy(arena, buffer_slice(&out));
	buffer_release(&out);
	return result;
}

/* Length of "[12]" or "['12']" at the start of text, else 0. */
static size_t
index_length(struct slice text)
{
	size_t i = 1, digits;
	bool quoted = text.len > 1 && (text.at[1] == '\'' ||
	    text.at[1] == '"');

	i += quoted;
	digits = i;
	i += slice_count_digits(text, i);
	if (i == digits || (quoted && (i >= text.len ||
	    text.at[i++] != text.at[1])))
		return 0;
	return i < text.len && text.at[i] == ']' ? i + 1 : 0;
}

void
guard_source_fold(struct buffer *out, struct slice source)
{
	size_t i = 0, len;

	while (i < source.len) {
		len = source.at[i] == '[' ?
		    index_length(slice_part(source, i, source.len)) : 0;
		if (len)
			buffer_add_string(out, "[?]");
		else
			buffer_add_byte(out, source.at[i]);
		i += len ? len : 1;
	}
}
