/*
 * format_json.c - typed JSON: numbers stay numbers, NULL is null, columns
 * that hold JSON text are written as JSON. Output is always valid UTF-8.
 */
#include <math.h>
#include <string.h>

#include "cli/format/format.h"

/* Columns of public views and saved queries whose text is JSON. */
static const char *const json_columns[] = {
	"dims", "failure_categories", "forms", "guard_values", "hints",
	"metrics", "ranks", "reasons", "severities", "statuses", "tags",
	"tlparse_statuses", "versions"
};

bool
format_is_json_column(const char *name)
{
	for (size_t i = 0; i < LENGTH(json_columns); i++) {
		if (strcmp(json_columns[i], name) == 0)
			return true;
	}
	return false;
}

static void
add_hex(struct buffer *out, struct slice bytes)
{
	buffer_add_byte(out, '"');
	for (size_t i = 0; i < bytes.len; i++)
		buffer_printf(out, "%02x", (unsigned char)bytes.at[i]);
	buffer_add_byte(out, '"');
}

void
format_json_value(struct buffer *out, const struct gbq_value *value,
    bool is_json)
{
	struct slice text = { value->bytes, value->len };

	switch (value->type) {
	case GBQ_NULL:
		buffer_add_string(out, "null");
		break;
	case GBQ_REAL:
		if (!isfinite(value->real)) {
			buffer_add_string(out, "null");
			break;
		}
		/* fall through */
	case GBQ_INTEGER:
		format_number(out, value);
		break;
	case GBQ_TEXT:
		if (!is_json || !json_copy(out, text))
			json_quote(out, text);
		break;
	case GBQ_BLOB:
		add_hex(out, text);
		break;
	}
}

static void
add_object(struct printer *printer, const struct gbq_value *values)
{
	struct buffer *line = &printer->line;
	const char *name;

	buffer_add_byte(line, '{');
	for (size_t i = 0; i < printer->column_count; i++) {
		name = printer->columns[i].name;
		if (i)
			buffer_add_string(line, ", ");
		json_quote(line, slice_of(name));
		buffer_add_string(line, ": ");
		format_json_value(line, &values[i],
		    format_is_json_column(name));
	}
	buffer_add_byte(line, '}');
}

void
json_rows_start(struct printer *printer)
{
	buffer_add_byte(&printer->line, '[');
}

void
json_row(struct printer *printer, const struct gbq_value *values)
{
	buffer_add_string(&printer->line, printer->row_count ? ",\n" : "\n");
	add_object(printer, values);
	printer_flush(printer);
}

void
json_rows_end(struct printer *printer)
{
	buffer_add_string(&printer->line, printer->row_count ? "\n]\n" : "]\n");
}

void
jsonl_row(struct printer *printer, const struct gbq_value *values)
{
	add_object(printer, values);
	buffer_add_byte(&printer->line, '\n');
	printer_flush(printer);
}
