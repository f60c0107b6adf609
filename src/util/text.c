/*
 * text.c - slices and buffers. Only bytes: no format knowledge here.
 */
#include "util/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/order.h"

struct slice
slice_of(const char *text)
{
	return (struct slice){ text, text ? strlen(text) : 0 };
}

struct slice
slice_part(struct slice text, size_t from, size_t to)
{
	if (to > text.len)
		to = text.len;
	if (from > to)
		from = to;
	return (struct slice){ text.at ? text.at + from : NULL, to - from };
}

bool
slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len && (a.at == NULL) == (b.at == NULL) &&
	    (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

int
slice_compare(struct slice a, struct slice b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order;

	if (!a.at || !b.at)
		return (a.at != NULL) - (b.at != NULL);
	if (a.at == b.at)
		return ORDER_OF(a.len, b.len);
	order = len ? memcmp(a.at, b.at, len) : 0;
	return order ? order : ORDER_OF(a.len, b.len);
}

int
slice_order(const void *a, const void *b)
{
	return slice_compare(*(const struct slice *)a,
	    *(const struct slice *)b);
}

bool
string_equal(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

int
string_compare(const char *a, const char *b)
{
	return slice_compare(slice_of(a), slice_of(b));
}

bool
slice_starts(struct slice text, struct slice prefix)
{
	return text.len >= prefix.len &&
	    (prefix.len == 0 || memcmp(text.at, prefix.at, prefix.len) == 0);
}

bool
slice_starts_any(struct slice text, const char *const *prefixes, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (slice_starts(text, slice_of(prefixes[i])))
			return true;
	}
	return false;
}

bool
slice_ends(struct slice text, struct slice suffix)
{
	return text.len >= suffix.len && (suffix.len == 0 ||
	    memcmp(text.at + text.len - suffix.len, suffix.at,
	    suffix.len) == 0);
}

size_t
slice_find(struct slice text, struct slice needle)
{
	const char *hit;

	if (needle.len == 0)
		return 0;
	if (text.len < needle.len)
		return SIZE_MAX;
	hit = memmem(text.at, text.len, needle.at, needle.len);
	return hit ? (size_t)(hit - text.at) : SIZE_MAX;
}

size_t
slice_find_last(struct slice text, struct slice needle)
{
	size_t at;

	if (text.len < needle.len)
		return SIZE_MAX;
	for (at = text.len - needle.len + 1; at-- > 0;) {
		if (memcmp(text.at + at, needle.at, needle.len) == 0)
			return at;
	}
	return SIZE_MAX;
}

size_t
slice_find_byte(struct slice text, char byte)
{
	const char *hit = text.len ? memchr(text.at, byte, text.len) : NULL;

	return hit ? (size_t)(hit - text.at) : SIZE_MAX;
}

size_t
slice_find_last_byte(struct slice text, char byte)
{
	const char *hit = text.len ? memrchr(text.at, byte, text.len) : NULL;

	return hit ? (size_t)(hit - text.at) : SIZE_MAX;
}

size_t
slice_count_digits(struct slice text, size_t from)
{
	size_t at = from;

	while (at < text.len && byte_is_digit(text.at[at]))
		at++;
	return at - from;
}

bool
slice_contains(struct slice text, struct slice needle)
{
	return slice_find(text, needle) != SIZE_MAX;
}

static bool
text_is_space(char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

struct slice
slice_trim_end(struct slice text)
{
	while (text.len && text_is_space(text.at[text.len - 1]))
		text.len--;
	return text;
}

struct slice
slice_trim(struct slice text)
{
	text = slice_trim_end(text);
	while (text.len && text_is_space(*text.at)) {
		text.at++;
		text.len--;
	}
	return text;
}

bool
slice_take(struct slice *text, struct slice prefix)
{
	if (!slice_starts(*text, prefix))
		return false;
	text->at += prefix.len;
	text->len -= prefix.len;
	return true;
}

bool
slice_take_to(struct slice *text, char byte, struct slice *part)
{
	size_t at = slice_find_byte(*text, byte);

	if (at == SIZE_MAX)
		return false;
	*part = slice_part(*text, 0, at);
	*text = slice_part(*text, at + 1, text->len);
	return true;
}

bool
slice_next_line(struct slice *rest, struct slice *line)
{
	size_t end;

	if (rest->len == 0)
		return false;
	end = slice_find_byte(*rest, '\n');
	if (end == SIZE_MAX) {
		*line = *rest;
		*rest = slice_part(*rest, rest->len, rest->len);
	} else {
		*line = slice_part(*rest, 0, end);
		*rest = slice_part(*rest, end + 1, rest->len);
	}
	return true;
}

bool
slice_to_int(struct slice text, int64_t *out)
{
	char digits[24];
	char *end;
	long long value;

	if (text.len == 0 || text.len >= sizeof(digits) ||
	    !(byte_is_digit(text.at[0]) || (text.at[0] == '-' && text.len > 1)))
		return false;
	memcpy(digits, text.at, text.len);
	digits[text.len] = '\0';
	errno = 0;
	value = strtoll(digits, &end, 10);
	if (errno || end != digits + text.len)
		return false;
	*out = value;
	return true;
}

int64_t
count_capped(int64_t count)
{
	static const int64_t most = (int64_t)1 << 48;

	return count > most ? most : count < -most ? -most : count;
}

bool
slice_to_plain_int(struct slice text, int64_t *out)
{
	struct slice digits = text;

	slice_take(&digits, LITERAL("-"));
	if (slice_starts(digits, LITERAL("0")) && text.len > 1)
		return false;
	return slice_to_int(text, out);
}

bool
slice_to_double(struct slice text, double *out)
{
	char digits[64];
	char *end;

	if (text.len == 0 || text.len >= sizeof(digits) ||
	    !strchr("+-.0123456789", text.at[0]) || text.at[0] == '\0')
		return false;
	memcpy(digits, text.at, text.len);
	digits[text.len] = '\0';
	/* strtod() takes "0x1p4", "-inf" and "-nan", too. */
	if (strspn(digits, "+-.0123456789eE") != text.len)
		return false;
	*out = strtod(digits, &end);
	return end == digits + text.len && isfinite(*out);
}

struct slice
slice_copy(struct arena *arena, struct slice text)
{
	if (text.at)
		text.at = arena_copy(arena, text.at, text.len);
	return text;
}

char *
slice_string(struct arena *arena, struct slice text)
{
	return arena_copy(arena, text.at, text.len);
}

struct slice
slice_unix_lines(struct arena *arena, struct slice text)
{
	char *copy;
	size_t i, len = 0;

	if (!slice_contains(text, LITERAL("\r\n")))
		return text;
	copy = arena_alloc(arena, text.len);
	for (i = 0; i < text.len; i++) {
		if (text.at[i] != '\r' || i + 1 == text.len ||
		    text.at[i + 1] != '\n')
			copy[len++] = text.at[i];
	}
	return (struct slice){ copy, len };
}

void
buffer_reserve(struct buffer *buffer, size_t more)
{
	size_t need = buffer->len + more + 1;

	if (need <= buffer->capacity)
		return;
	if (need < buffer->capacity * 2)
		need = buffer->capacity * 2;
	buffer->bytes = mem_realloc(buffer->bytes, need);
	buffer->capacity = need;
}

void
buffer_add(struct buffer *buffer, const void *bytes, size_t len)
{
	if (len == 0)
		return;
	buffer_reserve(buffer, len);
	memcpy(buffer->bytes + buffer->len, bytes, len);
	buffer->len += len;
}

void
buffer_add_slice(struct buffer *buffer, struct slice text)
{
	buffer_add(buffer, text.at, text.len);
}

void
buffer_add_string(struct buffer *buffer, const char *text)
{
	if (text)
		buffer_add(buffer, text, strlen(text));
}

void
buffer_add_byte(struct buffer *buffer, char byte)
{
	buffer_add(buffer, &byte, 1);
}

void
buffer_printf(struct buffer *buffer, const char *format, ...)
{
	va_list arguments, again;
	int len;

	va_start(arguments, format);
	va_copy(again, arguments);
	len = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (len > 0) {
		buffer_reserve(buffer, (size_t)len);
		vsnprintf(buffer->bytes + buffer->len, (size_t)len + 1, format,
		    again);
		buffer->len += (size_t)len;
	}
	va_end(again);
}

const char *
plural_end(int64_t count, const char *one)
{
	if (count == 1)
		return "";
	return slice_ends(slice_of(one), LITERAL("s")) ? "es" : "s";
}

void
add_number_of(struct buffer *out, int64_t count, const char *one)
{
	if (count < 0)
		buffer_add_string(out, "? ");
	else
		buffer_printf(out, "%lld ", (long long)count);
	buffer_printf(out, "%s%s", one, plural_end(count, one));
}

void
add_more(struct buffer *out, size_t count, const char *one,
    const char *command)
{
	buffer_printf(out, "%zu more %s%s", count, one,
	    plural_end((int64_t)count, one));
	if (command)
		buffer_printf(out, ": %s", command);
}

const char *
buffer_string(struct buffer *buffer)
{
	buffer_reserve(buffer, 0);
	buffer->bytes[buffer->len] = '\0';
	return buffer->bytes;
}

struct slice
buffer_slice(const struct buffer *buffer)
{
	return (struct slice){ buffer->bytes ? buffer->bytes : "",
	    buffer->len };
}

void
buffer_clear(struct buffer *buffer)
{
	buffer->len = 0;
}

void
buffer_release(struct buffer *buffer)
{
	free(buffer->bytes);
	*buffer = (struct buffer){ 0 };
}

static size_t
sequence_length(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first <= 0xdf)
		return 2;
	if ((first & 0xf0) == 0xe0)
		return 3;
	return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

size_t
utf8_decode(struct slice text, uint32_t *code)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len, i;
	uint32_t value;

	if (text.len == 0)
		return 0;
	len = sequence_length((unsigned char)text.at[0]);
	if (len == 0 || len > text.len)
		return 0;
	value = (unsigned char)text.at[0];
	if (len > 1)
		value &= 0x7fu >> len;
	for (i = 1; i < len; i++) {
		if ((text.at[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | ((unsigned char)text.at[i] & 0x3fu);
	}
	if (value < smallest[len] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 0;
	*code = value;
	return len;
}

char *
utf8_put(char *to, uint32_t code)
{
	if (code < 0x80) {
		*to++ = (char)code;
		return to;
	}
	if (code >= 0x10000) {
		*to++ = (char)(0xf0 | code >> 18);
		*to++ = (char)(0x80 | (code >> 12 & 0x3f));
	} else if (code >= 0x800) {
		*to++ = (char)(0xe0 | code >> 12);
	} else {
		*to++ = (char)(0xc0 | code >> 6);
		*to++ = (char)(0x80 | (code & 0x3f));
		return to;
	}
	*to++ = (char)(0x80 | (code >> 6 & 0x3f));
	*to++ = (char)(0x80 | (code & 0x3f));
	return to;
}

/* Length of the ASCII bytes at the start, eight at a time. */
static size_t
ascii_prefix(struct slice text)
{
	size_t at = 0;
	uint64_t word;

	while (text.len - at >= sizeof(word)) {
		memcpy(&word, text.at + at, sizeof(word));
		if (word & 0x8080808080808080u)
			break;
		at += sizeof(word);
	}
	return at;
}

bool
slice_is_ascii(struct slice text)
{
	size_t at = ascii_prefix(text);

	while (at < text.len && (unsigned char)text.at[at] < 0x80)
		at++;
	return at == text.len;
}

bool
utf8_valid(struct slice text)
{
	uint32_t code;
	size_t len;

	while (text.len) {
		len = ascii_prefix(text);
		if (len == 0)
			len = utf8_decode(text, &code);
		if (len == 0)
			return false;
		text = slice_part(text, len, text.len);
	}
	return true;
}

void
utf8_replace_invalid(struct slice text, struct buffer *out)
{
	uint32_t code;
	size_t len;

	while (text.len) {
		len = utf8_decode(text, &code);
		if (len)
			buffer_add(out, text.at, len);
		else
			buffer_add_string(out, "\xef\xbf\xbd");
		text = slice_part(text, len ? len : 1, text.len);
	}
}
