/*
 * format_table.c - tables for people: aligned columns, and Markdown. Cells
 * are escaped, so that no text can command the terminal. Rows are kept until
 * the end, since the widths are known only then.
 */
#include <string.h>

#include "cli/format/format.h"
#include "cli/format/handle.h"
#include "cli/screen/terminal.h"

enum { GAP = 2 };

static bool
is_seconds(const char *name)
{
	return slice_ends(slice_of(name), LITERAL("_s"));
}

static bool
is_share(const char *name)
{
	return slice_ends(slice_of(name), LITERAL("share"));
}

static void
format_table_add_number(struct buffer *out, const struct format_column *column,
    const struct gbq_value *value)
{
	if (value->type == GBQ_INTEGER)
		format_number(out, value);
	else if (is_seconds(column->name))
		buffer_printf(out, "%.3f", value->real);
	else if (is_share(column->name))
		buffer_printf(out, "%.1f %%", 100 * value->real);
	else
		buffer_printf(out, "%.9g", value->real);
}

static void
format_table_add_cell(struct buffer *out, const struct format_column *column,
    const struct gbq_value *value)
{
	switch (value->type) {
	case GBQ_NULL:
		buffer_add_byte(out, '?');
		break;
	case GBQ_INTEGER:
	case GBQ_REAL:
		format_table_add_number(out, column, value);
		break;
	case GBQ_TEXT:
		terminal_escape(out, (struct slice){ value->bytes,
		    value->len });
		break;
	case GBQ_BLOB:
		buffer_printf(out, "(%zu bytes)", value->len);
		break;
	}
}

/* Markdown's own characters, so that names like __init__ stay as they are. */
static void
add_markdown(struct buffer *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] && strchr("\\`*_<>[]|~", text.at[i]))
			buffer_add_byte(out, '\\');
		buffer_add_byte(out, text.at[i]);
	}
}

void
table_start(struct printer *printer)
{
	struct buffer escaped = { 0 };

	for (size_t i = 0; i < printer->column_count; i++) {
		struct format_column *column = &printer->columns[i];

		/* of any SQL: "AS" may give it any text */
		buffer_clear(&escaped);
		terminal_escape(&escaped, slice_of(column->name));
		column->name = arena_copy(&printer->arena,
		    buffer_string(&escaped), escaped.len);
		column->width = terminal_width_of(slice_of(column->name));
	}
	buffer_release(&escaped);
}

static void
keep_cell(struct printer *printer, struct format_column *column,
    const struct gbq_value *value, struct slice text)
{
	struct slice *cell = array_add(&printer->cells);
	size_t width;

	*cell = (struct slice){ arena_copy(&printer->arena, text.at, text.len),
	    text.len };
	width = terminal_width_of(*cell);
	if (width > column->cell_width)
		column->cell_width = width;
	if (width > column->width)
		column->width = width;
	if (value->type != GBQ_NULL)
		column->is_used = true;
	if (value->type == GBQ_TEXT || value->type == GBQ_BLOB)
		column->is_text = true;
}

/* Of a run whose counts are lower bounds, a count of breaks is one. */
static bool
is_lower_bound(const struct printer *printer, const struct gbq_value *values,
    const struct format_column *column)
{
	if (!slice_starts(slice_of(column->name), LITERAL("break_")))
		return false;
	for (size_t i = 0; i < printer->column_count; i++) {
		if (strcmp(printer->columns[i].name, "counts_are") == 0)
			return values[i].type == GBQ_TEXT &&
			    slice_equal((struct slice){ values[i].bytes,
			    values[i].len }, LITERAL("at_least"));
	}
	return false;
}

/* Append "#1" of the row's column of that name, an instance from 1. */
static void
format_table_add_part(struct buffer *out, const struct printer *printer,
    const struct gbq_value *values, const char *name, const char *mark)
{
	for (size_t i = 0; i < printer->column_count; i++) {
		if (strcmp(printer->columns[i].name, name) == 0 &&
		    values[i].type == GBQ_INTEGER &&
		    values[i].integer >= (*mark == '#'))
			buffer_printf(out, "%s%lld", mark,
			    (long long)values[i].integer);
	}
}

