/*
 * row.c - values of a row by name, and how people read them.
 */
#include "cli/format/row.h"

#include <string.h>

#include "cli/format/format.h"
#include "cli/format/words.h"
#include "cli/screen/terminal.h"

struct gbq_value
row_value(const struct gbq_query *query, const char *name)
{
	size_t count = gbq_column_count(query);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(gbq_column_name(query, i), name) == 0)
			return gbq_column(query, i);
	}
	return (struct gbq_value){ GBQ_NULL, 0, 0, NULL, 0 };
}

const char *
value_text(const struct gbq_value *value)
{
	return value->type == GBQ_TEXT ? value->bytes : NULL;
}

const char *
row_text(const struct gbq_query *query, const char *name)
{
	struct gbq_value value = row_value(query, name);

	return value_text(&value);
}

int64_t
row_integer(const struct gbq_query *query, const char *name)
{
	return count_capped(row_value(query, name).integer);
}

int64_t
row_id(const struct gbq_query *query, const char *name)
{
	return row_value(query, name).integer;
}

double
row_real(const struct gbq_query *query, const char *name)
{
	return row_value(query, name).real;
}

bool
row_is_null(const struct gbq_query *query, const char *name)
{
	return row_value(query, name).type == GBQ_NULL;
}

void
add_text(struct buffer *out, const char *text)
{
	if (text)
		terminal_escape(out, slice_of(text));
	else
		buffer_add_byte(out, '?');
}

void
add_word(struct buffer *out, const struct gbq_query *query,
    const char *name, const struct colors *colors)
{
	const char *word = row_text(query, name);
	enum color_role role = word_role(name, slice_of(word));

	color_begin(out, colors, role);
	add_text(out, word_of(name, word));
	color_end(out, colors, role);
}

void
add_count(struct buffer *out, const struct gbq_query *query,
    const char *name, const char *one, bool at_least)
{
	struct gbq_value value = row_value(query, name);

	if (at_least && value.type != GBQ_NULL)
		buffer_add_string(out, "\xe2\x89\xa5 ");
	add_number_of(out, value.type == GBQ_NULL ? -1 : value.integer, one);
}

void
add_seconds(struct buffer *out, double seconds)
{
	if (seconds < 0)
		buffer_add_string(out, "? s");
	else if (seconds >= 0.995 || seconds == 0)
		buffer_printf(out, seconds == 0 ? "%.0f s" : "%.1f s",
		    seconds);
	else
		buffer_printf(out, "%.2g s", seconds);
}

void
add_share(struct buffer *out, double part, double whole)
{
	/* torch 2.5 tells no time of a frame that failed, but what was lost. */
	if (whole > 0 && part >= 0 && part <= whole)
		buffer_printf(out, " (%.0f %%)", 100 * part / whole);
}

void
add_path(struct buffer *out, const char *path)
{
	if (path)
		terminal_escape(out, slice_of(gbq_short_path(path)));
	else
		buffer_add_byte(out, '?');
}

void
add_short_path(struct buffer *out, const char *path)
{
	if (path)
		buffer_add_string(out, gbq_short_path(path));
	else
		buffer_add_byte(out, '?');
}

struct gbq_value
value_of_text(const char *text)
{
	struct gbq_value value = { .type = text ? GBQ_TEXT : GBQ_NULL,
		.bytes = text };

	value.len = text ? strlen(text) : 0;
	return value;
}
