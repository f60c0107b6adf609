/*
 * cache_key.c - takes the lines of torch's FxGraphHashDetails apart. A name
 * may have an index in brackets, which may hold anything but "]: ".
 */
#include "parse/cache_key.h"

#include "util/json.h"

/* Behind the name: at ": ", but of "a[b: c]: d" not the first. */
static size_t
cache_key_name_length(struct slice text)
{
	size_t colon = slice_find(text, LITERAL(": "));
	size_t bracket = slice_find_byte(text, '[');
	size_t close;

	if (bracket == SIZE_MAX || colon == SIZE_MAX || bracket > colon)
		return colon;
	close = slice_find(text, LITERAL("]: "));
	return close == SIZE_MAX ? colon : close + 1;
}

static bool
read_component(struct slice text, struct cache_component *component)
{
	size_t end = slice_find(text, LITERAL("] ")), len;

	if (!slice_starts(text, LITERAL("[")) || end == SIZE_MAX)
		return false;
	component->hash = slice_part(text, 1, end);
	text = slice_part(text, end + 2, text.len);
	len = cache_key_name_length(text);
	if (len == SIZE_MAX || len == 0)
		return false;
	component->name = slice_part(text, 0, len);
	component->value = slice_part(text, len + 2, len + 2 +
	    CACHE_VALUE_BYTES);
	return true;
}

static void
cache_key_read_list(struct json_reader *reader, cache_component_array *out)
{
	struct cache_component component = { { 0 }, { 0 }, { 0 } };
	struct slice item;

	if (!json_enter_array(reader))
		return;
	while (json_next_item(reader)) {
		if (json_get_string(reader, &item) &&
		    read_component(item, &component))
			*array_add(out) = component;
	}
}

void
cache_key_parse(struct arena *arena, struct slice json,
    cache_component_array *out)
{
	size_t before = out->count;
	struct json_reader reader;
	struct slice key;

	json_init(&reader, arena, json);
	if (json_enter_object(&reader)) {
		while (json_next_key(&reader, &key)) {
			if (slice_equal(key, LITERAL("components")))
				cache_key_read_list(&reader, out);
			else
				json_skip(&reader);
		}
	}
	if (!json_end(&reader))
		out->count = before;
}
