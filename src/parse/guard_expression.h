/*
 * guard_expression.h - guards that are Python expressions: L['n'] == 3,
 * ___check_type_id(m, 9414…), not args.
 */
#ifndef GBQ_PARSE_GUARD_EXPRESSION_H
#define GBQ_PARSE_GUARD_EXPRESSION_H

#include "model/guard_text.h"
#include "util/memory.h"

/*
 * Class, source and what is expected of an expression without comments and
 * hints, locals by their bare names. Texts borrow from code or live in the
 * arena.
 */
void guard_expression_parse(struct arena *arena, struct slice code,
    struct guard_text *out);

#endif
