/*
 * words.h - what the words of the database are called for people: the same on
 * a terminal, in Markdown and on pages. Formats for machines keep the words of
 * the database.
 */
#ifndef GBQ_CLI_FORMAT_WORDS_H
#define GBQ_CLI_FORMAT_WORDS_H

#include <stdint.h>

#include "cli/format/color.h"

/*
 * The word for people of a word in a column ("category", "recompile_limit" is
 * "recompile limit"); the word itself where there is no other. column is a name
 * of words.c, most of which are columns of views.
 */
const char *word_of(const char *column, const char *word);

/* What a word of a column stands for; COLOR_NONE where it has no color. */
enum color_role word_role(const char *column, struct slice word);

/* Append what guards of a class look at: "size of ", before the source. */
void add_guard_aspect(struct buffer *out, const char *guard_class);

/* Append "1 event", "8 events", "2 misses", "? events" for less than 0. */
void add_number_of(struct buffer *out, int64_t count, const char *one);

/*
 * Append "3 more sites: gbq breaks"; command NULL: without it. Neither
 * indented nor an end of line.
 */
void add_more(struct buffer *out, size_t count, const char *one,
    const char *command);

/* Append the plural of a word or words: events, misses, bypasses, entries. */
void add_plural(struct buffer *out, const char *one);

#endif