/*
 * What a column of a saved query names, as it is called everywhere: e12, s3,
 * [0/1#1@r2]. False: it names nothing.
 */
static bool
format_table_add_handle(struct buffer *out, struct printer *printer,
    const struct gbq_value *values, size_t i)
{
	struct format_column *column = &printer->columns[i];
	struct buffer cell = { 0 };

	if (!printer->shown || !handle_cell(&cell, column->name, &values[i]))
		return false;
	if (strcmp(column->name, "compile_id") == 0) {
		cell.len--;
		format_table_add_part(&cell, printer, values, "instance", "#");
		format_table_add_part(&cell, printer, values, "rank", "@r");
		buffer_add_byte(&cell, ']');
	}
	terminal_escape(out, buffer_slice(&cell));
	buffer_release(&cell);
	column->is_text = true;
	return true;
}

static void
format_table_add_value(struct buffer *out, struct printer *printer,
    const struct gbq_value *values, size_t i)
{
	const struct format_column *column = &printer->columns[i];

	if (format_table_add_handle(out, printer, values, i))
		return;
	if (values[i].type == GBQ_INTEGER &&
	    is_lower_bound(printer, values, column))
		buffer_add_string(out, "\xe2\x89\xa5 ");
	format_table_add_cell(out, column, &values[i]);
}

void
table_row(struct printer *printer, const struct gbq_value *values)
{
	for (size_t i = 0; i < printer->column_count; i++) {
		if (printer->columns[i].is_hidden)
			continue;
		buffer_clear(&printer->line);
		format_table_add_value(&printer->line, printer, values, i);
		keep_cell(printer, &printer->columns[i], &values[i],
		    buffer_slice(&printer->line));
	}
	buffer_clear(&printer->line);
}

void
markdown_row(struct printer *printer, const struct gbq_value *values)
{
	struct buffer plain = { 0 };

	for (size_t i = 0; i < printer->column_count; i++) {
		if (printer->columns[i].is_hidden)
			continue;
		buffer_clear(&plain);
		buffer_clear(&printer->line);
		format_table_add_value(&plain, printer, values, i);
		add_markdown(&printer->line, buffer_slice(&plain));
		keep_cell(printer, &printer->columns[i], &values[i],
		    buffer_slice(&printer->line));
	}
	buffer_release(&plain);
	buffer_clear(&printer->line);
}

static void
add_padding(struct buffer *line, size_t count)
{
	while (count--)
		buffer_add_byte(line, ' ');
}

static void
format_table_add_colored(struct buffer *line,
    const struct format_column *column, struct slice cell, bool use_color)
{
	const char *color = use_color ? word_color(column->name, cell) : NULL;

	buffer_add_string(line, color ? color : "");
	buffer_add_slice(line, cell);
	buffer_add_string(line, color ? "\033[0m" : "");
}

static void
add_aligned(struct buffer *line, const struct format_column *column,
    struct slice cell, bool use_color)
{
	size_t width = terminal_width_of(cell);
	bool cut = width > column->width;

	if (cut) {
		cell = terminal_fit(cell, column->width - 1);
		width = terminal_width_of(cell) + 1;
	}
	if (!column->is_text)
		add_padding(line, column->width - width);
	format_table_add_colored(line, column, cell, use_color && !cut);
	if (cut)
		buffer_add_string(line, "\xe2\x80\xa6");
	if (column->is_text)
		add_padding(line, column->width - width);
}

static void
format_table_end_line(struct printer *printer)
{
	struct buffer *line = &printer->line;

	while (line->len && line->bytes[line->len - 1] == ' ')
		line->len--;
	buffer_add_byte(line, '\n');
	printer_flush(printer);
}

