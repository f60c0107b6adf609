/*
 * guard_text.h - one guard of a recompile reason, in all wordings of torch 2.3
 * to 2.13.
 */
#ifndef GBQ_PARSE_GUARD_TEXT_H
#define GBQ_PARSE_GUARD_TEXT_H

#include "model/guard_text.h"
#include "util/memory.h"

/*
 * What a guard says (recompile_reason.guard: the first line, without its
 * "F/C: "). Every text has a class: GUARD_CLASS_OTHER for what is not known.
 * Texts borrow from guard or live in the arena.
 */
void guard_text_parse(struct arena *arena, struct slice guard,
    struct guard_text *out);

/*
 * The guard without what torch writes behind it: the source line and place, a
 * hint, advice.
 */
struct slice guard_text_code(struct slice guard);

#endif
