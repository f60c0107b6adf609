/*
 * guard_source.h - names of what guards look at.
 */
#ifndef GBQ_PARSE_GUARD_SOURCE_H
#define GBQ_PARSE_GUARD_SOURCE_H

#include "util/memory.h"
#include "util/text.h"

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

#endif
