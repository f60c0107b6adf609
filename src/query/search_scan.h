/*
 * search_scan.h - looks for a pattern in a text that comes in pieces: lines,
 * their numbers, lines around them. Knows no database.
 */
#ifndef GBQ_QUERY_SEARCH_SCAN_H
#define GBQ_QUERY_SEARCH_SCAN_H

#include "query/search_pattern.h"

enum {
	/* A longer line is searched in parts of this size. */
	MAX_LINE_BYTES = 16 << 20,
	/* What is looked at to tell whether a text is one. */
	HEAD_BYTES = 32 << 10
};

struct scan_options {
	bool lines;		/* tell lines; else they are only counted */
	size_t context;		/* lines to tell before and behind */
	int64_t max_lines;	/* matching ones; 0: all */
};

/* A line that is told; borrowed. */
struct scan_line {
	int64_t number;		/* from 1 */
	struct slice text;
	bool is_context;	/* it does not match itself */
	size_t start, end;	/* of the match in it */
};

typedef void scan_sink(void *data, const struct scan_line *line);

struct scan {
	struct search_matcher *matcher;
	const struct scan_options *options;
	scan_sink *sink;
	void *data;
	struct error error;
	/* Of the text at hand. */
	bool is_binary;		/* set by the caller, after scan_begin() */
	bool done;		/* no more is wanted */
	bool full;		/* only lines behind the last match are */
	int64_t found;		/* matching lines */
	int64_t line;		/* number of the line at counted */

	struct buffer carry;	/* a line that is not whole yet */
	struct slice chunk;	/* lines that are searched now */
	size_t counted;		/* offset in the chunk */
	size_t told_to;		/* end of the last line told from the chunk */
	int64_t told;		/* number of the last line told */
	int64_t matched;	/* number of the last line that matched */
	size_t after;		/* lines still to be told behind it */
	struct buffer before;	/* the last lines of earlier chunks */
};

void scan_init(struct scan *scan, struct search_matcher *matcher,
    const struct scan_options *options, scan_sink *sink, void *data);
void scan_release(struct scan *scan);

/*
 * Search a text: begin, its pieces in order, end. Nothing more is to be added
 * once scan->done; scan->error tells of what failed.
 */
void scan_begin(struct scan *scan);
void scan_add(struct scan *scan, struct slice piece);
void scan_end(struct scan *scan);

/*
 * Whether the head of a text (HEAD_BYTES, or all) is none: it has NULs and is
 * no UTF-8, or it has more NULs than lines. A stray NUL in a message does not
 * hide a file.
 */
bool scan_is_binary(struct slice head);

/* Newlines in a text. */
int64_t scan_count_newlines(struct slice text);

#endif
