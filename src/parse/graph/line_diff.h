/*
 * line_diff.h - how many lines two texts have in common.
 */
#ifndef GBQ_PARSE_GRAPH_LINE_DIFF_H
#define GBQ_PARSE_GRAPH_LINE_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#include "util/text.h"

/*
 * Count the lines that a minimal diff of the two texts removes and adds: those
 * outside a longest common subsequence, as `diff --minimal` counts them. A
 * last line without '\n' differs from the same one with it. False, nothing
 * written, where the texts are too long to compare (lines * lines above
 * 128e9 once what they share at both ends is off).
 */
bool line_diff(struct slice before, struct slice after, int64_t *added,
    int64_t *removed);

#endif
