/*
 * counts.c - JSON objects of counts, read and told.
 */
#include "cli/format/text.h"

#include "cli/screen/terminal.h"
#include "util/json.h"

void
form_counts(struct buffer *out, const char *json)
{
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
			buffer_printf(out, "%s%lld ", gap, (long long)count);
			terminal_escape(out, name);
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
