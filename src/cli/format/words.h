/*
 * words.h - what the words of the database are called for people: the same on
 * a terminal, in Markdown and on pages. Formats for machines keep the words of
 * the database.
 */
#ifndef GBQ_CLI_FORMAT_WORDS_H
#define GBQ_CLI_FORMAT_WORDS_H

#include "cli/format/color.h"

/*
 * The word for people of a word in a column ("category", "recompile_limit" is
 * "recompile limit"); the word itself where there is no other. column is a name
 * of words.c, most of which are columns of views.
 */
const char *word_of(const char *column, const char *word);

/*
 * What a word of a column, or the one for people, stands for; COLOR_NONE where
 * it has no color.
 */
enum color_role word_role(const char *column, struct slice word);

/* Append what guards of a class look at: "size of ", before the source. */
void add_guard_aspect(struct buffer *out, const char *guard_class);

#endif
