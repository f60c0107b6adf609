/*
 * text.h - slices of bytes, line by line reading, growable buffers.
 *
 * A slice borrows its bytes: it is valid as long as what it was cut from.
 * Bytes may be anything (NUL, bad UTF-8); nothing here looks at encodings
 * but utf8_* below.
 */
#ifndef GBQ_UTIL_TEXT_H
#define GBQ_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/byte.h"
#include "util/memory.h"

/* at == NULL means: not there (SQL NULL); an empty text has at != NULL. */
struct slice {
	const char *at;
	size_t len;
};

/* The slice of a string literal. */
#define LITERAL(text) ((struct slice){ (text), sizeof(text) - 1 })

/* The slice of a NUL-terminated string; NULL gives the absent slice. */
struct slice slice_of(const char *text);

/* The part [from, to) of a slice; both are clipped to its length. */
struct slice slice_part(struct slice text, size_t from, size_t to);

bool slice_equal(struct slice a, struct slice b);

/* Order of the bytes, then of the length; absent sorts first. */
int slice_compare(struct slice a, struct slice b);

/* The same of slices in an array, for qsort() and bsearch(). */
int slice_order(const void *a, const void *b);

/* The same of NUL-terminated strings; NULL is the absent one. */
bool string_equal(const char *a, const char *b);
int string_compare(const char *a, const char *b);

bool slice_starts(struct slice text, struct slice prefix);
bool slice_ends(struct slice text, struct slice suffix);
bool slice_starts_any(struct slice text, const char *const *prefixes,
    size_t count);

/* Offset of the first / last occurrence, or SIZE_MAX. */
size_t slice_find(struct slice text, struct slice needle);
size_t slice_find_last(struct slice text, struct slice needle);
size_t slice_find_byte(struct slice text, char byte);
size_t slice_find_last_byte(struct slice text, char byte);

bool slice_contains(struct slice text, struct slice needle);

/* How many ASCII digits stand from an offset on. */
size_t slice_count_digits(struct slice text, size_t from);

/* Without ASCII white space at both ends / at the end. */
struct slice slice_trim(struct slice text);
struct slice slice_trim_end(struct slice text);

/*
 * Cut a prefix off: true and *text without it, or false and no change.
 */
bool slice_take(struct slice *text, struct slice prefix);

/*
 * Cut off what stands before the first such byte, and the byte itself: true
 * and the former in *part, or false and no change.
 */
bool slice_take_to(struct slice *text, char byte, struct slice *part);

/*
 * The next line of *rest, without its '\n' (a '\r' before it stays), moving
 * *rest behind it. False at the end. The last line needs no '\n'.
 */
bool slice_next_line(struct slice *rest, struct slice *line);

/*
 * A decimal number of the whole slice, optional leading '-'. False if it is
 * not one or does not fit.
 */
bool slice_to_int(struct slice text, int64_t *out);

/* The same as it is printed: not "012", nor "-0". */
bool slice_to_plain_int(struct slice text, int64_t *out);

/*
 * A count that a file told, no larger than 2^48 either way: so many are none,
 * and sums and differences of such do not overflow.
 */
int64_t count_capped(int64_t count);

/*
 * A decimal or exponent number of the whole slice, in the C locale. False if
 * it is not one or is too large.
 */
bool slice_to_double(struct slice text, double *out);

/* A copy in the arena; an absent slice stays absent. */
struct slice slice_copy(struct arena *arena, struct slice text);

/* The text with each "\r\n" made "\n"; a copy only where there is one. */
struct slice slice_unix_lines(struct arena *arena, struct slice text);

/* A NUL-terminated copy in the arena. */
char *slice_string(struct arena *arena, struct slice text);

/* A growable byte buffer on the heap; all zero is an empty one. */
struct buffer {
	char *bytes;
	size_t len, capacity;
};

/* Room for that many bytes behind the end, and a NUL. */
void buffer_reserve(struct buffer *buffer, size_t more);

void buffer_add(struct buffer *buffer, const void *bytes, size_t len);
void buffer_add_slice(struct buffer *buffer, struct slice text);
void buffer_add_string(struct buffer *buffer, const char *text); /* or NULL */
void buffer_add_byte(struct buffer *buffer, char byte);

/* Formatted as by printf. */
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

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

/* NUL-terminated view of the bytes, valid until the next change. */
const char *buffer_string(struct buffer *buffer);

/* The bytes as a slice, never absent. */
struct slice buffer_slice(const struct buffer *buffer);

/* Empty the buffer, keep its memory / free its memory. */
void buffer_clear(struct buffer *buffer);
void buffer_release(struct buffer *buffer);

/*
 * Length of the valid UTF-8 sequence at the start of text (1 to 4), or 0 where
 * the bytes are no valid UTF-8 (overlong, surrogate, above U+10FFFF, cut).
 * *code receives the character.
 */
size_t utf8_decode(struct slice text, uint32_t *code);

/* Whether all bytes are ASCII, as those of no bytes are. */
bool slice_is_ascii(struct slice text);

/* Write a character up to U+10FFFF, 1 to 4 bytes; returns the end of it. */
char *utf8_put(char *to, uint32_t code);

/* Whether all of text is valid UTF-8. */
bool utf8_valid(struct slice text);

/* Append text to *out, each invalid byte replaced by U+FFFD. */
void utf8_replace_invalid(struct slice text, struct buffer *out);

#endif
