/*
 * terminal.h - what is safe and how wide it is on a terminal.
 */
#ifndef GBQ_CLI_TERMINAL_H
#define GBQ_CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "util/text.h"

/*
 * Append text with everything escaped that could command a terminal or hide:
 * control characters, bidirectional overrides, invisible characters, bytes
 * that are no UTF-8. "\n", "\t", "\x1b", "\u202e".
 */
void terminal_escape(struct buffer *out, struct slice text);

/* Columns that an escaped text takes on a terminal. */
size_t terminal_width_of(struct slice text);

/* The part of an escaped text that fits into width columns. */
struct slice terminal_fit(struct slice text, size_t width);

/* Columns of the terminal behind a stream; 0 where it is none. */
size_t terminal_columns(FILE *stream);

/* Rows of the terminal behind a stream; 0 where it is none. */
size_t terminal_rows(FILE *stream);

/*
 * Whether to use colors on a stream; when: "auto", "always", "never" or NULL
 * for auto, which heeds NO_COLOR and TERM=dumb.
 */
bool terminal_has_color(FILE *stream, const char *when);

#endif
