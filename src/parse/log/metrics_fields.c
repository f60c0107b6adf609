/*
 * metrics_fields.c - writes metrics as JSON. Does not know which metrics there
 * are.
 */
#include "parse/log/metrics_record.h"

#include <string.h>

#include "util/json.h"

enum { LONGEST_TEXT = 4 * 1024 * 1024 };

static void
metrics_fields_add(struct arena *arena, struct metrics *metrics,
    const char *name, struct buffer *json)
{
	struct metric_field *field = array_add(&metrics->fields);

	field->name = slice_of(name);
	field->json = slice_copy(arena, buffer_slice(json));
	buffer_release(json);
}

void
metrics_field_number(struct arena *arena, struct metrics *metrics,
    const char *name, struct slice text)
{
	struct buffer json = { 0 };

	if (!json_is_number(text)) {
		metrics_field_string(arena, metrics, name, text);
		return;
	}
	buffer_add_slice(&json, text);
	metrics_fields_add(arena, metrics, name, &json);
}

void
metrics_field_string(struct arena *arena, struct metrics *metrics,
    const char *name, struct slice text)
{
	struct buffer json = { 0 };

	if (!text.at || text.len > LONGEST_TEXT)
		return;
	json_add_text(&json, text);
	metrics_fields_add(arena, metrics, name, &json);
}

void
metrics_field_list(struct arena *arena, struct metrics *metrics,
    const char *name, const slice_array *list)
{
	struct buffer json = { 0 };
	size_t total = 0, i;

	for (i = 0; i < list->count; i++)
		total += list->items[i].len;
	if (list->count == 0 || total > LONGEST_TEXT)
		return;
	buffer_add_byte(&json, '[');
	for (i = 0; i < list->count; i++) {
		if (i)
			buffer_add_byte(&json, ',');
		json_add_text(&json, list->items[i]);
	}
	buffer_add_byte(&json, ']');
	metrics_fields_add(arena, metrics, name, &json);
}
