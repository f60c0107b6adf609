/*
 * table.c - aligned columns, and below them what is equal in all rows and what
 * found no room.
 */
#include "cli/layout/layout.h"

#include <stdlib.h>
#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"

static void
grid_pad(struct buffer *out, size_t count)
{
	while (count--)
		buffer_add_byte(out, ' ');
}

static void
grid_end_line(struct buffer *out)
{
	while (out->len && out->bytes[out->len - 1] == ' ')
		out->len--;
	buffer_add_byte(out, '\n');
}

/* Append a text that is too wide for its column, an end of it cut. */
static void
grid_add_cut(struct buffer *out, const struct layout_column *column,
    struct slice text)
{
	struct slice part = column->rule->cut == CUT_LEFT ?
	    terminal_fit_end(text, column->width - 1) :
	    terminal_fit(text, column->width - 1);
	size_t slash = slice_find_byte(part, '/');

	/* whole names of folders, where one is left */
	if (column->rule->cut == CUT_LEFT && slash != SIZE_MAX)
		part = slice_part(part, slash, part.len);
	if (column->rule->cut == CUT_LEFT)
		buffer_add_string(out, ELLIPSIS);
	buffer_add_slice(out, part);
	if (column->rule->cut == CUT_RIGHT)
		buffer_add_string(out, ELLIPSIS);
	grid_pad(out, column->width - 1 - terminal_width_of(part));
}

/* Append a cell that fits. */
static void
grid_add_whole(struct buffer *out, const struct layout_table *table,
    const struct layout_column *column, struct slice text)
{
	size_t blanks = column->width - terminal_width_of(text);
	enum color_role role = table->word_role ?
	    table->word_role(column->name, text) : COLOR_NONE;

	grid_pad(out, column->is_text ? 0 : blanks);
	color_begin(out, table->colors, role);
	buffer_add_slice(out, text);
	color_end(out, table->colors, role);
	grid_pad(out, column->is_text ? blanks : 0);
}

/* Append what of a cell's text stands in its first line; the rest remains. */
static void
grid_add_cell(struct buffer *out, const struct layout_table *table,
    const struct layout_column *column, struct slice *rest)
{
	struct slice text = *rest;

	*rest = slice_part(text, text.len, text.len);
	if (terminal_width_of(text) <= column->width) {
		grid_add_whole(out, table, column, text);
	} else if (column->rule->weight != LAYOUT_TELLS) {
		grid_add_cut(out, column, text);
	} else {
		/* words as a paragraph has them, without its indent */
		size_t fits = terminal_fit(text, column->width).len, end = fits;

		while (end && text.at[end] != ' ')
			end--;
		end = end ? end : fits;
		grid_add_whole(out, table, column,
		    slice_trim_end(slice_part(text, 0, end)));
		*rest = slice_trim(slice_part(text, end, text.len));
	}
}

/* A line of a row; whether texts go on in another one. */
static bool
grid_add_row_line(struct buffer *out, const struct layout_table *table,
    const struct layout_cell *cells, struct slice *rests, bool is_first)
{
	const char *gap = "";
	bool more = false;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct layout_column *column = &table->columns[i];

		if (!layout_column_is_shown(table, column))
			continue;
		buffer_add_string(out, gap);
		gap = "  ";
		if (column->bar_width) {
			add_bar(out, is_first ? cells[i].number : 0,
			    column->most, table->unicode);
			buffer_add_byte(out, ' ');
		}
		grid_add_cell(out, table, column, &rests[i]);
		more |= rests[i].len > 0;
	}
	grid_end_line(out);
	return more;
}

static void
grid_add_rows(struct buffer *out, const struct layout_table *table)
{
	struct slice *rests = mem_calloc(table->column_count + 1,
	    sizeof(*rests));
	const struct layout_cell *cells = table->cells;
	bool is_first;

	for (size_t row = 0; row < table->row_count; row++) {
		for (size_t i = 0; i < table->column_count; i++)
			rests[i] = cells[i].text;
		is_first = true;
		while (grid_add_row_line(out, table, cells, rests, is_first))
			is_first = false;
		cells += table->column_count;
	}
	free(rests);
}

static void
grid_add_headings(struct buffer *out, const struct layout_table *table)
{
	const char *gap = "";

	color_begin(out, table->colors, COLOR_TITLE);
	for (size_t i = 0; i < table->column_count; i++) {
		const struct layout_column *column = &table->columns[i];
		size_t blanks;

		if (!layout_column_is_shown(table, column))
			continue;
		blanks = column->width -
		    terminal_width_of(slice_of(column->heading));
		buffer_add_string(out, gap);
		gap = "  ";
		grid_pad(out, column->bar_width +
		    (column->is_text ? 0 : blanks));
		buffer_add_string(out, column->heading);
		grid_pad(out, column->is_text ? blanks : 0);
	}
	while (out->len && out->bytes[out->len - 1] == ' ')
		out->len--;
	color_end(out, table->colors, COLOR_TITLE);
	buffer_add_byte(out, '\n');
}

/* Append a line that is dim and fits. */
static void
grid_add_note(struct buffer *out, const struct layout_table *table,
    struct buffer *note)
{
	if (note->len) {
		color_begin(out, table->colors, COLOR_NOTE);
		flow_line(out, buffer_slice(note), table->width);
		color_end(out, table->colors, COLOR_NOTE);
		buffer_add_byte(out, '\n');
	}
	buffer_release(note);
}

/* "all: stage forward, cut run_a": what all rows have in common. */
static void
grid_tell_equal(struct buffer *out, const struct layout_table *table)
{
	struct buffer note = { 0 };

	for (size_t i = 0; i < table->column_count; i++) {
		const struct layout_column *column = &table->columns[i];

		/* that none is new is no news */
		if (!column->is_equal ||
		    (strncmp(column->name, "is_", 3) == 0 &&
		    slice_equal(table->cells[i].text, LITERAL("0"))))
			continue;
		buffer_add_string(&note, note.len ? ", " : "all: ");
		buffer_add_string(&note, column->heading);
		buffer_add_byte(&note, ' ');
		buffer_add_slice(&note, table->cells[i].text);
	}
	grid_add_note(out, table, &note);
}

/* "(-f csv has more: a, b)" */
static void
grid_tell_left_out(struct buffer *out, const struct layout_table *table)
{
	struct buffer note = { 0 };

	for (size_t i = 0; i < table->column_count; i++) {
		if (!table->columns[i].is_left_out)
			continue;
		buffer_add_string(&note, note.len ? ", " :
		    "(-f csv has more: ");
		buffer_add_string(&note, table->columns[i].name);
	}
	buffer_add_string(&note, note.len ? ")" : "");
	grid_add_note(out, table, &note);
}

void
layout_table_write(struct buffer *out, struct layout_table *table)
{
	if (table->row_count == 0)
		return;
	layout_table_fit(table);
	grid_add_headings(out, table);
	grid_add_rows(out, table);
	grid_tell_equal(out, table);
	grid_tell_left_out(out, table);
}
