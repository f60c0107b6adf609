/*
 * guard_scan.h - finding things in a Python expression: outside of string
 * literals, outside of brackets. Linear in the text, any bytes.
 */
#ifndef GBQ_PARSE_GUARD_SCAN_H
#define GBQ_PARSE_GUARD_SCAN_H

#include "util/text.h"

/*
 * Offset of the first occurrence that is in no string literal (and, top_only,
 * in no brackets) or SIZE_MAX. A quote that nothing closes is a plain byte.
 */
size_t guard_find(struct slice text, struct slice needle, bool top_only);

/*
 * Length of the path at the start of text: a name with the attributes,
 * subscripts and calls behind it; 0 if there is none.
 */
size_t guard_path_length(struct slice text);

/* Where the path that ends at the end of text begins. */
size_t guard_path_start(struct slice text);

/*
 * The arguments of a call: text between the first '(' and the bracket that
 * closes it, cut at commas. At most count are stored; returns how many.
 */
size_t guard_arguments(struct slice call, struct slice *arguments,
    size_t count);

/* What a whole string literal holds, escapes as written; else the text. */
struct slice guard_unquote(struct slice text);

/* A letter, digit, '_' or a byte of a character outside ASCII. */
bool guard_is_name(char byte);

#endif
