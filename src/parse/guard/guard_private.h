/*
 * guard_private.h - finding things in a Python expression: outside of string
 * literals, outside of brackets. Linear in the text, any bytes.
 */
#ifndef GBQ_PARSE_GUARD_GUARD_PRIVATE_H
#define GBQ_PARSE_GUARD_GUARD_PRIVATE_H

#include "model/guard_text.h"
#include "util/memory.h"
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

/*
 * ---- guard_call.c ----
 *
 * guards that are calls: ___check_type_id(m, 9414…), not
 * ___dict_contains('k', d).
 */

/*
 * Whether code begins with a call that is known; then its class, source and
 * what it expects. negated: "not " stood before it. Texts borrow from code or
 * live in the arena.
 */
bool guard_call_parse(struct arena *arena, struct slice code, bool negated,
    struct guard_text *out);

/*
 * ---- guard_expression.c ----
 *
 * guards that are Python expressions: L['n'] == 3,
 * ___check_type_id(m, 9414…), not args.
 */

/*
 * Class, source and what is expected of an expression without comments and
 * hints, locals by their bare names. Texts borrow from code or live in the
 * arena.
 */
void guard_expression_parse(struct arena *arena, struct slice code,
    struct guard_text *out);

#endif
