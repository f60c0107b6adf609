/*
 * console_place.h - where a message of the console says that it happened.
 */
#ifndef GBQ_PARSE_CONSOLE_PLACE_H
#define GBQ_PARSE_CONSOLE_PLACE_H

#include "parse/console.h"

/* Make a frame the place of the record. */
void console_set_place(const struct stack_frame *frame,
    struct console_record *out);

/* The place of a break: that of its header, else of its innermost frame. */
void console_place_of_reason(struct console_record *out);

#endif
