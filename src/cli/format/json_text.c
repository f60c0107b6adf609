/*
 * json_text.c - JSON strings, and JSON texts that come from a database, so
 * that what is printed as JSON always is.
 */
#include "cli/format/format.h"

#include <string.h>

#include "util/json.h"

static void
quote_code(struct buffer *out, struct slice bytes, uint32_t code)
{
	static const char letters[] = "btnvfr";	/* from 0x08 on */

	if (code == '"' || code == '\\') {
		buffer_add_byte(out, '\\');
		buffer_add_byte(out, (char)code);
	} else if (code >= 0x08 && code <= 0x0d && code != 0x0b) {
		buffer_add_byte(out, '\\');
		buffer_add_byte(out, letters[code - 0x08]);
	} else if (code < 0x20 || code == 0x7f ||
	    (code >= 0x80 && code < 0xa0) ||
	    code == 0x2028 || code == 0x2029) {
		buffer_printf(out, "\\u%04x", (unsigned)code);
	} else {
		buffer_add_slice(out, bytes);
	}
}

void
json_quote(struct buffer *out, struct slice text)
{
	uint32_t code;
	size_t len;

	buffer_add_byte(out, '"');
	while (text.len) {
		len = utf8_decode(text, &code);
		if (len == 0) {
			buffer_add_string(out, "\xef\xbf\xbd");
			len = 1;
		} else {
			quote_code(out, slice_part(text, 0, len), code);
		}
		text = slice_part(text, len, text.len);
	}
	buffer_add_byte(out, '"');
}

/* Whether a text is an object or array that every reader of JSON takes. */
static bool
is_document(struct slice text)
{
	struct arena arena;
	struct json_reader reader;
	enum json_type type;

	arena_init(&arena);
	json_init(&reader, &arena, text);
	type = json_peek(&reader);
	json_skip(&reader);
	arena_release(&arena);
	return (type == JSON_OBJECT || type == JSON_ARRAY) &&
	    json_end(&reader) && !reader.not_finite && utf8_valid(text);
}

/* Without the white space between its parts. */
bool
json_copy(struct buffer *out, struct slice text)
{
	bool in_string = false;

	if (!is_document(text))
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (in_string && text.at[i] == '\\')
			buffer_add_byte(out, text.at[i++]);
		else if (text.at[i] == '"')
			in_string = !in_string;
		if (in_string || !strchr(" \t\r\n", text.at[i]))
			buffer_add_byte(out, text.at[i]);
	}
	return true;
}
