/*
 * terminal.c - escaping of text, and what a terminal is like. Foreign text
 * (file names, reasons, source lines) reaches a terminal only through here.
 */
#include "cli/screen/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 20 };	/* what no layout goes below */

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
	if (columns)
		return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col < LEAST_COLUMNS ? LEAST_COLUMNS :
		    size.ws_col;
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
