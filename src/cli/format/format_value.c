/*
 * format_value.c - what the formats share: numbers, words in color, lines.
 */
#include "cli/format/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct gbq_value *
printer_value(const struct printer *printer, const struct gbq_value *values,
    const char *name)
{
	for (size_t i = 0; i < printer->name_count; i++) {
		if (strcmp(printer->names[i], name) == 0)
			return &values[i];
	}
	return NULL;
}

void
printer_flush(struct printer *printer)
{
	if (printer->line.len)
		fwrite(printer->line.bytes, 1, printer->line.len, printer->out);
	buffer_clear(&printer->line);
}

void
format_number(struct buffer *out, const struct gbq_value *value)
{
	char text[40];

	if (value->type == GBQ_INTEGER) {
		buffer_printf(out, "%lld", (long long)value->integer);
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value->real);
		if (strtod(text, NULL) == value->real)
			break;
	}
	buffer_add_string(out, text);
	if (isfinite(value->real) && !strpbrk(text, ".e"))
		buffer_add_string(out, ".0");
}
