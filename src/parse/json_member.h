/*
 * json_member.h - one text of a small JSON object.
 */
#ifndef GBQ_PARSE_JSON_MEMBER_H
#define GBQ_PARSE_JSON_MEMBER_H

#include "util/text.h"

/*
 * The text of the first member of that name, copied to the arena; absent if
 * the document is no JSON object, or has no such member or no text there.
 */
struct slice json_member_text(struct arena *arena, struct slice json,
    const char *name);

#endif
