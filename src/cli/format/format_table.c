/*
 * format_table.c - tables for people: aligned columns, and Markdown. Cells
 * are escaped, so that no text can command the terminal. Rows are kept until
 * the end, since the widths are known only then (cli/layout/).
 */
#include <string.h>

#include "cli/format/format.h"
#include "cli/format/handle.h"
#include "cli/format/words.h"
#include "cli/screen/terminal.h"

enum { CLIPPED = 160 };		/* columns of a text of several lines */

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

/* Append a line escaped, its runs of blanks, by which torch aligns, as two. */
static void
format_table_add_line(struct buffer *out, struct slice line)
{
	size_t gap;

	while ((gap = slice_find(line, LITERAL("   "))) != SIZE_MAX) {
		terminal_escape(out, slice_part(line, 0, gap));
		line = slice_trim(slice_part(line, gap, line.len));
		buffer_add_string(out, "  ");
	}
	terminal_escape(out, line);
}

/* A text's first line and what fits; the rest is for -v and machines. */
static void
format_table_add_text(struct buffer *out, struct printer *printer,
    const struct gbq_value *value)
{
	struct slice text = { value->bytes, value->len }, line, rest;
	struct buffer escaped = { 0 };

	if (printer->whole_texts || !printer->shown) {
		terminal_escape(out, text);
		return;
	}
	rest = slice_trim(text);
	while (slice_next_line(&rest, &line)) {
		line = slice_trim(line);
		format_table_add_line(&escaped, line);
		/* "… raised:" says nothing without what follows */
		if (!slice_ends(line, LITERAL(":")) || !rest.len)
			break;
		buffer_add_byte(&escaped, ' ');
	}
	line = terminal_fit(buffer_slice(&escaped), CLIPPED);
	buffer_add_slice(out, line);
	if (line.len < escaped.len)
		buffer_add_string(out, "\xe2\x80\xa6");
	printer->has_clipped |= rest.len || line.len < escaped.len;
	buffer_release(&escaped);
}

static void
format_table_add_plain(struct buffer *out, struct printer *printer,
    const struct format_column *column, const struct gbq_value *value)
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
		format_table_add_text(out, printer, value);
		break;
	case GBQ_BLOB:
		buffer_printf(out, "(%zu bytes)", value->len);
		break;
	}
}

/* "…/generic.py:1030" */
static void
format_table_add_place(struct buffer *out, const struct gbq_value *file,
    const struct gbq_value *line)
{
	if (file->type != GBQ_TEXT) {
		buffer_add_byte(out, '?');
		return;
	}
	terminal_escape(out, slice_of(gbq_short_path(file->bytes)));
	if (line->type == GBQ_INTEGER)
		buffer_printf(out, ":%lld", (long long)line->integer);
}

/* "[0/1_2#1@r3]", as compile_label() has it of a query. */
static void
format_table_add_compile(struct buffer *out, const struct printer *printer,
    const struct gbq_value *values, const struct gbq_value *id)
{
	static const struct {
		const char *name, *mark;
		int64_t least;
	} parts[] = {
		{ "attempt", "_", 1 }, { "instance", "#", 1 },
		{ "rank", "@r", INT64_MIN }
	};
	const struct gbq_value *part;

	if (id->type != GBQ_TEXT) {
		buffer_add_byte(out, '?');
		return;
	}
	buffer_add_byte(out, '[');
	terminal_escape(out, (struct slice){ id->bytes, id->len });
	for (size_t i = 0; i < LENGTH(parts); i++) {
		part = printer_value(printer, values, parts[i].name);
		if (part && part->type == GBQ_INTEGER &&
		    part->integer >= parts[i].least)
			buffer_printf(out, "%s%lld", parts[i].mark,
			    (long long)part->integer);
	}
	buffer_add_byte(out, ']');
}

