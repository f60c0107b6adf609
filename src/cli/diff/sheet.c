/*
 * sheet.c - sections and rows put together, and the sections that a diff of
 * two runs shares with one of two sweeps.
 */
#include "cli/diff/sheet.h"

#include <stdarg.h>

#include "cli/diff/diff.h"

void
sheet_release(struct sheet *sheet)
{
	for (size_t i = 0; i < sheet->sections.count; i++)
		array_release(&sheet->sections.items[i].rows);
	array_release(&sheet->sections);
	arena_release(&sheet->arena);
}

struct sheet_section *
sheet_add(struct sheet *sheet, enum sheet_shape shape, const char *heading)
{
	struct sheet_section *section = array_add(&sheet->sections);

	section->shape = shape;
	section->heading = heading;
	return section;
}

static struct sheet_section *
sheet_last(struct sheet *sheet)
{
	return &sheet->sections.items[sheet->sections.count - 1];
}

struct sheet_row *
sheet_row(struct sheet *sheet)
{
	return array_add(&sheet_last(sheet)->rows);
}

const char *
sheet_take(struct sheet *sheet, struct buffer *text)
{
	const char *copy = slice_string(&sheet->arena, buffer_slice(text));

	buffer_release(text);
	return copy;
}

const char *
sheet_printf(struct sheet *sheet, const char *format, ...)
{
	va_list arguments;
	char *text;
	int len;

	va_start(arguments, format);
	len = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	text = arena_alloc(&sheet->arena, (size_t)len + 1);
	va_start(arguments, format);
	vsnprintf(text, (size_t)len + 1, format, arguments);
	va_end(arguments);
	return text;
}

void
sheet_limit(struct sheet *sheet, size_t limit)
{
	struct sheet_section *section = sheet_last(sheet);

	if (limit && section->rows.count > limit) {
		section->more = section->rows.count - limit;
		section->rows.count = limit;
	}
}

static bool
value_is_nothing(const struct gbq_value *value)
{
	return value->type == GBQ_NULL ||
	    (value->type == GBQ_INTEGER && value->integer == 0);
}

/* Not known of a side is no change. */
static bool
total_is_same(const struct gbq_diff_total *total)
{
	const struct gbq_value *values = total->values;

	return values[0].type == GBQ_NULL || values[1].type == GBQ_NULL ||
	    (values[0].type == values[1].type &&
	    values[0].integer == values[1].integer &&
	    !(values[0].real < values[1].real) &&
	    !(values[0].real > values[1].real));
}

static const char *
sheet_value(struct sheet *sheet, const struct gbq_value *value)
{
	struct buffer text = { 0 };

	diff_add_value(&text, value);
	return sheet_take(sheet, &text);
}

void
sheet_add_total(struct sheet *sheet, const struct gbq_diff_total *total)
{
	const struct gbq_value *values = total->values;
	struct sheet_row *row = sheet_row(sheet);
	struct buffer delta = { 0 };

	if (values[0].type == GBQ_REAL && values[1].type == GBQ_REAL)
		buffer_printf(&delta, "%+.2f", values[1].real -
		    values[0].real);
	else
		diff_add_delta(&delta, values);
	row->total = total;
	row->same = total_is_same(total);
	row->cells[0] = total->name;
	row->cells[1] = sheet_value(sheet, &values[0]);
	row->cells[2] = sheet_value(sheet, &values[1]);
	row->cells[3] = sheet_take(sheet, &delta);
}

static const struct sheet_column total_columns[SHEET_CELLS] = {
	{ "totals", 24 }, { "base", 10 }, { "new", 10 }, { "delta", 10 }
};

void
sheet_add_handles(struct buffer *out, const struct sheet_row *row)
{
	const char *gap = "";

	for (int side = 0; side < GBQ_SIDES; side++) {
		if (!row->handles[side])
			continue;
		buffer_add_string(out, gap);
		buffer_add_string(out, row->handles[side]);
		gap = DIFF_ARROW;
	}
	buffer_add_string(out, *gap ? "  " : "");
}

/* The first two, sites and events, are always told. */
void
sheet_add_totals(struct sheet *sheet, const struct gbq_diff_total *totals,
    size_t count, const struct sheet_options *options)
{
	sheet_add(sheet, SHEET_TABLE, "totals")->columns = total_columns;
	for (size_t i = 0; i < count; i++) {
		const struct gbq_diff_total *total = &totals[i];

		if (i < 2 || (!diff_is_phase(total) &&
		    !(options->changed && total_is_same(total)) &&
		    !(value_is_nothing(&total->values[0]) &&
		    value_is_nothing(&total->values[1]))))
			sheet_add_total(sheet, total);
	}
}

struct sheet_section *
sheet_add_sites(struct sheet *sheet, const char *lead,
    const size_t states[GBQ_STATES])
{
	static const enum gbq_diff_state order[] = { GBQ_STATE_NEW,
		GBQ_STATE_GONE, GBQ_STATE_CHANGED, GBQ_STATE_MOVED,
		GBQ_STATE_SAME };
	struct sheet_section *section = sheet_add(sheet, SHEET_SITES, NULL);
	struct buffer text = { 0 };

	buffer_add_string(&text, lead);
	for (size_t i = 0; i < LENGTH(order); i++)
		buffer_printf(&text, "%s%zu %s", i ? ", " : "",
		    states[order[i]], gbq_state_name(order[i]));
	section->heading = sheet_take(sheet, &text);
	section->states = states;
	return section;
}

void
sheet_add_fact(struct buffer *out, const struct sheet_row *row,
    void (*add_cell)(struct buffer *out, const char *text))
{
	add_cell(out, row->cells[0]);
	buffer_add_string(out, ": ");
	add_cell(out, row->cells[1]);
	buffer_add_string(out, DIFF_ARROW);
	add_cell(out, row->cells[2]);
}
