/*
 * sql_header.c - reads "-- key: text" comment lines of embedded .sql files.
 */
#include "query/saved.h"

#include <string.h>

static bool
take_continuation(struct slice *rest, struct slice *text)
{
	struct slice tail = *rest;

	if (!slice_next_line(&tail, text) ||
	    !slice_take(text, LITERAL("--   ")))
		return false;
	*text = slice_trim(*text);
	*rest = tail;
	return true;
}

static bool
split_item(struct slice line, struct slice *key, struct slice *name,
    struct slice *text)
{
	size_t colon = slice_find_byte(line, ':');
	size_t space;

	if (colon == SIZE_MAX)
		return false;
	*key = slice_part(line, 0, colon);
	*text = slice_trim(slice_part(line, colon + 1, line.len));
	*name = (struct slice){ NULL, 0 };
	space = slice_find_byte(*key, ' ');
	if (space != SIZE_MAX) {
		*name = slice_part(*key, space + 1, key->len);
		*key = slice_part(*key, 0, space);
	}
	return !slice_contains(*name, LITERAL(" "));
}

bool
sql_header_next(struct slice *rest, struct arena *arena,
    struct header_item *item)
{
	struct slice tail = *rest, line, text;
	struct buffer joined = { 0 };

	while (slice_next_line(&tail, &line) &&
	    slice_starts(line, LITERAL("--"))) {
		*rest = tail;
		if (!slice_take(&line, LITERAL("-- ")) ||
		    !split_item(line, &item->key, &item->name, &text))
			continue;
		do {
			if (joined.len)
				buffer_add_byte(&joined, ' ');
			buffer_add_slice(&joined, text);
		} while (take_continuation(rest, &text));
		item->text = slice_string(arena, buffer_slice(&joined));
		buffer_release(&joined);
		return true;
	}
	return false;
}

bool
sql_file_in(const struct embedded_file *file, const char *folder)
{
	struct slice name = slice_of(file->name);

	return slice_take(&name, slice_of(folder)) &&
	    slice_ends(name, LITERAL(".sql")) &&
	    slice_find_byte(name, '/') == SIZE_MAX;
}

struct slice
embedded_text(const struct embedded_file *file)
{
	return (struct slice){ (const char *)file->bytes, file->size };
}
