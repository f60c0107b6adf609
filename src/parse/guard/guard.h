/*
 * guard.h - one guard of a recompile reason, in all wordings of torch 2.3
 * to 2.13.
 */
#ifndef GBQ_PARSE_GUARD_GUARD_H
#define GBQ_PARSE_GUARD_GUARD_H

#include "model/guard_text.h"
#include "parse/parse.h"
#include "util/memory.h"
#include "util/text.h"

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

/*
 * ---- guard_source.c ----
 *
 * names of what guards look at.
 */

/*
 * The text with each L['x'] made x, as torch 2.6 and later write it; a copy
 * only where there is one. Globals stay G['x'].
 */
struct slice guard_source(struct arena *arena, struct slice text);

/*
 * Append a source with its whole-number subscripts made '?':
 * self.layers[?].attn. Numbers inside names and other keys stay.
 */
void guard_source_fold(struct buffer *out, struct slice source);

/*
 * ---- recompile_reasons.c ----
 *
 * recompile_reasons_N.json: a JSON list of texts, or one
 * bare text that is no JSON (format.md section 4, item 12).
 */

/*
 * Read the reasons in order. An empty list gives none; a JSON null, in a list
 * or alone, gives an item without text; "Unable to find recompilation reasons"
 * gives an item with a guard and no missed compile.
 */
void recompile_reasons_parse(struct parse_context *context,
    struct slice text, recompile_reason_array *out);

#endif
