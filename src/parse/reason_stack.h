/*
 * reason_stack.h - Python stacks and tracebacks inside a text.
 */
#ifndef GBQ_PARSE_REASON_STACK_H
#define GBQ_PARSE_REASON_STACK_H

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

#endif
