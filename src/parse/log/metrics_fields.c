/*
 * metrics_fields.c - writes metrics as JSON. Does not know which metrics there
 * are.
 */
#include "parse/log/metrics_record.h"

#include <string.h>

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

static void
write_escape(struct buffer *json, char byte)
{
	static const char plain[] = "\"\\\b\f\n\r\t";
	static const char letters[] = "\"\\bfnrt";
	const char *at = byte ? strchr(plain, byte) : NULL;

	if (at) {
		buffer_add_byte(json, '\\');
		buffer_add_byte(json, letters[at - plain]);
	} else {
		buffer_printf(json, "\\u%04x", (unsigned)byte);
	}
}

/* Length of the bytes at the start of text that JSON takes as they are. */
static size_t
plain_length(struct slice text)
{
	size_t at = 0;

	while (at < text.len) {
		unsigned char byte = (unsigned char)text.at[at];
		uint32_t code;
		size_t len = 1;

		if (byte < ' ' || byte == '"' || byte == '\\')
			break;
		if (byte >= 0x80)
			len = utf8_decode(slice_part(text, at, text.len),
			    &code);
		if (len == 0)
			break;
		at += len;
	}
	return at;
}

static void
metrics_fields_write_string(struct buffer *json, struct slice text)
{
	buffer_add_byte(json, '"');
	for (;;) {
		size_t len = plain_length(text);

		buffer_add(json, text.at, len);
		if (len == text.len)
			break;
		if ((unsigned char)text.at[len] >= 0x80)
			buffer_add_string(json, "\xef\xbf\xbd");
		else
			write_escape(json, text.at[len]);
		text = slice_part(text, len + 1, text.len);
	}
	buffer_add_byte(json, '"');
}

static size_t
metrics_fields_skip_digits(struct slice text, size_t at)
{
	while (at < text.len && text.at[at] >= '0' && text.at[at] <= '9')
		at++;
	return at;
}

/* Whether text is a number in JSON's grammar. */
static bool
metrics_fields_is_json_number(struct slice text)
{
	size_t at = text.len && text.at[0] == '-', from = at;

	at = metrics_fields_skip_digits(text, at);
	if (at == from || (text.at[from] == '0' && at > from + 1))
		return false;
	if (at < text.len && text.at[at] == '.') {
		from = at + 1;
		at = metrics_fields_skip_digits(text, from);
		if (at == from)
			return false;
	}
	if (at < text.len && (text.at[at] == 'e' || text.at[at] == 'E')) {
		from = at + 1;
		if (from < text.len && strchr("+-", text.at[from]) &&
		    text.at[from] != '\0')
			from++;
		at = metrics_fields_skip_digits(text, from);
		if (at == from)
			return false;
	}
	return at == text.len;
}

void
metrics_field_number(struct arena *arena, struct metrics *metrics,
    const char *name, struct slice text)
{
	struct buffer json = { 0 };

	if (!metrics_fields_is_json_number(text)) {
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
	metrics_fields_write_string(&json, text);
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
		metrics_fields_write_string(&json, list->items[i]);
	}
	buffer_add_byte(&json, ']');
	metrics_fields_add(arena, metrics, name, &json);
}
