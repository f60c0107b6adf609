/*
 * format_delimited.c - csv (RFC 4180), tsv and raw. Values are exact: nothing
 * is cut; csv and raw escape nothing, tsv only what would break its lines.
 */
#include <string.h>

#include "cli/format/format.h"

static bool
needs_quotes(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (strchr(",\"\r\n", text.at[i]) && text.at[i])
			return true;
	}
	return text.len == 0;
}

/* An empty text is "", so that it is not taken for NULL. */
static void
add_csv_text(struct buffer *line, struct slice text)
{
	if (!needs_quotes(text)) {
		buffer_add_slice(line, text);
		return;
	}
	buffer_add_byte(line, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '"')
			buffer_add_byte(line, '"');
		buffer_add_byte(line, text.at[i]);
	}
	buffer_add_byte(line, '"');
}

static void
add_tsv_text(struct buffer *line, struct slice text)
{
	static const char special[] = "\t\n\r\\", letters[] = "tnr\\";
	const char *found;

	for (size_t i = 0; i < text.len; i++) {
		found = text.at[i] ? strchr(special, text.at[i]) : NULL;
		if (found)
			buffer_add_byte(line, '\\');
		buffer_add_byte(line, found ? letters[found - special] :
		    text.at[i]);
	}
}

typedef void add_text_function(struct buffer *line, struct slice text);

static void
format_delimited_add_row(struct printer *printer,
    const struct gbq_value *values, char separator, add_text_function *add_text)
{
	struct buffer *line = &printer->line;

	for (size_t i = 0; i < printer->column_count; i++) {
		if (i)
			buffer_add_byte(line, separator);
		if (values[i].type == GBQ_INTEGER ||
		    values[i].type == GBQ_REAL)
			format_number(line, &values[i]);
		else if (values[i].type != GBQ_NULL)
			add_text(line, (struct slice){ values[i].bytes,
			    values[i].len });
	}
}

static void
add_names(struct printer *printer, char separator, add_text_function *add_text)
{
	for (size_t i = 0; i < printer->column_count; i++) {
		if (i)
			buffer_add_byte(&printer->line, separator);
		add_text(&printer->line, slice_of(printer->columns[i].name));
	}
}

static void
format_delimited_end_line(struct printer *printer, const char *ending)
{
	buffer_add_string(&printer->line, ending);
	printer_flush(printer);
}

void
csv_start(struct printer *printer)
{
	add_names(printer, ',', add_csv_text);
	format_delimited_end_line(printer, "\r\n");
}

void
csv_row(struct printer *printer, const struct gbq_value *values)
{
	format_delimited_add_row(printer, values, ',', add_csv_text);
	format_delimited_end_line(printer, "\r\n");
}

void
tsv_start(struct printer *printer)
{
	add_names(printer, '\t', add_tsv_text);
	format_delimited_end_line(printer, "\n");
}

void
tsv_row(struct printer *printer, const struct gbq_value *values)
{
	format_delimited_add_row(printer, values, '\t', add_tsv_text);
	format_delimited_end_line(printer, "\n");
}

void
raw_row(struct printer *printer, const struct gbq_value *values)
{
	format_delimited_add_row(printer, values, '\t', buffer_add_slice);
	format_delimited_end_line(printer, "\n");
}
