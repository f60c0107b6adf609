/*
 * reason_parts.h - the parts of a graph-break text: kind line, Explanation,
 * Hints, context, link; several of them in a chain.
 */
#ifndef GBQ_PARSE_REASON_PARTS_H
#define GBQ_PARSE_REASON_PARTS_H

#include "parse/parse.h"

/*
 * Length of the graph-break text at the start of text: up to the first
 * heading at column 0 that ends it ("User code traceback:", "from user
 * code:", "Traceback (most recent call last):", …), else all of it.
 */
size_t reason_text_length(struct slice text);

/* Add the parts of a graph-break text, one or a chain, to reason->parts. */
void reason_parts_add(struct arena *arena, struct slice text,
    struct reason *reason);

/*
 * A graph-break text without its "  Higher Order Operator: …" lines: a reason
 * file has them (torch 2.13), the restart reason of the same break has not.
 */
struct slice reason_body(struct arena *arena, struct slice text);

/* Free what a part owns. */
void reason_part_release(struct reason_part *part);

/* Text without " at 0x7f…", so that kinds of two runs are equal. */
struct slice without_addresses(struct arena *arena, struct slice text);

#endif
