/*
 * json_text.c - JSON strings, and a checker for JSON texts that come from a
 * database, so that what is printed as JSON always is.
 */
#include "cli/format/format.h"

#include <string.h>

enum { MAX_DEPTH = 200 };

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

/* A reader that copies what it accepts. */
struct copier {
	struct buffer *out;
	struct slice rest;
	int depth;
};

static bool copy_value(struct copier *copier);

static char
json_text_peek(const struct copier *copier)
{
	return copier->rest.len ? *copier->rest.at : '\0';
}

static void
json_text_skip_space(struct copier *copier)
{
	while (copier->rest.len && strchr(" \t\r\n", json_text_peek(copier)) &&
	    json_text_peek(copier))
		copier->rest = slice_part(copier->rest, 1, copier->rest.len);
}

/* Copy the next len bytes. */
static void
json_text_copy(struct copier *copier, size_t len)
{
	buffer_add_slice(copier->out, slice_part(copier->rest, 0, len));
	copier->rest = slice_part(copier->rest, len, copier->rest.len);
}

static bool
copy_byte(struct copier *copier, char byte)
{
	json_text_skip_space(copier);
	if (copier->rest.len == 0 || json_text_peek(copier) != byte)
		return false;
	json_text_copy(copier, 1);
	return true;
}

static bool
json_text_is_hex(char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') ||
	    (byte >= 'A' && byte <= 'F');
}

/* Length of the escape at the start of text, 0 for a bad one. */
static size_t
json_text_escape_length(struct slice text)
{
	if (text.len < 2)
		return 0;
	if (text.at[1] != 'u')
		return strchr("\"\\/bfnrt", text.at[1]) && text.at[1] ? 2 : 0;
	if (text.len < 6)
		return 0;
	for (size_t i = 2; i < 6; i++) {
		if (!json_text_is_hex(text.at[i]))
			return 0;
	}
	return 6;
}

static bool
copy_string(struct copier *copier)
{
	uint32_t code;
	size_t len;

	if (!copy_byte(copier, '"'))
		return false;
	while (copier->rest.len) {
		if (json_text_peek(copier) == '"') {
			json_text_copy(copier, 1);
			return true;
		}
		len = json_text_peek(copier) == '\\'
		    ? json_text_escape_length(copier->rest)
		    : utf8_decode(copier->rest, &code);
		if (len == 0 || (unsigned char)json_text_peek(copier) < 0x20)
			return false;
		json_text_copy(copier, len);
	}
	return false;
}

static size_t
json_text_count_digits(struct slice text, size_t from)
{
	size_t at = from;

	while (at < text.len && text.at[at] >= '0' && text.at[at] <= '9')
		at++;
	return at - from;
}

static bool
copy_number(struct copier *copier)
{
	struct slice text = copier->rest;
	size_t at = text.len && *text.at == '-' ? 1 : 0;
	size_t digits = json_text_count_digits(text, at);

	if (digits == 0 || (digits > 1 && text.at[at] == '0'))
		return false;
	at += digits;
	if (at < text.len && text.at[at] == '.') {
		digits = json_text_count_digits(text, at + 1);
		if (digits == 0)
			return false;
		at += 1 + digits;
	}
	if (at < text.len && (text.at[at] == 'e' || text.at[at] == 'E')) {
		at++;
		if (at < text.len && (text.at[at] == '+' ||
		    text.at[at] == '-'))
			at++;
		digits = json_text_count_digits(text, at);
		if (digits == 0)
			return false;
		at += digits;
	}
	json_text_copy(copier, at);
	return true;
}

static bool
copy_word(struct copier *copier)
{
	static const char *const words[] = { "true", "false", "null" };

	for (size_t i = 0; i < 3; i++) {
		if (slice_starts(copier->rest, slice_of(words[i]))) {
			json_text_copy(copier, strlen(words[i]));
			return true;
		}
	}
	return copy_number(copier);
}

/* Members up to the closing bracket; the opening one has been copied. */
static bool
copy_members(struct copier *copier, char close)
{
	if (copy_byte(copier, close))
		return true;
	do {
		if (close == '}' && (!copy_string(copier) ||
		    !copy_byte(copier, ':')))
			return false;
		if (!copy_value(copier))
			return false;
	} while (copy_byte(copier, ','));
	return copy_byte(copier, close);
}

static bool
copy_value(struct copier *copier)
{
	bool good;

	if (++copier->depth > MAX_DEPTH)
		return false;
	json_text_skip_space(copier);
	if (copy_byte(copier, '{'))
		good = copy_members(copier, '}');
	else if (copy_byte(copier, '['))
		good = copy_members(copier, ']');
	else if (json_text_peek(copier) == '"')
		good = copy_string(copier);
	else
		good = copy_word(copier);
	copier->depth--;
	return good;
}

bool
json_copy(struct buffer *out, struct slice text)
{
	struct copier copier = { out, text, 0 };
	size_t before = out->len;

	json_text_skip_space(&copier);
	if ((json_text_peek(&copier) == '{' ||
		json_text_peek(&copier) == '[') &&
	    copy_value(&copier)) {
		json_text_skip_space(&copier);
		if (copier.rest.len == 0)
			return true;
	}
	out->len = before;
	return false;
}
