/*
 * unified_diff.h - what `diff -u` prints for two texts.
 */
#ifndef GBQ_UTIL_UNIFIED_DIFF_H
#define GBQ_UTIL_UNIFIED_DIFF_H

#include "util/text.h"

/*
 * Append the unified diff of two texts with three lines of context, under the
 * headings "--- BEFORE" and "+++ AFTER"; nothing where they are equal. It has
 * as few changed lines as possible, unless the texts are so long and unlike
 * that this takes too long (thousands of changes in tens of thousands of
 * lines): then it is still a right diff. The same texts give the same diff.
 */
void unified_diff(struct buffer *out, struct slice before,
    struct slice after, const char *before_name, const char *after_name);

/*
 * How many lines that diff removes and adds; a last line without '\n' differs
 * from the same one with it. False if it may not be the least.
 */
bool unified_diff_count(struct slice before, struct slice after,
    int64_t *added, int64_t *removed);

#endif
