/*
 * metrics_fields.h - the list of all metrics of a page, as JSON values.
 */
#ifndef GBQ_PARSE_METRICS_FIELDS_H
#define GBQ_PARSE_METRICS_FIELDS_H

#include "parse/parse.h"

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

#endif
