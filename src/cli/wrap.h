/*
 * wrap.h - paragraphs for people.
 */
#ifndef GBQ_CLI_WRAP_H
#define GBQ_CLI_WRAP_H

#include "util/text.h"

/*
 * Append "    LABEL: TEXT" (no label: NULL), escaped, in lines of at most 79
 * columns where words allow it; further lines are indented by two more. A
 * newline of the text begins a new line. Nothing for a text of NULL.
 */
void add_wrapped(struct buffer *out, const char *label, const char *text);

#endif
