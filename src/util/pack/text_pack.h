/*
 * text_pack.h - many texts that are needed again later, compressed in memory.
 */
#ifndef GBQ_UTIL_PACK_TEXT_PACK_H
#define GBQ_UTIL_PACK_TEXT_PACK_H

#include "util/text.h"

struct text_pack;

/* Where a text is, in the pack that took it. */
struct packed_text {
	size_t block, offset, len;
};

struct text_pack *text_pack_new(void);
void text_pack_free(struct text_pack *pack);

/* Take a copy of a text. */
struct packed_text text_pack_put(struct text_pack *pack, struct slice text);

/*
 * A text again; holds until the second text_pack_get() after it, or the next
 * text_pack_put(). Fast for texts in the order in which they were put.
 */
struct slice text_pack_get(struct text_pack *pack, struct packed_text text);

#endif