/* Seconds of two columns; NULL where neither is known. */
static struct gbq_value
format_table_sum(const struct gbq_value *a, const struct gbq_value *b)
{
	struct gbq_value sum = { .type = GBQ_REAL };

	sum.real = (a->type == GBQ_NULL ? 0 : a->real) +
	    (b->type == GBQ_NULL ? 0 : b->real);
	if (a->type == GBQ_NULL && b->type == GBQ_NULL)
		sum.type = GBQ_NULL;
	return sum;
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
	struct buffer heading = { 0 }, escaped = { 0 };
	struct layout_column *column;

	printer->layout = mem_calloc(printer->column_count + 1,
	    sizeof(*printer->layout));
	for (size_t i = 0; i < printer->column_count; i++) {
		column = &printer->layout[i];
		column->name = printer->columns[i].name;
		column->rule = column_rule_find(column->name);
		buffer_clear(&heading);
		if (printer->shown)
			add_heading(&heading, column->name);
		else
			buffer_add_string(&heading, column->name);
		/* of any SQL: "AS" may give it any text */
		buffer_clear(&escaped);
		terminal_escape(&escaped, buffer_slice(&heading));
		column->heading = arena_copy(&printer->arena,
		    buffer_string(&escaped), escaped.len);
	}
	buffer_release(&heading);
	buffer_release(&escaped);
}

/* Of a run whose counts are lower bounds, a count of breaks is one. */
static bool
is_lower_bound(const struct printer *printer, const struct gbq_value *values,
    const struct format_column *column)
{
	const struct gbq_value *counts_are;

	if (!slice_starts(slice_of(column->name), LITERAL("break_")))
		return false;
	counts_are = printer_value(printer, values, "counts_are");
	return counts_are && counts_are->type == GBQ_TEXT &&
	    slice_equal((struct slice){ counts_are->bytes, counts_are->len },
	    LITERAL("at_least"));
}

/* A flag or a word that people are told otherwise; false: it is not. */
static bool
add_value_word(struct buffer *out, const char *column,
    const struct gbq_value *value)
{
	const char *is = value->type == GBQ_TEXT ? value->bytes :
	    value->type != GBQ_INTEGER ? NULL : value->integer == 1 ? "1" :
	    value->integer == 0 ? "0" : NULL;
	const char *told = is ? word_of(column, is) : NULL;

	if (told == is)
		return false;
	terminal_escape(out, slice_of(told));
	return true;
}

/* Append a cell; the value that tells its type. */
static struct gbq_value
format_table_add_value(struct buffer *out, struct printer *printer,
    const struct gbq_value *values, const struct format_column *column)
{
	struct gbq_value value = values[column->value];

	switch (column->join) {
	case JOIN_PLACE:
		format_table_add_place(out, &value, &values[column->second]);
		return value;
	case JOIN_COMPILE:
		format_table_add_compile(out, printer, values, &value);
		return value;
	case JOIN_LOST:
		value = format_table_sum(&value, &values[column->second]);
		break;
	case JOIN_NONE:
		break;
	}
	if (printer->words && add_value_word(out, column->name, &value)) {
		value.type = GBQ_TEXT;
		return value;
	}
	if (printer->shown && handle_cell(out, column->name, &value)) {
		value.type = GBQ_TEXT;
		return value;
	}
	if (value.type == GBQ_INTEGER &&
	    is_lower_bound(printer, values, column))
		buffer_add_string(out, "\xe2\x89\xa5 ");
	format_table_add_plain(out, printer, column, &value);
	return value;
}

/* Append "#1" of the row's column of that name, an instance from 1. */
static void
keep_cell(struct printer *printer, struct layout_column *column,
    const struct gbq_value *value, struct slice text)
{
	struct layout_cell *cell = array_add(&printer->cells);
	size_t width;

	cell->text = (struct slice){ arena_copy(&printer->arena, text.at,
	    text.len), text.len };
	cell->number = value->type == GBQ_INTEGER ? (double)value->integer :
	    value->type == GBQ_REAL ? value->real : 0;
	width = terminal_width_of(cell->text);
	if (width > column->cell_width)
		column->cell_width = width;
	if (cell->number > column->most)
		column->most = cell->number;
	cell->is_null = value->type == GBQ_NULL;
	column->is_used |= !cell->is_null;
	column->is_text |= value->type == GBQ_TEXT ||
	    value->type == GBQ_BLOB;
}

