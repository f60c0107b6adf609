/*
 * format_gcc.c - breaks and failures as compilers write their messages, for
 * editors and CI: "FILE:LINE: warning: GB0059 Failed to trace … [gbq]".
 */
#include <string.h>

#include "cli/format/format.h"
#include "cli/screen/terminal.h"

/* The value of a column; NULL where there is none or it is NULL. */
static const struct gbq_value *
gcc_find(const struct printer *printer, const struct gbq_value *values,
    const char *name)
{
	for (size_t i = 0; i < printer->column_count; i++) {
		if (strcmp(printer->columns[i].name, name) == 0)
			return values[i].type == GBQ_NULL ? NULL : &values[i];
	}
	return NULL;
}

static struct slice
text_of(const struct gbq_value *value)
{
	if (!value || !value->bytes)
		return (struct slice){ NULL, 0 };
	return (struct slice){ value->bytes, value->len };
}

/* The place, else the innermost own frame, else the compiled frame. */
static void
format_gcc_add_place(struct printer *printer, const struct gbq_value *values)
{
	static const char *const columns[][2] = { { "file", "line" },
	    { "own_file", "own_line" }, { "compile_file", "compile_line" } };
	const struct gbq_value *file = NULL, *line = NULL;

	for (size_t i = 0; i < 3 && !file; i++) {
		file = gcc_find(printer, values, columns[i][0]);
		line = gcc_find(printer, values, columns[i][1]);
	}
	if (file)
		terminal_escape(&printer->line, text_of(file));
	else
		buffer_add_string(&printer->line, "(unknown)");
	if (file && line) {
		buffer_add_byte(&printer->line, ':');
		format_number(&printer->line, line);
	}
	buffer_add_string(&printer->line, ": ");
}

/* Failures, and breaks that raised: in fullgraph they are errors. */
static bool
is_error(struct printer *printer, const struct gbq_value *values)
{
	struct slice form = text_of(gcc_find(printer, values, "form"));
	struct slice forms = text_of(gcc_find(printer, values, "forms"));

	return gcc_find(printer, values, "fail_type") ||
	    slice_equal(form, LITERAL("error")) ||
	    slice_contains(forms, LITERAL("\"error\""));
}

/* Append the first line of a column behind a separator. */
static void
format_gcc_add_part(struct printer *printer, const struct gbq_value *values,
    const char *name, const char *separator)
{
	struct slice text = text_of(gcc_find(printer, values, name)), line;

	if (!slice_next_line(&text, &line))
		return;
	buffer_add_string(&printer->line, separator);
	terminal_escape(&printer->line, slice_trim(line));
}

void
gcc_row(struct printer *printer, const struct gbq_value *values)
{
	const struct gbq_value *events = gcc_find(printer, values, "events");
	struct buffer *line = &printer->line;

	format_gcc_add_place(printer, values);
	buffer_add_string(line, is_error(printer, values) ? "error:" :
	    "warning:");
	format_gcc_add_part(printer, values, "gb_id", " ");
	if (gcc_find(printer, values, "fail_type")) {
		format_gcc_add_part(printer, values, "fail_type", " ");
		format_gcc_add_part(printer, values, "reason", ": ");
	} else {
		format_gcc_add_part(printer, values, "kind", " ");
		format_gcc_add_part(printer, values, "detail", ": ");
	}
	if (events && events->integer > 1)
		buffer_printf(line, " (%lld events)",
		    (long long)events->integer);
	buffer_add_string(line, " [gbq]\n");
	printer_flush(printer);
}
