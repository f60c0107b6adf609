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

/* How a word that tells good from bad looks: red, yellow, dim. */
static const struct word_color {
	const char *column, *word, *color;
} word_colors[] = {
	{ "severity", "error", "\033[31m" },
	{ "severity", "loss", "\033[31m" },
	{ "severity", "warning", "\033[33m" },
	{ "severity", "note", "\033[2m" },
	{ "status", "failed", "\033[31m" },
	{ "status", "limit", "\033[31m" },
	{ "status", "unfinished", "\033[31m" },
	{ "status", "skipped", "\033[33m" },
	{ "form", "error", "\033[31m" },
	{ "form", "skip", "\033[33m" },
	{ "form", "no_resume", "\033[33m" },
	{ "state", "bypass", "\033[33m" }
};

const char *
word_color(const char *column, struct slice word)
{
	for (size_t i = 0; i < LENGTH(word_colors); i++) {
		if (strcmp(word_colors[i].column, column) == 0 &&
		    slice_equal(slice_of(word_colors[i].word), word))
			return word_colors[i].color;
	}
	return NULL;
}
