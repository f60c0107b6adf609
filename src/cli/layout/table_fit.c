/*
 * table_fit.c - tables that fit into a screen. What is left out is told below
 * the table; what is piped is never touched.
 */
#include "cli/layout/layout.h"

#include <string.h>

enum {
	GAP = 2, BAR_WIDTH = 1 + BAR_CELLS,
	LEAST_TEXT = 12, READABLE = 22, LEAST_TELLING = 24
};

bool
layout_column_is_shown(const struct layout_table *table,
    const struct layout_column *column)
{
	return !column->is_left_out && !column->is_equal &&
	    (column->is_used || table->is_plain);
}

static size_t
grid_total_width(const struct layout_table *table)
{
	size_t total = 0;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct layout_column *column = &table->columns[i];

		if (layout_column_is_shown(table, column))
			total += column->width + column->bar_width + GAP;
	}
	return total >= GAP ? total - GAP : 0;
}

/* What a text is not made narrower than; dear: of the two dearest weights. */
static size_t
grid_least_width(const struct layout_column *column, size_t dear)
{
	size_t heading = terminal_width_of(slice_of(column->heading));
	size_t least = !column->is_text ? SIZE_MAX :
	    column->rule->weight > LAYOUT_MAIN ? LEAST_TEXT : dear;

	if (least < heading)
		least = heading;
	if (dear > LEAST_TEXT && least < column->word_width)
		least = column->word_width;
	return least < column->width ? least : column->width;
}

/* The widest text that can give way. */
static struct layout_column *
grid_widest(const struct layout_table *table, size_t dear, bool telling)
{
	struct layout_column *widest = NULL, *column;

	for (size_t i = 0; i < table->column_count; i++) {
		column = &table->columns[i];
		if (layout_column_is_shown(table, column) &&
		    (column->rule->weight == LAYOUT_TELLS) == telling &&
		    column->width > grid_least_width(column, dear) &&
		    (!widest || column->width > widest->width))
			widest = column;
	}
	return widest;
}

/*
 * Make the widest texts narrower down to a width, either those that tell, which
 * go on in lines below, or the others; false: that is not enough.
 */
static bool
grid_narrow(struct layout_table *table, size_t dear, bool telling)
{
	struct layout_column *column;
	size_t total = grid_total_width(table);

	while (total > table->width) {
		column = grid_widest(table, dear, telling);
		if (!column)
			return false;
		column->width--;
		total--;
	}
	return true;
}

/* The longest words of texts that may go on in lines below. */
static void
grid_measure_words(struct layout_table *table)
{
	const struct layout_cell *cell = table->cells;
	struct slice rest, word;
	size_t width;
	bool more;

	for (size_t i = 0; i < table->row_count * table->column_count;
	    i++, cell++) {
		struct layout_column *column =
		    &table->columns[i % table->column_count];

		if (column->rule->weight != LAYOUT_TELLS)
			continue;
		for (rest = cell->text, more = true; more;) {
			more = slice_take_to(&rest, ' ', &word);
			width = terminal_width_of(more ? word : rest);
			if (width > column->word_width)
				column->word_width = width;
		}
	}
}

static size_t
grid_full_width(const struct layout_column *column)
{
	size_t heading = terminal_width_of(slice_of(column->heading));

	return column->cell_width > heading ? column->cell_width : heading;
}

/*
 * All columns as wide as their widest cell; but a text that goes on in lines
 * below takes no more than half of the screen from the others.
 */
static void
grid_widen(struct layout_table *table)
{
	size_t half = table->width / 2 > LEAST_TELLING ? table->width / 2 :
	    LEAST_TELLING;

	for (size_t i = 0; i < table->column_count; i++) {
		struct layout_column *column = &table->columns[i];

		column->width = grid_full_width(column);
		if (table->width && column->is_text && column->width > half &&
		    column->rule->weight == LAYOUT_TELLS)
			column->width = half > column->word_width ? half :
			    column->word_width;
	}
}

