/*
 * escape_stream.h - what goes to a terminal byte for byte, without what a
 * terminal would obey.
 */
#ifndef GBQ_CLI_ESCAPE_STREAM_H
#define GBQ_CLI_ESCAPE_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include "util/text.h"

/* All zero: not in use. Must stay where it is while the stream is open. */
struct escape_stream {
	FILE *to;
	struct buffer text;	/* written here, not yet passed on */
	struct buffer escaped;
};

/*
 * A stream that passes on what is written, but for control characters and bytes
 * that are no UTF-8, which become "\x1b"; tabs and ends of lines stay.
 */
FILE *escape_stream_open(struct escape_stream *stream, FILE *to);

/* Close the stream that was opened, not the one below. False: I/O error. */
bool escape_stream_close(struct escape_stream *stream, FILE *opened);

#endif
