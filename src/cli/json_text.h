/*
 * json_text.h - writing JSON texts.
 */
#ifndef GBQ_CLI_JSON_TEXT_H
#define GBQ_CLI_JSON_TEXT_H

#include <stdbool.h>

#include "util/text.h"

/* Append a JSON string; bytes that are no UTF-8 become U+FFFD. */
void json_quote(struct buffer *out, struct slice text);

/*
 * Append a text that is a JSON object or array, without white space between
 * its tokens. False, nothing appended, where it is anything else.
 */
bool json_copy(struct buffer *out, struct slice text);

#endif
