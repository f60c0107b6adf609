/*
 * bytecode.h - ORIGINAL_BYTECODE and MODIFIED_BYTECODE listings.
 */
#ifndef GBQ_PARSE_GRAPH_BYTECODE_H
#define GBQ_PARSE_GRAPH_BYTECODE_H

#include "parse/parse.h"

/*
 * Compare two listings: instructions of each (a line with an offset and an
 * upper-case name), and the lines that a minimal line diff of the two texts
 * removes and adds, as `diff --minimal` counts them. Either may be absent: its
 * counts, and the difference, are UNKNOWN_INT then.
 */
void bytecode_compare(struct slice before, struct slice after,
    struct bytecode_change *out);

/*
 * Whether the end of a listing is not there: the last line is an instruction
 * that code may end with, or one of the exception table, with its line end
 * (Python 3.8 to 3.14, as torch 2.3 to 2.15 print it).
 */
bool bytecode_is_cut(struct slice text);

#endif
