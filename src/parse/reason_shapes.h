/*
 * reason_shapes.h - reason files that do not begin with "Graph break in user
 * code at": notices of a skipped frame and WON'T CONVERT.
 */
#ifndef GBQ_PARSE_REASON_SHAPES_H
#define GBQ_PARSE_REASON_SHAPES_H

#include "parse/parse.h"

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

#endif
