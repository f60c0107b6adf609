/*
 * wrap.c - paragraphs for people.
 */
#include "cli/screen/terminal.h"

enum { WIDTH = 79, INDENT = 4 };

/* Append the words of a line; column is where the last one ended. */
static void
wrap_add_words(struct buffer *out, struct slice line, size_t column)
{
	struct buffer word = { 0 };
	struct slice rest = line;
	size_t end, width;

	while ((rest = slice_trim(rest)).len) {
		for (end = 0; end < rest.len && rest.at[end] != ' '; end++)
			continue;
		buffer_clear(&word);
		terminal_escape(&word, slice_part(rest, 0, end));
		rest = slice_part(rest, end, rest.len);
		width = terminal_width_of(buffer_slice(&word));
		if (column > INDENT + 2 && column + 1 + width > WIDTH) {
			buffer_add_string(out, "\n      ");
			column = INDENT + 2;
		} else if (column > INDENT) {
			buffer_add_byte(out, ' ');
			column++;
		}
		buffer_add_slice(out, buffer_slice(&word));
		column += width;
	}
	buffer_add_byte(out, '\n');
	buffer_release(&word);
}

void
add_wrapped(struct buffer *out, const char *label, const char *text)
{
	struct slice rest = slice_of(text ? text : ""), line;
	size_t column = INDENT;

	if (!text)
		return;
	buffer_add_string(out, "    ");
	if (label) {
		terminal_escape(out, slice_of(label));
		buffer_add_byte(out, ':');
		column += slice_of(label).len + 1;
	}
	while (slice_next_line(&rest, &line)) {
		wrap_add_words(out, line, column);
		if (rest.len == 0)
			break;
		buffer_add_string(out, "    ");
		column = INDENT;
	}
}