/* Give the texts that tell what room is left. */
static void
grid_fill(struct layout_table *table)
{
	size_t total = grid_total_width(table), full, room;

	for (size_t i = 0; i < table->column_count; i++) {
		struct layout_column *column = &table->columns[i];

		if (total >= table->width)
			return;
		if (!layout_column_is_shown(table, column) ||
		    column->rule->weight != LAYOUT_TELLS)
			continue;
		full = grid_full_width(column);
		room = table->width - total;
		if (full <= column->width)
			continue;
		if (room > full - column->width)
			room = full - column->width;
		column->width += room;
		total += room;
	}
}

/* The column above a weight that goes next; NULL: those that are left stay. */
static struct layout_column *
grid_least_wanted(const struct layout_table *table, enum layout_weight above)
{
	struct layout_column *least = NULL, *column;

	/* the first one says what the others are of */
	for (size_t i = 1; i < table->column_count; i++) {
		column = &table->columns[i];
		if (layout_column_is_shown(table, column) &&
		    column->rule->weight > above &&
		    (!least || column->rule->weight >= least->rule->weight))
			least = column;
	}
	return least;
}

/* Give a bar to the first column that is one to compare. */
static void
grid_give_bar(struct layout_table *table)
{
	for (size_t i = 0; i < table->column_count; i++) {
		struct layout_column *column = &table->columns[i];

		if (!column->rule->has_bar || column->most <= 0 ||
		    !layout_column_is_shown(table, column))
			continue;
		column->bar_width = BAR_WIDTH;
		return;
	}
}

static void
grid_take_bar(struct layout_table *table)
{
	for (size_t i = 0; i < table->column_count; i++)
		table->columns[i].bar_width = 0;
}

static bool
grid_is_equal(const struct layout_table *table, size_t column)
{
	const struct layout_cell *first = table->cells + column, *cell = first;

	for (size_t row = 1; row < table->row_count; row++) {
		cell += table->column_count;
		if (!slice_equal(first->text, cell->text))
			return false;
	}
	return true;
}

/* Leave out columns that are the same in all of several rows. */
static void
grid_leave_equal(struct layout_table *table)
{
	for (size_t i = 0; table->row_count > 1 && i < table->column_count;
	    i++) {
		struct layout_column *column = &table->columns[i];

		column->is_equal = column->is_used &&
		    column->rule->weight != LAYOUT_TELLS &&
		    grid_is_equal(table, i);
	}
}

/* Leave columns above a weight out until the rest fits; false: it does not. */
static bool
grid_leave_out(struct layout_table *table, enum layout_weight above,
    size_t dear)
{
	struct layout_column *column;

	while (!grid_narrow(table, dear, false)) {
		column = grid_least_wanted(table, above);
		if (!column)
			return false;
		column->is_left_out = true;
		grid_widen(table);
	}
	return true;
}

/* Make what is shown fit. */
static void
grid_squeeze(struct layout_table *table)
{
	struct layout_column *column;

	if (grid_leave_out(table, LAYOUT_MAIN, READABLE))
		return;
	grid_widen(table);
	if (grid_narrow(table, LEAST_TEXT, false))
		return;
	grid_take_bar(table);
	grid_widen(table);
	while (!grid_narrow(table, LEAST_TEXT, false) &&
	    !grid_narrow(table, LEAST_TELLING, true)) {
		column = grid_least_wanted(table, LAYOUT_TELLS);
		if (!column) {
			grid_narrow(table, LEAST_TEXT, true);
			return;
		}
		column->is_left_out = true;
		grid_widen(table);
	}
}

void
layout_table_fit(struct layout_table *table)
{
	if (table->width)
		grid_measure_words(table);
	grid_widen(table);
	if (table->width == 0)
		return;
	if (!table->is_plain) {
		grid_leave_equal(table);
		grid_give_bar(table);
	}
	grid_squeeze(table);
	grid_fill(table);
}
