/*
 * reason_private.h - Python stacks and tracebacks inside a text.
 */
#ifndef GBQ_PARSE_REASON_REASON_PRIVATE_H
#define GBQ_PARSE_REASON_REASON_PRIVATE_H

#include "parse/parse.h"

/*
 * Offset of the first line of text that begins with heading at column 0, or
 * SIZE_MAX. Messages hold indented copies of every heading, so column 0
 * counts.
 */
size_t line_find(struct slice text, struct slice heading);

/* The first line of text, without its '\n'; never absent. */
struct slice line_first(struct slice text);

/*
 * Add the frames of a stack that starts at text (`  File "F", line N, in NAME`
 * and source lines) to *frames. It ends at the first line at column 0 or, if
 * to_blank is set, at the first empty line. Returns the length that was read.
 */
size_t stack_read(struct slice text, bool to_blank, stack_array *frames);

/* One block of a chain of exceptions. */
struct traceback {
	stack_array frames;
	struct slice exception;	/* its line at column 0; empty: cut off */
};

/*
 * Read the next "Traceback (most recent call last):" of *rest into *block,
 * whose array is used again, and move *rest behind its frames. False if there
 * is none. Release the array of the block afterwards.
 */
bool traceback_next(struct slice *rest, struct traceback *block);

/*
 * The line of torch that gave up: the innermost frame under …/torch/ that is
 * not a helper of exc.py, of the first block that raises Unsupported with the
 * given kind line, else of the last block. False if there is none
 * ("NoneType: None").
 */
bool traceback_raised(struct slice text, struct slice kind,
    struct stack_frame *out);

/*
 * ---- reason_shapes.c ----
 *
 * reason files that do not begin with "Graph break in user
 * code at": notices of a skipped frame and WON'T CONVERT.
 */

/*
 * Read a notice: "Graph break: skip: from user code at:" (torch 2.7, 2.8) or
 * "Graph break: torch.compile cannot properly resume …" (2.9 on).
 */
void reason_read_notice(struct parse_context *context, struct slice text,
    struct reason *out);

/* Read "WON'T CONVERT NAME FILE line N" with its traceback. */
void reason_read_wont_convert(struct parse_context *context,
    struct slice text, struct reason *out);

/*
 * Read what follows a graph-break text: the user stack and Dynamo's own
 * traceback, in which the given first kind line was raised.
 */
void reason_read_stacks(struct slice text, struct slice kind,
    struct reason *out);

/*
 * ---- reason_parts.c ----
 *
 * the parts of a graph-break text: kind line, Explanation,
 * Hints, context, link; several of them in a chain.
 */

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