/* A line of the heading; false, nothing written: there are no more. */
static bool
write_heading_line(struct printer *printer, size_t number)
{
	struct buffer *line = &printer->line;
	const char *gap = "";
	struct slice part;
	bool any = false;

	for (size_t i = 0; i < printer->column_count; i++) {
		const struct format_column *column = &printer->columns[i];

		if (!column_is_shown(printer, column))
			continue;
		part = heading_part(column->name, column->width, number);
		any |= part.len > 0;
		buffer_add_string(line, gap);
		add_aligned(line, column, part, false);
		gap = "  ";
	}
	if (!any && number > 0) {
		buffer_clear(line);
		return false;
	}
	return true;
}

static void
write_heading(struct printer *printer)
{
	struct buffer text = { 0 };

	for (size_t i = 0; write_heading_line(printer, i); i++) {
		while (printer->line.len &&
		    printer->line.bytes[printer->line.len - 1] == ' ')
			printer->line.len--;
		buffer_add_string(&text, printer->color ? "\033[1m" : "");
		buffer_add_slice(&text, buffer_slice(&printer->line));
		buffer_add_string(&text, printer->color ? "\033[0m\n" : "\n");
		buffer_clear(&printer->line);
	}
	buffer_add_slice(&printer->line, buffer_slice(&text));
	buffer_release(&text);
	printer_flush(printer);
}

/* "(-f csv has more: a, b)" in lines that fit. */
static void
tell_left_out(struct printer *printer)
{
	struct buffer *line = &printer->line;
	bool any = false;
	const char *name;

	for (size_t i = 0; i < printer->column_count; i++) {
		name = printer->columns[i].name;
		if (!printer->columns[i].is_left_out)
			continue;
		buffer_add_string(line, any ? "," : "(-f csv has more:");
		any = true;
		if (line->len + strlen(name) + 3 > printer->screen_width)
			format_table_end_line(printer);
		buffer_printf(line, " %s", name);
	}
	if (any) {
		buffer_add_byte(line, ')');
		format_table_end_line(printer);
	}
}

void
table_end(struct printer *printer)
{
	struct buffer *line = &printer->line;
	const struct slice *cell = printer->cells.items;
	const struct format_column *column;
	bool first;

	fit_columns(printer);
	write_heading(printer);
	for (size_t row = 0; row < printer->row_count; row++) {
		first = true;
		for (size_t i = 0; i < printer->column_count; i++) {
			column = &printer->columns[i];
			if (column->is_hidden)
				continue;
			if (column_is_shown(printer, column)) {
				add_padding(line, first ? 0 : GAP);
				add_aligned(line, column, *cell,
				    printer->color);
				first = false;
			}
			cell++;
		}
		format_table_end_line(printer);
	}
	tell_left_out(printer);
}

static void
write_markdown_heading(struct printer *printer)
{
	struct buffer *line = &printer->line;

	for (size_t i = 0; i < printer->column_count; i++) {
		if (!column_is_shown(printer, &printer->columns[i]))
			continue;
		buffer_add_string(line, "| ");
		add_markdown(line, slice_of(printer->columns[i].name));
		buffer_add_byte(line, ' ');
	}
	buffer_add_string(line, "|\n");
	for (size_t i = 0; i < printer->column_count; i++) {
		if (column_is_shown(printer, &printer->columns[i]))
			buffer_add_string(line, printer->columns[i].is_text ?
			    "| --- " : "| ---: ");
	}
	buffer_add_string(line, "|\n");
	printer_flush(printer);
}

void
markdown_end(struct printer *printer)
{
	const struct slice *cell = printer->cells.items;
	struct buffer *line = &printer->line;

	write_markdown_heading(printer);
	for (size_t row = 0; row < printer->row_count; row++) {
		for (size_t i = 0; i < printer->column_count; i++) {
			if (printer->columns[i].is_hidden)
				continue;
			if (column_is_shown(printer, &printer->columns[i])) {
				buffer_add_string(line, "| ");
				buffer_add_slice(line, *cell);
				buffer_add_byte(line, ' ');
			}
			cell++;
		}
		buffer_add_string(line, "|\n");
		printer_flush(printer);
	}
}
