/*
 * flow.c - lines of text that fit: broken between words, hanging under the
 * text.
 */
#include "cli/layout/layout.h"

#include <string.h>

#include "cli/screen/terminal.h"

enum { MAX_MARK = 12, MAX_LABEL = 16, MORE_INDENT = 2 };

/* Length of a blank or of a line of a tree that text begins with, or 0. */
static size_t
flow_lead_length(struct slice text)
{
	static const char *const marks[] = {
		" ", "\xe2\x94\x82", "\xe2\x94\x9c", "\xe2\x94\x94",
		"\xe2\x94\x80"
	};

	for (size_t i = 0; i < LENGTH(marks); i++) {
		if (slice_starts(text, slice_of(marks[i])))
			return strlen(marks[i]);
	}
	return 0;
}

/*
 * Length of the number, handle or bullet with its blanks that text begins
 * with, or 0: "12. ", "- ", "! ", "s3  ", "[0/1] ".
 */
static size_t
flow_mark_length(struct slice text)
{
	size_t end = slice_find_byte(text, ' '), digits;
	struct slice word;

	if (end == SIZE_MAX || end == 0 || end > MAX_MARK)
		return 0;
	word = slice_part(text, 0, end);
	digits = slice_count_digits(word, word.at[0] >= 'a' &&
	    word.at[0] <= 'z' ? 1 : 0);
	if (!(end == 1 && strchr("-*!", *word.at)) &&
	    !(word.at[0] == '[' && word.at[end - 1] == ']') &&
	    !(digits && digits + 1 == end))
		return 0;
	while (end < text.len && text.at[end] == ' ')
		end++;
	return end;
}

/* Length of "LABEL: ", words of letters, that text begins with, or 0. */
static size_t
flow_label_length(struct slice text)
{
	size_t end = slice_find(text, LITERAL(": "));

	if (end == SIZE_MAX || end > MAX_LABEL)
		return 0;
	for (size_t i = 0; i < end; i++) {
		if (!strchr(" '-", text.at[i]) && (text.at[i] < 'a' ||
		    text.at[i] > 'z'))
			return 0;
	}
	return end + 2;
}

/* Append what further lines begin with; the columns that it takes. */
static size_t
flow_add_hang(struct buffer *hang, struct slice line, size_t width)
{
	size_t at = 0, len, more, cell, used = 0;

	for (; (len = flow_lead_length(slice_part(line, at, line.len))) ||
	    (at < line.len && line.at[at] == '\033');
	    at += len, used += cell) {
		struct slice rest = slice_part(line, at, line.len);

		len = cell_next(rest, &cell);
		if (!cell)
			continue;
		/* a branch goes on below, a corner does not */
		buffer_add_string(hang,
		    slice_starts(rest, LITERAL("\xe2\x94\x82")) ||
		    slice_starts(rest, LITERAL("\xe2\x94\x9c")) ?
		    "\xe2\x94\x82" : " ");
	}
	line = slice_part(line, at, line.len);
	more = flow_mark_length(line);
	if (!more && used)
		more = flow_label_length(line);
	if (!more)
		more = MORE_INDENT;
	if (used + more > width * 2 / 3) {
		buffer_clear(hang);
		used = 0;
		more = MORE_INDENT;
	}
	for (size_t i = 0; i < more; i++)
		buffer_add_byte(hang, ' ');
	return used + more;
}

/* A line being broken. */
struct flow {
	struct buffer *out;
	struct slice hang;
	size_t hang_width, width;
	size_t column;		/* where out ends */
	bool any;		/* a word stands in the line */
};

static void
flow_begin_line(struct flow *flow)
{
	buffer_add_byte(flow->out, '\n');
	buffer_add_slice(flow->out, flow->hang);
	flow->column = flow->hang_width;
	flow->any = false;
}

/* A word and the blanks before it. */
static void
flow_add_word(struct flow *flow, size_t blanks, struct slice word)
{
	size_t width = terminal_width_of(word);
	struct slice part;

	if (flow->any && flow->column + blanks + width > flow->width) {
		flow_begin_line(flow);
		blanks = 0;
	}
	while (flow->column + blanks + width > flow->width) {
		part = terminal_fit(word, flow->width > flow->column + blanks ?
		    flow->width - flow->column - blanks : 0);
		for (; part.len && blanks; blanks--)
			buffer_add_byte(flow->out, ' ');
		buffer_add_slice(flow->out, part);
		word = slice_part(word, part.len, word.len);
		width = terminal_width_of(word);
		blanks = 0;
		flow_begin_line(flow);
	}
	for (size_t i = 0; i < blanks; i++)
		buffer_add_byte(flow->out, ' ');
	buffer_add_slice(flow->out, word);
	flow->column += blanks + width;
	flow->any |= width > 0;
}

/* Where the word ends that begins at a byte; "12 %" and "3.1 s" are one. */
static size_t
flow_word_end(struct slice line, size_t at)
{
	size_t end = at;

	while (end < line.len && (line.at[end] != ' ' || (end > at &&
	    line.at[end - 1] >= '0' && line.at[end - 1] <= '9' &&
	    end + 1 < line.len && (line.at[end + 1] == '%' ||
	    (line.at[end + 1] == 's' && (end + 2 == line.len ||
	    strchr(" ,;)", line.at[end + 2])))))))
		end++;
	return end;
}

void
flow_line(struct buffer *out, struct slice line, size_t width)
{
	struct buffer hang = { 0 };
	struct flow flow = { .out = out, .width = width };
	size_t at = 0, blanks, end;

	if (width == 0 || line.len <= width ||
	    terminal_width_of(line) <= width) {
		buffer_add_slice(out, line);
		return;
	}
	flow.hang_width = flow_add_hang(&hang, line, width);
	flow.hang = buffer_slice(&hang);
	while (at < line.len) {
		for (blanks = 0; at < line.len && line.at[at] == ' '; at++)
			blanks++;
		end = flow_word_end(line, at);
		if (end > at)
			flow_add_word(&flow, blanks,
			    slice_part(line, at, end));
		at = end;
	}
	buffer_release(&hang);
}

void
flow_text(struct buffer *out, struct slice text, size_t width)
{
	struct slice line;

	while (slice_next_line(&text, &line)) {
		flow_line(out, line, width);
		buffer_add_byte(out, '\n');
	}
}

void
add_wrapped(struct buffer *out, const char *label, const char *text)
{
	struct slice rest = slice_of(text ? text : ""), line;

	while (text && slice_next_line(&rest, &line)) {
		buffer_add_string(out, "    ");
		if (label) {
			terminal_escape(out, slice_of(label));
			buffer_add_string(out, ": ");
		}
		label = NULL;
		terminal_escape(out, slice_trim(line));
		buffer_add_byte(out, '\n');
	}
}
