/*
 * guard_call.h - guards that are calls: ___check_type_id(m, 9414…), not
 * ___dict_contains('k', d).
 */
#ifndef GBQ_PARSE_GUARD_CALL_H
#define GBQ_PARSE_GUARD_CALL_H

#include "model/guard_text.h"
#include "util/memory.h"

/*
 * Whether code begins with a call that is known; then its class, source and
 * what it expects. negated: "not " stood before it. Texts borrow from code or
 * live in the arena.
 */
bool guard_call_parse(struct arena *arena, struct slice code, bool negated,
    struct guard_text *out);

#endif
