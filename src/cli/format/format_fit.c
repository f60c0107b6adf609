/*
 * format_fit.c - tables that fit into a screen. What is left out is told
 * below the table; what is piped is never touched.
 */
#include <string.h>

#include "cli/format/format.h"
#include "cli/screen/terminal.h"

enum { GAP = 2, MIN_WIDTH = 10 };

bool
column_is_shown(const struct printer *printer,
    const struct format_column *column)
{
	return !column->is_hidden && !column->is_left_out &&
	    (column->is_used || !printer->hide_unknown ||
	    printer->row_count == 0);
}

/* The next part of a heading, up to and with a '_'. */
static struct slice
format_fit_next_part(struct slice *rest)
{
	size_t end = slice_find_byte(*rest, '_');
	struct slice part = slice_part(*rest, 0, end == SIZE_MAX ? rest->len :
	    end + 1);

	*rest = slice_part(*rest, part.len, rest->len);
	return part;
}

static size_t
longest_part(const char *name)
{
	struct slice rest = slice_of(name), part;
	size_t longest = 0, width;

	while (rest.len) {
		part = format_fit_next_part(&rest);
		width = terminal_width_of(part);
		if (width > longest)
			longest = width;
	}
	return longest;
}

/* As many parts as fit, at least one. */
static struct slice
next_line(struct slice *rest, size_t width)
{
	struct slice line = { rest->at, 0 }, tail = *rest;

	while (tail.len) {
		struct slice part = format_fit_next_part(&tail);

		if (line.len && terminal_width_of(slice_part(*rest, 0,
		    line.len + part.len)) > width)
			break;
		line.len += part.len;
	}
	*rest = slice_part(*rest, line.len, rest->len);
	return line;
}

struct slice
heading_part(const char *name, size_t width, size_t line)
{
	struct slice rest = slice_of(name), part = { name, 0 };

	for (size_t i = 0; i <= line; i++)
		part = next_line(&rest, width);
	return part;
}

static size_t
total_width(const struct printer *printer)
{
	size_t total = 0;

	for (size_t i = 0; i < printer->column_count; i++) {
		if (column_is_shown(printer, &printer->columns[i]))
			total += printer->columns[i].width + GAP;
	}
	return total >= GAP ? total - GAP : 0;
}

/* The column with the longest text: mostly what the table is about. */
static struct format_column *
longest_text(const struct printer *printer)
{
	struct format_column *longest = NULL, *column;

	for (size_t i = 0; i < printer->column_count; i++) {
		column = &printer->columns[i];
		if (column_is_shown(printer, column) && column->is_text &&
		    (!longest || column->cell_width > longest->cell_width))
			longest = column;
	}
	return longest;
}

/* What a text is not made narrower than; the longest gets a quarter. */
static size_t
least_width(const struct printer *printer, const struct format_column *column,
    const struct format_column *longest)
{
	size_t least = column == longest ? printer->screen_width / 4 : 0;

	if (least > column->cell_width)
		least = column->cell_width;
	return least > MIN_WIDTH ? least : MIN_WIDTH;
}

/* The widest that can be made narrower. */
static struct format_column *
widest_text(const struct printer *printer, const struct format_column *longest)
{
	struct format_column *widest = NULL, *column;

	for (size_t i = 0; i < printer->column_count; i++) {
		column = &printer->columns[i];
		if (column_is_shown(printer, column) && column->is_text &&
		    column->width > least_width(printer, column, longest) &&
		    (!widest || column->width > widest->width))
			widest = column;
	}
	return widest;
}

/* Headings of several lines: columns are as wide as their cells. */
static void
break_headings(struct printer *printer)
{
	struct format_column *column;
	size_t width;

	for (size_t i = 0; i < printer->column_count; i++) {
		column = &printer->columns[i];
		width = longest_part(column->name);
		column->width = column->cell_width > width ?
		    column->cell_width : width;
	}
}

/* Make the widest texts narrower; false: that is not enough. */
static bool
cut_texts(struct printer *printer)
{
	const struct format_column *longest = longest_text(printer);
	struct format_column *column;
	size_t total = total_width(printer), excess, room;

	while (total > printer->screen_width) {
		column = widest_text(printer, longest);
		if (!column)
			return false;
		room = column->width - least_width(printer, column, longest);
		excess = total - printer->screen_width;
		if (excess > 8)
			excess = 8;
		if (excess > room)
			excess = room;
		column->width -= excess;
		total -= excess;
	}
	return true;
}

/* The last column but the one with the longest texts; NULL: one is left. */
static struct format_column *
least_wanted(const struct printer *printer)
{
	const struct format_column *longest = longest_text(printer);
	struct format_column *last = NULL, *column;

	for (size_t i = 1; i < printer->column_count; i++) {
		column = &printer->columns[i];
		if (column_is_shown(printer, column) && column != longest)
			last = column;
	}
	return last;
}

void
fit_columns(struct printer *printer)
{
	struct format_column *column;

	if (printer->screen_width == 0 ||
	    total_width(printer) <= printer->screen_width)
		return;
	/* Cells of text give way before headings are broken. */
	if (cut_texts(printer))
		return;
	break_headings(printer);
	while (!cut_texts(printer)) {
		column = least_wanted(printer);
		if (!column)
			return;
		column->is_left_out = true;
		break_headings(printer);
	}
}
