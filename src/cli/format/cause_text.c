/*
 * cause_text.c - causes of recompiles in words.
 */
#include "cli/format/text.h"

#include <string.h>

#include "cli/format/row.h"
#include "cli/format/words.h"
#include "cli/screen/terminal.h"
#include "util/json.h"

enum { MOST_VALUES = 12 };

void
cause_title(struct buffer *out, const struct gbq_query *row)
{
	const char *guard_class = row_text(row, "guard_class");
	const char *source = row_text(row, "root_source");

	if (guard_class && source) {
		add_guard_aspect(out, guard_class);
		add_text(out, source);
	} else if (row_text(row, "guard")) {
		buffer_add_string(out, "guard ");
		add_text(out, row_text(row, "guard"));
	} else {
		buffer_add_string(out, "a guard that is not told");
	}
}

/*
 * What "(step % 2) != 0" has in parentheses, where they change nothing: it is
 * compared, and compares nothing itself. Else absent.
 */
static struct slice
value_unwrapped(struct slice value)
{
	static const char *const compares[] = { " == ", " != ", " < ",
		" <= ", " > ", " >= " };
	size_t close = slice_find_byte(value, ')');
	struct slice inner = slice_part(value, 1, close);

	if (close == SIZE_MAX || *value.at != '(' ||
	    !slice_starts_any(slice_part(value, close + 1, value.len),
	    compares, LENGTH(compares)))
		return (struct slice){ 0 };
	for (size_t i = 0; i < inner.len; i++) {
		if (strchr("(<>=", inner.at[i]))
			return (struct slice){ 0 };
	}
	return slice_contains(inner, LITERAL(" and ")) ||
	    slice_contains(inner, LITERAL(" or ")) ||
	    slice_starts(inner, LITERAL("not ")) ?
	    (struct slice){ 0 } : inner;
}

static void
cause_add_value(struct buffer *out, struct slice value)
{
	struct slice inner = value.len ? value_unwrapped(value) :
	    (struct slice){ 0 };

	if (value.len == 0)
		buffer_add_string(out, "''");
	terminal_escape(out, inner.at ? inner : value);
	if (inner.at)
		terminal_escape(out, slice_part(value, inner.len + 2,
		    value.len));
}

void
cause_values(struct buffer *out, const struct gbq_query *row)
{
	const char *json = row_text(row, "guard_values");
	struct json_reader reader;
	struct slice raw, value;
	struct arena arena;
	size_t count = 0;

	arena_init(&arena);
	json_init(&reader, &arena, slice_of(json ? json : ""));
	if (json_enter_array(&reader)) {
		while (json_next_item(&reader)) {
			if (!json_get_raw(&reader, &raw) ||
			    ++count > MOST_VALUES)
				continue;
			value = raw;
			json_text(&arena, raw, &value);
			buffer_add_string(out, count > 1 ? ", " : "");
			cause_add_value(out, value);
		}
	}
	if (count > MOST_VALUES)
		buffer_add_string(out, ", …");
	arena_release(&arena);
}

/* "recompile limit: args (length ×15)" with the words for classes. */
static void
limit_title(struct buffer *out, struct slice text)
{
	const struct slice times = LITERAL(" \xc3\x97");
	struct buffer word = { 0 };
	size_t end, start;

	while ((end = slice_find(text, times)) != SIZE_MAX) {
		start = slice_find_last_byte(slice_part(text, 0, end), '(') + 1;
		terminal_escape(out, slice_part(text, 0, start));
		buffer_clear(&word);
		buffer_add_slice(&word, slice_part(text, start, end));
		terminal_escape(out, slice_of(word_of("guard_class",
		    buffer_string(&word))));
		buffer_add_slice(out, times);
		text = slice_part(text, end + times.len, text.len);
	}
	terminal_escape(out, text);
	buffer_release(&word);
}

static bool
item_is(const struct gbq_query *row, const char *item)
{
	return string_equal(row_text(row, "item"), item);
}

void
item_title(struct buffer *out, const struct gbq_query *row)
{
	const char *category = row_text(row, "category");
	struct slice text = slice_of(row_text(row, "text"));
	struct buffer values = { 0 };

	if (item_is(row, "failure") && category &&
	    slice_take(&text, slice_of(category))) {
		add_text(out, word_of("category", category));
		terminal_escape(out, text);
	} else if (item_is(row, "cause") && !category) {
		cause_title(out, row);
		cause_values(&values, row);
		buffer_add_string(out, values.len ? ": " : "");
		buffer_add_slice(out, buffer_slice(&values));
	} else if (item_is(row, "cause")) {
		limit_title(out, text);
	} else {
		terminal_escape(out, text);
	}
	buffer_release(&values);
}

static void
cause_text_add_place(struct buffer *out, const struct gbq_query *row,
    const struct colors *colors)
{
	if (!row_text(row, "file"))
		return;
	buffer_add_string(out, "    ");
	color_begin(out, colors, COLOR_PATH);
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	color_end(out, colors, COLOR_PATH);
	buffer_add_byte(out, '\n');
}

static void
cause_text_add_values(struct buffer *out, const struct gbq_query *row)
{
	struct buffer values = { 0 };

	cause_values(&values, row);
	if (values.len)
		buffer_printf(out, "        values: %s\n",
		    buffer_string(&values));
	buffer_release(&values);
}

void
cause_text(struct buffer *out, const struct gbq_query *row, int64_t most,
    const struct colors *colors)
{
	color_begin(out, colors, COLOR_TITLE);
	add_text(out, row_text(row, "handle"));
	buffer_add_string(out, "  ");
	cause_title(out, row);
	color_end(out, colors, COLOR_TITLE);
	buffer_add_string(out, "\n    ");
	if (most) {
		add_bar(out, (double)row_integer(row, "recompiles"),
		    (double)most, marks_are_unicode());
		buffer_add_byte(out, ' ');
	}
	add_count(out, row, "recompiles", "recompile", false);
	buffer_add_string(out, " of ");
	add_count(out, row, "frames", "frame", false);
	buffer_add_string(out, ", ");
	add_count(out, row, "guard_failures", "guard failure", false);
	if (row_integer(row, "limit_hit"))
		color_add(out, colors, COLOR_LIMIT, ", recompile limit hit");
	buffer_add_byte(out, '\n');
	cause_text_add_place(out, row, colors);
	if (row_text(row, "names")) {
		buffer_add_string(out, "        also: ");
		add_text(out, row_text(row, "names"));
		buffer_add_byte(out, '\n');
	}
	cause_text_add_values(out, row);
}
