/*
 * metrics_record.h - the values of compilation_metrics,
 * bwd_compilation_metrics and aot_autograd_backward_compilation_metrics in
 * logs: what the metrics pages show, and about 100 fields more.
 */
#ifndef GBQ_PARSE_METRICS_RECORD_H
#define GBQ_PARSE_METRICS_RECORD_H

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

#endif
