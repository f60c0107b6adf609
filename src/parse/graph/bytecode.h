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

#endif
