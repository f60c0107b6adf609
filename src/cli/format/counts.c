/*
 * counts.c - JSON objects of counts, read and told.
 */
#include "cli/format/text.h"

#include "cli/format/words.h"
#include "cli/screen/terminal.h"
#include "util/json.h"

void
add_counts(struct buffer *out, const char *column, const char *json,
    const struct colors *colors)
{
	enum color_role role;
	struct json_reader reader;
	struct arena arena;
	struct slice name;
	const char *gap = "";
	int64_t count;

	arena_init(&arena);
	json_init(&reader, &arena, slice_of(json ? json : ""));
	if (json_enter_object(&reader)) {
		while (json_next_key(&reader, &name)) {
			if (!json_get_int(&reader, &count))
				continue;
			role = word_role(column, name);
			buffer_add_string(out, gap);
			color_begin(out, colors, role);
			buffer_printf(out, "%lld ", (long long)count);
			terminal_escape(out, slice_of(word_of(column,
			    slice_string(&arena, name))));
			color_end(out, colors, role);
			gap = ", ";
		}
	}
	arena_release(&arena);
}

int64_t
count_in(const char *json, const char *name)
{
	struct json_reader reader;
	struct arena arena;
	struct slice key;
	int64_t count, found = 0;

	arena_init(&arena);
	json_init(&reader, &arena, slice_of(json ? json : ""));
	if (json_enter_object(&reader)) {
		while (json_next_key(&reader, &key)) {
			if (json_get_int(&reader, &count) &&
			    slice_equal(key, slice_of(name)))
				found = count;
		}
	}
	arena_release(&arena);
	return found;
}
