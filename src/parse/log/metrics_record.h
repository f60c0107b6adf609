/*
 * metrics_record.h - the values of compilation_metrics,
 * bwd_compilation_metrics and aot_autograd_backward_compilation_metrics in
 * logs: what the metrics pages show, and about 100 fields more.
 */
#ifndef GBQ_PARSE_LOG_METRICS_RECORD_H
#define GBQ_PARSE_LOG_METRICS_RECORD_H

#include "parse/page/page.h"
#include "parse/parse.h"

/*
 * Read a record's value. Every field stands in out->fields as JSON text (NaN
 * and Infinity, which SQLite does not take, as strings); what struct metrics
 * has a member for stands there too. A null is unknown. compile_id is without
 * brackets, out->stack the caller's frames, the last one the compiled frame.
 * Free with metrics_free_arrays(). False, problem added, where the value is
 * no JSON object; fields before the damage are kept.
 */
bool metrics_record_parse(struct parse_context *context, struct slice json,
    enum metrics_stage stage, struct metrics *out);

/* Read "Line: 23, Name: <module>, Filename: /a.py". */
bool metrics_record_frame(struct slice text, struct stack_frame *frame);

/*
 * ---- metrics_fields.c ----
 *
 * the list of all metrics of a page, as JSON values.
 */

/*
 * Add a metric under torch's name (a constant). A number is kept as written;
 * what is no JSON number becomes a string. Bytes that are no UTF-8 become
 * U+FFFD, since JSON cannot hold them. An absent string adds nothing, nor does
 * one of over 4 MB: the record has it already, and JSON may take six times the
 * memory.
 */
void metrics_field_number(struct arena *arena, struct metrics *metrics,
    const char *name, struct slice text);
void metrics_field_string(struct arena *arena, struct metrics *metrics,
    const char *name, struct slice text);

/* Add an array of strings; an empty list adds nothing, nor one over 4 MB. */
void metrics_field_list(struct arena *arena, struct metrics *metrics,
    const char *name, const slice_array *list);

/*
 * ---- metrics_tables.c ----
 *
 * the two tables of a metrics page: symbolic shape
 * specializations and guards added fast.
 */

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
