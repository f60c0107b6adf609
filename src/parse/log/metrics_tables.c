/*
 * metrics_tables.c - which column of which table goes to which member.
 */
#include "parse/log/metrics_record.h"

void
metrics_table_begin(struct metrics_table *table, enum metrics_table_kind kind)
{
	table->kind = kind;
	table->column = 0;
}

void
metrics_table_row(struct metrics_table *table)
{
	table->column = 0;
}

void
metrics_table_cell(struct metrics_table *table)
{
	if (++table->column != 1)
		return;
	if (table->kind == TABLE_SPECIALIZATIONS)
		(void)array_add(&table->metrics->specializations);
	else if (table->kind == TABLE_GUARDS_ADDED)
		(void)array_add(&table->metrics->guards_added);
}

/* The current row, or NULL outside a row of that table. */
static struct specialization *
current_specialization(const struct metrics_table *table)
{
	if (table->kind != TABLE_SPECIALIZATIONS || table->column == 0)
		return NULL;
	return &table->metrics->specializations.items[
	    table->metrics->specializations.count - 1];
}

static struct guard_added *
current_guard(const struct metrics_table *table)
{
	if (table->kind != TABLE_GUARDS_ADDED || table->column == 0)
		return NULL;
	return &table->metrics->guards_added.items[
	    table->metrics->guards_added.count - 1];
}

void
metrics_table_text(struct metrics_table *table, struct slice text)
{
	struct specialization *row = current_specialization(table);
	struct guard_added *guard = current_guard(table);

	if (text.len == 0)
		return;
	if (guard && table->column == 1)
		guard->expression = text;
	if (!row)
		return;
	if (table->column == 1)
		row->symbol = text;
	else if (table->column == 2)	/* each source ends with <br> */
		row->sources = slice_trim_end(text);
	else if (table->column == 3)
		row->value = text;
}

void
metrics_table_stack(struct metrics_table *table, struct page_stack *stack)
{
	struct specialization *row = current_specialization(table);
	struct guard_added *guard = current_guard(table);

	if (row && table->column == 4)
		page_stack_move(stack, &row->user_stack);
	else if (row && table->column == 5)
		page_stack_move(stack, &row->framework_stack);
	else if (guard && table->column == 2)
		page_stack_move(stack, &guard->user_stack);
	else if (guard && table->column == 3)
		page_stack_move(stack, &guard->framework_stack);
}
