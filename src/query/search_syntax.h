/*
 * search_syntax.h - makes a regular expression fit for a text of many lines.
 */
#ifndef GBQ_QUERY_SEARCH_SYNTAX_H
#define GBQ_QUERY_SEARCH_SYNTAX_H

#include "util/text.h"

/*
 * Append to *out an expression that finds in a text of lines, with
 * PCRE2_MULTILINE, what the given one finds in each line alone: nothing in it
 * takes or looks at a newline. False, *out to be forgotten, where the given
 * one has anything that this is not certain for; each line is to be matched
 * alone then. The given one is valid.
 */
bool search_syntax_lines(struct slice pattern, struct buffer *out);

#endif
