/*
 * terminal.c - escaping and measuring of text. Foreign text (file names,
 * reasons, source lines) reaches a terminal only through here.
 */
#include "cli/screen/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct range {
	uint32_t first, last;
};

/* Characters that act on text around them or that nobody can see. */
static const struct range unsafe[] = {
	{ 0x00, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c },
	{ 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e },
	{ 0x2060, 0x206f }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb },
	{ 0xe0000, 0xe007f }
};

/* Characters of no width: combining marks, variation selectors. */
static const struct range narrow[] = {
	{ 0x300, 0x36f }, { 0x483, 0x489 }, { 0x591, 0x5bd },
	{ 0x610, 0x61a }, { 0x64b, 0x65f }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f },
	{ 0xfe20, 0xfe2f }, { 0xe0100, 0xe01ef }
};

/* Characters of double width: East Asian wide and full width, emoji. */
static const struct range wide[] = {
	{ 0x1100, 0x115f }, { 0x2e80, 0x303e }, { 0x3041, 0xa4cf },
	{ 0xa960, 0xa97f }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f }, { 0xff00, 0xff60 }, { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff },
	{ 0x20000, 0x3fffd }
};

#define IN_RANGES(code, ranges) \
	in_ranges(code, ranges, LENGTH(ranges))

static bool
in_ranges(uint32_t code, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	}
	return false;
}

static void
escape_code(struct buffer *out, uint32_t code)
{
	switch (code) {
	case '\n':
		buffer_add_string(out, "\\n");
		break;
	case '\r':
		buffer_add_string(out, "\\r");
		break;
	case '\t':
		buffer_add_string(out, "\\t");
		break;
	default:
		buffer_printf(out, code < 0x100 ? "\\x%02x" : "\\u%04x",
		    (unsigned)code);
	}
}

void
terminal_escape(struct buffer *out, struct slice text)
{
	uint32_t code;
	size_t len;

	while (text.len) {
		len = utf8_decode(text, &code);
		if (len == 0) {
			buffer_printf(out, "\\x%02x",
			    (unsigned)(unsigned char)*text.at);
			len = 1;
		} else if (IN_RANGES(code, unsafe)) {
			escape_code(out, code);
		} else {
			buffer_add(out, text.at, len);
		}
		text = slice_part(text, len, text.len);
	}
}

/* Length in bytes and width of the first character; bad bytes count one. */
static size_t
terminal_measure(struct slice text, size_t *width)
{
	uint32_t code;
	size_t len = utf8_decode(text, &code);

	*width = 1;
	if (len == 0)
		return 1;
	if (code >= 0x300 && IN_RANGES(code, narrow))
		*width = 0;
	else if (code >= 0x1100 && IN_RANGES(code, wide))
		*width = 2;
	return len;
}

size_t
terminal_width_of(struct slice text)
{
	size_t total = 0, width, len;

	while (text.len) {
		len = terminal_measure(text, &width);
		total += width;
		text = slice_part(text, len, text.len);
	}
	return total;
}

struct slice
terminal_fit(struct slice text, size_t width)
{
	size_t used = 0, end = 0, len, next;

	while (end < text.len) {
		len = terminal_measure(slice_part(text, end, text.len), &next);
		if (used + next > width)
			break;
		used += next;
		end += len;
	}
	return slice_part(text, 0, end);
}

/* A size that the environment gives, within reason; else 0. */
static size_t
size_from(const char *variable)
{
	const char *text = getenv(variable);
	int64_t number;

	if (!text || !slice_to_int(slice_of(text), &number) || number < 1 ||
	    number >= 10000)
		return 0;
	return (size_t)number;
}

size_t
terminal_columns(FILE *stream)
{
	size_t columns = size_from("COLUMNS");
	struct winsize size;

	if (!isatty(fileno(stream)))
		return 0;
	if (columns >= 20)
		return columns;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return 80;
}

size_t
terminal_rows(FILE *stream)
{
	size_t rows = size_from("LINES");
	struct winsize size;

	if (!isatty(fileno(stream)))
		return 0;
	if (rows)
		return rows;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
		return size.ws_row;
	return 24;
}

bool
terminal_has_color(FILE *stream, const char *when)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (string_equal(when, "always"))
		return true;
	if (string_equal(when, "never"))
		return false;
	return isatty(fileno(stream)) && !(no_color && *no_color) &&
	    term && strcmp(term, "dumb") != 0;
}
