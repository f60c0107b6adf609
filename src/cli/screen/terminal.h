/*
 * terminal.h - what is safe on a terminal.
 */
#ifndef GBQ_CLI_SCREEN_TERMINAL_H
#define GBQ_CLI_SCREEN_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "cli/layout/layout.h"
#include "util/text.h"

/*
 * Append text with everything escaped that could command a terminal or hide:
 * control characters, bidirectional overrides, invisible characters, bytes
 * that are no UTF-8. "\n", "\t", "\x1b", "\u202e".
 */
void terminal_escape(struct buffer *out, struct slice text);

/* Columns of the terminal behind a stream; 0 where it is none. */
size_t terminal_columns(FILE *stream);

/* Rows of the terminal behind a stream; 0 where it is none. */
size_t terminal_rows(FILE *stream);

/*
 * Whether to use colors on a stream; when: "auto", "always", "never" or NULL
 * for auto, which heeds NO_COLOR and TERM=dumb.
 */
bool terminal_has_color(FILE *stream, const char *when);

/*
 * ---- pager.c ----
 *
 * output that is longer than the screen goes through a pager.
 */

/* All zero: not in use. Must stay where it is while the stream is open. */
struct pager {
	FILE *terminal;		/* where the output goes in the end */
	const char *command;	/* for the shell */
	struct buffer held;	/* what fits on the screen so far */
	size_t columns, rows;	/* of the screen */
	size_t column, row;	/* where held ends */
	int pipe;		/* to the pager; 0: not started */
	pid_t child;
};

/*
 * A stream that keeps what is written until it is longer than the screen of
 * the terminal, then starts $PAGER (else less, where there is one) and writes
 * to it. NULL where there is nothing to do: the stream is no terminal, PAGER
 * is empty or cat, there is no such pager.
 */
FILE *pager_open(struct pager *pager, FILE *terminal);

/*
 * Close the stream that pager_open() gave: write what fits on the screen to
 * the terminal, or wait for the pager to end. False on an I/O error.
 */
bool pager_close(struct pager *pager, FILE *stream);

/*
 * ---- escape_stream.c ----
 *
 * what goes to a terminal byte for byte, without what a
 * terminal would obey.
 */

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
