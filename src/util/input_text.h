/*
 * input_text.h - the one way in for texts that a command takes whole: SQL,
 * baselines, passwords, pages.
 */
#ifndef GBQ_UTIL_INPUT_TEXT_H
#define GBQ_UTIL_INPUT_TEXT_H

#include "util/error.h"
#include "util/text.h"

/*
 * Add all that a file, pipe, FIFO or device gives to *text, opening it once;
 * path NULL is standard input. A FIFO that nobody writes to is waited for, as
 * by cat. LIMIT: it gives more than cap bytes; NO_INPUT: not there, no
 * permission, a folder; IO: the machine failed. The message names the path.
 */
enum gbq_status input_text_read(struct buffer *text, const char *path, size_t
    cap, struct error *error);

/*
 * The same for what may be something else: where it does not begin with head,
 * only as many bytes as head has are read, and *text does not begin so, either.
 */
enum gbq_status input_text_read_if(struct buffer *text, const char *path,
    struct slice head, size_t cap, struct error *error);

#endif
