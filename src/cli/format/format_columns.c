/*
 * format_columns.c - which columns a format has: machines get all by name,
 * people those that a list names, some of them joined.
 */
#include "cli/format/format.h"

#include <string.h>

/* Parts that are shown with another column, where that is shown. */
static const struct {
	const char *part, *with;
} joined_parts[] = {
	{ "line", "file" }, { "line", "short_file" },
	{ "lost_skip_s", "lost_restart_s" },
	{ "rank", "compile_id" }, { "instance", "compile_id" },
	{ "attempt", "compile_id" },
};

static size_t
printer_name_index(const struct printer *printer, struct slice name)
{
	for (size_t i = 0; i < printer->name_count; i++) {
		if (slice_equal(slice_of(printer->names[i]), name))
			return i;
	}
	return SIZE_MAX;
}

/* Whether name is an item of "a, b, c". */
static bool
format_is_listed(const char *list, const char *name)
{
	struct slice rest = slice_of(list), item;

	while (slice_take_to(&rest, ',', &item)) {
		if (slice_equal(slice_trim(item), slice_of(name)))
			return true;
	}
	return slice_equal(slice_trim(rest), slice_of(name));
}

static bool
format_is_joined(const struct printer *printer, const char *name)
{
	for (size_t i = 0; i < LENGTH(joined_parts); i++) {
		if (strcmp(joined_parts[i].part, name) == 0 &&
		    format_is_listed(printer->shown, joined_parts[i].with) &&
		    printer_name_index(printer,
		    slice_of(joined_parts[i].with)) != SIZE_MAX)
			return true;
	}
	return false;
}

/* What a column is joined with, if that is shown, too. */
static void
format_set_join(const struct printer *printer, struct format_column *column)
{
	static const struct {
		const char *name, *second, *joined;
		enum column_join join;
	} joins[] = {
		{ "file", "line", "place", JOIN_PLACE },
		{ "short_file", "line", "place", JOIN_PLACE },
		{ "lost_restart_s", "lost_skip_s", "lost_s", JOIN_LOST },
	};

	column->second = SIZE_MAX;
	if (strcmp(column->name, "compile_id") == 0)
		column->join = JOIN_COMPILE;
	for (size_t i = 0; i < LENGTH(joins); i++) {
		if (strcmp(joins[i].name, column->name) != 0 ||
		    !format_is_listed(printer->shown, joins[i].second))
			continue;
		column->second = printer_name_index(printer,
		    slice_of(joins[i].second));
		if (column->second == SIZE_MAX)
			continue;
		column->name = joins[i].joined;
		column->join = joins[i].join;
		return;
	}
}

static void
format_add_column(struct printer *printer, size_t value)
{
	struct format_column *column =
	    &printer->columns[printer->column_count++];

	column->name = printer->names[value];
	column->value = value;
	if (printer->format->for_people && printer->shown)
		format_set_join(printer, column);
}

void
printer_choose_columns(struct printer *printer)
{
	struct slice rest = slice_of(printer->shown ? printer->shown : ""),
	    item;
	bool more = true;
	size_t value;

	printer->column_count = 0;
	if (!printer->format->for_people || !printer->shown) {
		for (size_t i = 0; i < printer->name_count; i++)
			format_add_column(printer, i);
		return;
	}
	while (more) {
		more = slice_take_to(&rest, ',', &item);
		value = printer_name_index(printer,
		    slice_trim(more ? item : rest));
		if (value != SIZE_MAX &&
		    !format_is_joined(printer, printer->names[value]))
			format_add_column(printer, value);
	}
}