void
table_row(struct printer *printer, const struct gbq_value *values)
{
	struct gbq_value value;

	for (size_t i = 0; i < printer->column_count; i++) {
		buffer_clear(&printer->line);
		value = format_table_add_value(&printer->line, printer, values,
		    &printer->columns[i]);
		keep_cell(printer, &printer->layout[i], &value,
		    buffer_slice(&printer->line));
	}
	buffer_clear(&printer->line);
}

void
markdown_row(struct printer *printer, const struct gbq_value *values)
{
	struct gbq_value value;
	struct buffer plain = { 0 };

	for (size_t i = 0; i < printer->column_count; i++) {
		buffer_clear(&plain);
		buffer_clear(&printer->line);
		value = format_table_add_value(&plain, printer, values,
		    &printer->columns[i]);
		add_markdown(&printer->line, buffer_slice(&plain));
		keep_cell(printer, &printer->layout[i], &value,
		    buffer_slice(&printer->line));
	}
	buffer_release(&plain);
	buffer_clear(&printer->line);
}

static struct layout_table
format_table_layout(const struct printer *printer)
{
	return (struct layout_table){
		.columns = printer->layout,
		.column_count = printer->column_count,
		.cells = printer->cells.items,
		.row_count = printer->row_count,
		.width = printer->screen_width,
		.is_plain = !printer->shown,
		.colors = printer->colors,
		.unicode = marks_are_unicode(),
		.word_role = word_role
	};
}

/* Seconds among which one is above 1 are told in tenths. */
static void
format_table_round(struct printer *printer, size_t column)
{
	struct layout_column *rounded = &printer->layout[column];
	struct layout_cell *cell = printer->cells.items + column;

	if (!printer->shown || !is_seconds(rounded->name) ||
	    rounded->most < 1 || rounded->is_text)
		return;
	rounded->cell_width = 0;
	for (size_t row = 0; row < printer->row_count; row++) {
		buffer_clear(&printer->line);
		if (!cell->is_null) {
			buffer_printf(&printer->line, "%.1f", cell->number);
			cell->text = slice_copy(&printer->arena,
			    buffer_slice(&printer->line));
		}
		if (cell->text.len > rounded->cell_width)
			rounded->cell_width = cell->text.len;
		cell += printer->column_count;
	}
	buffer_clear(&printer->line);
}

void
table_end(struct printer *printer)
{
	struct layout_table table = format_table_layout(printer);

	for (size_t i = 0; i < printer->column_count; i++)
		format_table_round(printer, i);

	layout_table_write(&printer->line, &table);
	if (printer->has_clipped)
		buffer_add_string(&printer->line, "(whole texts: -v)\n");
	printer_flush(printer);
}

static void
write_markdown_heading(struct printer *printer,
    const struct layout_table *table)
{
	struct buffer *line = &printer->line;

	for (size_t i = 0; i < printer->column_count; i++) {
		if (!layout_column_is_shown(table, &printer->layout[i]))
			continue;
		buffer_add_string(line, "| ");
		add_markdown(line, slice_of(printer->layout[i].heading));
		buffer_add_byte(line, ' ');
	}
	buffer_add_string(line, "|\n");
	for (size_t i = 0; i < printer->column_count; i++) {
		if (layout_column_is_shown(table, &printer->layout[i]))
			buffer_add_string(line, printer->layout[i].is_text ?
			    "| --- " : "| ---: ");
	}
	buffer_add_string(line, "|\n");
}

void
markdown_end(struct printer *printer)
{
	struct layout_table table = format_table_layout(printer);
	const struct layout_cell *cell = table.cells;
	struct buffer *line = &printer->line;

	if (printer->row_count)
		write_markdown_heading(printer, &table);
	for (size_t row = 0; row < printer->row_count; row++) {
		for (size_t i = 0; i < printer->column_count; i++, cell++) {
			if (!layout_column_is_shown(&table,
			    &printer->layout[i]))
				continue;
			buffer_add_string(line, "| ");
			buffer_add_slice(line, cell->text);
			buffer_add_byte(line, ' ');
		}
		buffer_add_string(line, "|\n");
		printer_flush(printer);
	}
}
