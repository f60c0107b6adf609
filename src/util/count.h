/*
 * count.h - counts in words: "1 miss", "2 misses".
 */
#ifndef GBQ_UTIL_COUNT_H
#define GBQ_UTIL_COUNT_H

#include <stdint.h>

#include "util/text.h"

/* What makes a word one of so many: "", "s", "es" behind an s. */
const char *plural_end(int64_t count, const char *one);

/* Append "1 event", "8 events", "2 misses"; "? events" for less than 0. */
void add_number_of(struct buffer *out, int64_t count, const char *one);

/*
 * Append "3 more sites: gbq breaks"; command NULL: without it. Neither
 * indented nor an end of line.
 */
void add_more(struct buffer *out, size_t count, const char *one,
    const char *command);

#endif
