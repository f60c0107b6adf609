/*
 * search_pattern.h - a regular expression (PCRE2) that is looked for in the
 * lines of texts.
 */
#ifndef GBQ_QUERY_SEARCH_PATTERN_H
#define GBQ_QUERY_SEARCH_PATTERN_H

#include "util/error.h"
#include "util/text.h"

/* A compiled expression; threads share it. */
struct search_pattern;

/* What a thread needs to match. */
struct search_matcher;

enum {
	SEARCH_FIXED = 1,	/* the text itself, no expression */
	SEARCH_IGNORE_CASE = 2
};

/*
 * Compile an expression. Text is taken as UTF-8 where the expression is valid
 * UTF-8; bytes of a line that are none match nothing. USAGE: a bad expression,
 * the text says where.
 */
enum status search_pattern_new(struct search_pattern **out, const char *text,
    int flags, struct error *error);
void search_pattern_free(struct search_pattern *pattern);

struct search_matcher *search_matcher_new(
    const struct search_pattern *pattern);
void search_matcher_free(struct search_matcher *matcher);

/* A line that matches: offsets of it, without its newline, and of the match. */
struct search_match {
	size_t line, line_end;
	size_t start, end;
};

/*
 * Find the first line at or behind an offset, which is the start of one, that
 * matches; *found is false where none does. LIMIT: matching a line takes too
 * many steps.
 */
enum status search_matcher_find(struct search_matcher *matcher,
    struct slice lines, size_t from, struct search_match *match, bool *found,
    struct error *error);

#endif
