/*
 * read_console.h - messages of a console text into a capture.
 */
#ifndef GBQ_INGEST_READ_CONSOLE_H
#define GBQ_INGEST_READ_CONSOLE_H

#include "model/capture.h"

/* A text that is being read. */
struct console_intake;

/* file: its index in the capture. Feed pieces of any size; end frees it. */
struct console_intake *console_intake_new(struct capture *capture,
    size_t file);
void console_intake_feed(struct console_intake *intake, struct slice piece);
void console_intake_end(struct console_intake *intake);

#endif
