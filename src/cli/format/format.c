/*
 * format.c - the list of formats, and what they have in common.
 */
#include "cli/format/format.h"

#include <stdlib.h>
#include <string.h>

static void
format_nothing(struct printer *printer)
{
	(void)printer;
}

const struct format formats[] = {
	{ "table", table_start, table_row, table_end, true },
	{ "csv", csv_start, csv_row, format_nothing, false },
	{ "tsv", tsv_start, tsv_row, format_nothing, false },
	{ "json", json_rows_start, json_row, json_rows_end, false },
	{ "jsonl", format_nothing, jsonl_row, format_nothing, false },
	{ "markdown", table_start, markdown_row, markdown_end, true },
	{ "raw", format_nothing, raw_row, format_nothing, false },
	{ NULL, NULL, NULL, NULL, false }
};

const struct format gcc_format = { "gcc", format_nothing, gcc_row,
	format_nothing, false };

const struct format *
format_find(const char *name)
{
	for (const struct format *format = formats; format->name; format++) {
		if (strcmp(format->name, name) == 0)
			return format;
	}
	return NULL;
}

void
printer_start(struct printer *printer, const char *const *names, size_t count)
{
	arena_init(&printer->arena);
	printer->line = (struct buffer){ 0 };
	printer->cells.items = NULL;
	printer->cells.count = printer->cells.capacity = 0;
	printer->layout = NULL;
	printer->row_count = 0;
	printer->has_clipped = false;
	printer->names = mem_calloc(count + 1, sizeof(*printer->names));
	for (size_t i = 0; i < count; i++)
		printer->names[i] = arena_copy(&printer->arena, names[i],
		    strlen(names[i]));
	printer->name_count = count;
	printer->columns = mem_calloc(count + 1, sizeof(*printer->columns));
	printer_choose_columns(printer);
	printer->format->start(printer);
}

void
printer_row(struct printer *printer, const struct gbq_value *values)
{
	printer->format->row(printer, values);
	printer->row_count++;
}

void
printer_end(struct printer *printer)
{
	printer->format->end(printer);
	printer_flush(printer);
	printer_drop(printer);
}

void
printer_drop(struct printer *printer)
{
	buffer_release(&printer->line);
	array_release(&printer->cells);
	arena_release(&printer->arena);
	free(printer->layout);
	free(printer->columns);
	free(printer->names);
	printer->layout = NULL;
	printer->columns = NULL;
	printer->names = NULL;
}

/* Move the column of that name to a place of the order. */
static void
order_column(struct gbq_query *query, size_t *order, size_t place,
    struct slice name)
{
	size_t count = gbq_column_count(query), at = place, moved;

	while (at < count && !slice_equal(name,
	    slice_of(gbq_column_name(query, order[at]))))
		at++;
	if (at == count)
		return;
	moved = order[at];
	memmove(&order[place + 1], &order[place],
	    (at - place) * sizeof(*order));
	order[place] = moved;
}

/* The order of columns: for people that of the list of those shown. */
static size_t *
printer_order(const struct printer *printer, struct gbq_query *query)
{
	size_t count = gbq_column_count(query), place = 0;
	size_t *order = mem_calloc(count + 1, sizeof(*order));
	struct slice rest = slice_of(printer->shown ? printer->shown : "");
	size_t end;

	for (size_t i = 0; i < count; i++)
		order[i] = i;
	while (printer->format->for_people && rest.len && place < count) {
		end = slice_find_byte(rest, ',');
		order_column(query, order, place++,
		    slice_trim(slice_part(rest, 0, end)));
		rest = slice_part(rest, end == SIZE_MAX ? rest.len : end + 1,
		    rest.len);
	}
	return order;
}

enum gbq_status
printer_query(struct printer *printer, struct gbq_query *query, size_t limit)
{
	size_t count = gbq_column_count(query);
	struct gbq_value *values = mem_calloc(count + 1, sizeof(*values));
	const char **names = mem_calloc(count + 1, sizeof(*names));
	size_t *order = NULL;
	enum gbq_status status;
	bool row = false;

	/* Names may change until here; what fails at once prints nothing. */
	status = gbq_step(query, &row);
	if (status != GBQ_OK) {
		free(names);
		free(values);
		return status;
	}
	order = printer_order(printer, query);
	for (size_t i = 0; i < count; i++)
		names[i] = gbq_column_name(query, order[i]);
	printer_start(printer, names, count);
	while (status == GBQ_OK && row && !ferror(printer->out)) {
		for (size_t i = 0; i < count; i++)
			values[i] = gbq_column(query, order[i]);
		printer_row(printer, values);
		if (limit && printer->row_count >= limit)
			break;
		status = gbq_step(query, &row);
	}
	printer_end(printer);
	free(order);
	free(names);
	free(values);
	return status;
}
