/*
 * json_scan.h - the scalars of JSON: finds their ends, takes them apart.
 * Used by json.c alone.
 */
#ifndef GBQ_PARSE_JSON_SCAN_H
#define GBQ_PARSE_JSON_SCAN_H

#include "util/text.h"

/*
 * From behind an opening quote to the closing one: its place, or NULL if the
 * string is cut or holds a control character or a bad escape. *escaped is set
 * if it has escapes.
 */
const char *json_scan_string(const char *at, const char *end, bool *escaped);

/* Behind the number that starts at, or NULL. *whole: no '.', no exponent. */
const char *json_scan_number(const char *at, const char *end, bool *whole);

/*
 * Undo the escapes of a string that json_scan_string() took. *lone_surrogate
 * is set if there was one.
 */
struct slice json_unescape(struct arena *arena, struct slice raw,
    bool *lone_surrogate);

/* The value of a number that json_scan_number() took. */
double json_number_value(struct slice number);

#endif
