/*
 * search_private.h - a regular expression (PCRE2) that is looked for in the
 * lines of texts.
 */
#ifndef GBQ_QUERY_SEARCH_SEARCH_PRIVATE_H
#define GBQ_QUERY_SEARCH_SEARCH_PRIVATE_H

#include <sqlite3.h>

#include "gbq.h"
#include "util/thread/crew.h"
#include "util/error.h"
#include "util/memory.h"
#include "util/text.h"

struct search_matcher;
struct search_pattern;
struct search_worker;

/* A compiled expression; threads share it. */
/* What a thread needs to match. */
enum {
	SEARCH_FIXED = 1,	/* the text itself, no expression */
	SEARCH_IGNORE_CASE = 2
};

/*
 * Compile an expression. Text is taken as UTF-8 where the expression is valid
 * UTF-8; bytes of a line that are none match nothing. USAGE: a bad expression,
 * the text says where.
 */
enum gbq_status search_pattern_new(struct search_pattern **out, const char
    *text, int flags, struct error *error);
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
enum gbq_status search_matcher_find(struct search_matcher *matcher,
    struct slice lines, size_t from, struct search_match *match, bool *found,
    struct error *error);

/*
 * ---- search_scan.c ----
 *
 * looks for a pattern in a text that comes in pieces: lines,
 * their numbers, lines around them. Knows no database.
 */

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

/* Takes a line that is told; borrowed. */
typedef void scan_sink(void *data, const struct gbq_search_line *line);

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

/*
 * ---- search_batch.c ----
 *
 * what a thread of a search found, on its way to the calling
 * thread.
 */

/* Of a content, or a part of one; lines may come in several results. */
struct search_result {
	size_t content;		/* index in the plan */
	size_t first, count;	/* lines of the batch */
	int64_t found;		/* matching lines; in the last result */
	int64_t newlines;	/* of the part; in the last result */
	bool begins;		/* the content does */
	bool ends_part;		/* nothing more of this part comes */
	bool ends;		/* nothing more of the content comes */
	bool is_binary;
};

struct search_batch {
	struct arena arena;	/* texts of the lines */
	size_t bytes;		/* of them */
	ARRAY_OF(struct gbq_search_line) lines;
	ARRAY_OF(struct search_result) results;
	struct error error;	/* why the search is to end, or OK */
};

struct search_batch *search_batch_new(void);
void search_batch_free(struct search_batch *batch);

/* Add a copy of a line to the last result. */
void search_batch_add(struct search_batch *batch,
    const struct gbq_search_line *line);

/*
 * ---- search_plan.c ----
 *
 * which contents to search, in which order, and who does what.
 */

/* A content and where its bytes lie. */
struct search_content {
	int64_t content_id, bytes, block, offset;
};

/*
 * What one thread does at a time: some contents, or a part of a large one: the
 * lines that begin behind its start and at its end or before.
 */
struct search_task {
	size_t first, count;	/* of contents */
	int64_t from, to;	/* offsets in a content of several tasks */
	bool is_part, is_last;	/* one of several; the last of them */
};

/* The contents of some runs. All zero is an empty one. */
struct search_plan {
	sqlite3 *db;
	const struct gbq_search_options *options;
	const char *kinds;	/* ",graph,dynamo_graph,"; NULL: all */
	bool may_part;		/* large contents may be shared out */
	struct gbq_search_totals *totals;
	sqlite3_stmt *list;
	size_t next_run;	/* index of the first run not planned yet */
	unsigned char *seen;	/* a bit for each content_id */
	size_t seen_bytes;
	ARRAY_OF(struct search_content) contents;
	ARRAY_OF(struct search_task) tasks;
};

/* The kinds of artifact that options->in names; USAGE: there is no such. */
enum gbq_status search_kinds(const char *in, const char **kinds,
    struct error *error);

/*
 * Plan the next runs: as many as fit into some memory, at least one. Contents
 * that an earlier call planned are left out.
 */
enum gbq_status search_plan_next(struct search_plan *plan, struct error *error);

void search_plan_release(struct search_plan *plan);

/*
 * ---- search_syntax.c ----
 *
 * makes a regular expression fit for a text of many lines.
 */

/*
 * Append to *out an expression that finds in a text of lines, with
 * PCRE2_MULTILINE, what the given one finds in each line alone: nothing in it
 * takes or looks at a newline. False, *out to be forgotten, where the given
 * one has anything that this is not certain for; each line is to be matched
 * alone then. The given one is valid.
 */
bool search_syntax_lines(struct slice pattern, struct buffer *out);

/*
 * ---- search_work.c ----
 *
 * what a thread of a search does: read contents, scan them,
 * hand over what it found.
 */

/* What all threads share; none changes it. */
struct search_job {
	sqlite3 *db;
	const struct search_pattern *pattern;
	const struct search_plan *plan;
	struct scan_options scan;
};

struct search_worker *search_worker_new(const struct search_job *job);
void search_worker_free(struct search_worker *worker);

/* Do a task: deliver batches, the last of them with the error, if any. */
void search_worker_run(struct search_worker *worker,
    struct crew_member *member);

#endif
