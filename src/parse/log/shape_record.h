/*
 * shape_record.h - records about symbolic shapes in logs: specializations,
 * symbols, guards added while tracing.
 */
#ifndef GBQ_PARSE_LOG_SHAPE_RECORD_H
#define GBQ_PARSE_LOG_SHAPE_RECORD_H

#include "parse/string_table.h"

/*
 * Read the value of symbolic_shape_specialization, create_symbol or
 * create_unbacked_symbol (whose `val` and `source` count as value and
 * sources). Several sources are joined by '\n', as on the metrics page. What
 * is not there is absent. Added rows are freed with their arrays of stacks.
 * False, problem added, where the value is no JSON object.
 */
bool shape_record_specialization(struct parse_context *context,
    const struct string_table *table, struct slice json,
    struct specialization *out);

/* Read the value of guard_added or guard_added_fast. */
bool shape_record_guard(struct parse_context *context,
    const struct string_table *table, struct slice json,
    struct guard_added *out);

#endif
