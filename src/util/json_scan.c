/*
 * json_scan.c - strings and numbers of JSON. Knows nothing of arrays, objects
 * and readers. Most bytes of a trace log pass through json_scan_string(), so
 * it looks at eight at a time.
 */
#include "util/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVERY(byte) (UINT64_C(0x0101010101010101) * (byte))
#define HIGH_BITS EVERY(0x80)

/*
 * Number of bytes before the first one that is '"', '\\' or below ' ', as far
 * as whole words go. In each of the three terms the lowest high bit is exact.
 */
static const char *
skip_plain_words(const char *at, const char *end)
{
	uint64_t word, quote, slash, found;

	while (end - at >= (ptrdiff_t)sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		quote = word ^ EVERY('"');
		slash = word ^ EVERY('\\');
		found = ((quote - EVERY(1)) & ~quote) |
		    ((slash - EVERY(1)) & ~slash) |
		    ((word - EVERY(' ')) & ~word);
		found &= HIGH_BITS;
		if (found) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
			at += __builtin_ctzll(found) / 8;
#endif
			break;
		}
		at += sizeof(word);
	}
	return at;
}

/* Length of the escape at a backslash, 0 if it is none. */
static ptrdiff_t
json_scan_escape_length(const char *at, const char *end)
{
	size_t i;

	if (end - at < 2)
		return 0;
	switch (at[1]) {
	case '"': case '\\': case '/': case 'b': case 'f': case 'n':
	case 'r': case 't':
		return 2;
	case 'u':
		if (end - at < 6)
			return 0;
		for (i = 2; i < 6; i++) {
			if (byte_hex_value(at[i]) < 0)
				return 0;
		}
		return 6;
	default:
		return 0;
	}
}

const char *
json_scan_string(const char *at, const char *end, bool *escaped)
{
	ptrdiff_t len;

	for (;;) {
		at = skip_plain_words(at, end);
		if (at == end || (unsigned char)*at < ' ')
			return NULL;
		if (*at == '"')
			return at;
		if (*at != '\\') {
			at++;
			continue;
		}
		len = json_scan_escape_length(at, end);
		if (len == 0)
			return NULL;
		*escaped = true;
		at += len;
	}
}

static const char *
json_scan_skip_digits(const char *at, const char *end)
{
	while (at < end && byte_is_digit(*at))
		at++;
	return at;
}

/* The digits that must follow, or NULL. */
static const char *
need_digits(const char *at, const char *end)
{
	const char *behind = json_scan_skip_digits(at, end);

	return behind > at ? behind : NULL;
}

const char *
json_scan_number(const char *at, const char *end, bool *whole)
{
	*whole = true;
	if (at < end && *at == '-')
		at++;
	if (at < end && *at == '0')
		at++;
	else
		at = need_digits(at, end);
	if (at && at < end && *at == '.') {
		*whole = false;
		at = need_digits(at + 1, end);
	}
	if (at && at < end && (*at == 'e' || *at == 'E')) {
		*whole = false;
		at++;
		if (at < end && (*at == '+' || *at == '-'))
			at++;
		at = need_digits(at, end);
	}
	return at;
}

static uint32_t
hex_code(const char *digits)
{
	uint32_t code = 0;
	size_t i;

	for (i = 0; i < 4; i++)
		code = code << 4 | (uint32_t)byte_hex_value(digits[i]);
	return code;
}

/* Decode "\uXXXX" at *at, a pair of surrogates as one character. */
static uint32_t
take_unicode(const char **at, const char *end, bool *lone_surrogate)
{
	uint32_t code = hex_code(*at + 2), low;

	*at += 6;
	if (code < 0xd800 || code >= 0xe000)
		return code;
	if (code < 0xdc00 && end - *at >= 6 && (*at)[0] == '\\' &&
	    (*at)[1] == 'u') {
		low = hex_code(*at + 2);
		if (low >= 0xdc00 && low < 0xe000) {
			*at += 6;
			return 0x10000 + ((code - 0xd800) << 10) +
			    (low - 0xdc00);
		}
	}
	*lone_surrogate = true;
	return 0xfffd;
}

static char
plain_escape(char letter)
{
	switch (letter) {
	case 'b': return '\b';
	case 'f': return '\f';
	case 'n': return '\n';
	case 'r': return '\r';
	case 't': return '\t';
	default: return letter;
	}
}

/* No escape is shorter than the bytes it stands for. */
struct slice
json_unescape(struct arena *arena, struct slice raw, bool *lone_surrogate)
{
	const char *at = raw.at, *end = raw.at + raw.len, *slash;
	char *copy = arena_alloc(arena, raw.len + 1), *to = copy;

	while (at < end) {
		slash = memchr(at, '\\', (size_t)(end - at));
		if (!slash)
			slash = end;
		memcpy(to, at, (size_t)(slash - at));
		to += slash - at;
		at = slash;
		if (at == end)
			break;
		if (at[1] == 'u') {
			to = utf8_put(to,
			    take_unicode(&at, end, lone_surrogate));
		} else {
			*to++ = plain_escape(at[1]);
			at += 2;
		}
	}
	return (struct slice){ copy, (size_t)(to - copy) };
}

double
json_number_value(struct slice number)
{
	char digits[64];
	double value = NAN;
	char *copy = digits;

	if (number.len >= sizeof(digits))
		copy = mem_realloc(NULL, number.len + 1);
	memcpy(copy, number.at, number.len);
	copy[number.len] = '\0';
	value = strtod(copy, NULL);
	if (copy != digits)
		free(copy);
	return value;
}

bool
json_is_number(struct slice text)
{
	const char *end;
	bool whole;

	if (text.len == 0)
		return false;
	end = text.at + text.len;
	return json_scan_number(text.at, end, &whole) == end;
}

static void
write_escape(struct buffer *out, char byte)
{
	static const char plain[] = "\"\\\b\f\n\r\t";
	static const char letters[] = "\"\\bfnrt";
	const char *at = byte ? strchr(plain, byte) : NULL;

	if (at) {
		buffer_add_byte(out, '\\');
		buffer_add_byte(out, letters[at - plain]);
	} else {
		buffer_printf(out, "\\u%04x", (unsigned)byte);
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

void
json_add_text(struct buffer *out, struct slice text)
{
	buffer_add_byte(out, '"');
	for (;;) {
		size_t len = plain_length(text);

		buffer_add(out, text.at, len);
		if (len == text.len)
			break;
		if ((unsigned char)text.at[len] >= 0x80)
			buffer_add_string(out, "\xef\xbf\xbd");
		else
			write_escape(out, text.at[len]);
		text = slice_part(text, len + 1, text.len);
	}
	buffer_add_byte(out, '"');
}
