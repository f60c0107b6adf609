/*
 * metrics_tables.h - the two tables of a metrics page: symbolic shape
 * specializations and guards added fast.
 */
#ifndef GBQ_PARSE_METRICS_TABLES_H
#define GBQ_PARSE_METRICS_TABLES_H

#include "parse/page_stack.h"
#include "parse/parse.h"

enum metrics_table_kind {
	TABLE_NONE,
	TABLE_SPECIALIZATIONS,
	TABLE_GUARDS_ADDED
};

/* Fills the rows of *metrics, cell by cell. */
struct metrics_table {
	struct metrics *metrics;
	enum metrics_table_kind kind;
	size_t column;		/* 1 is the first, 0: before it */
};

/* What table the section has; it starts without a row. */
void metrics_table_begin(struct metrics_table *table,
    enum metrics_table_kind kind);

/* A <tr> / a <td> starts; the first <td> of a <tr> makes the row. */
void metrics_table_row(struct metrics_table *table);
void metrics_table_cell(struct metrics_table *table);

/* The text of the current cell; ignored where a stack belongs. */
void metrics_table_text(struct metrics_table *table, struct slice text);

/* The stack of the current cell, taken over; ignored where text belongs. */
void metrics_table_stack(struct metrics_table *table,
    struct page_stack *stack);

#endif
