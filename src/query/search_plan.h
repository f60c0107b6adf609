/*
 * search_plan.h - which contents to search, in which order, and who does what.
 */
#ifndef GBQ_QUERY_SEARCH_PLAN_H
#define GBQ_QUERY_SEARCH_PLAN_H

#include <sqlite3.h>

#include "gbq.h"
#include "util/error.h"
#include "util/memory.h"

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
enum status search_kinds(const char *in, const char **kinds,
    struct error *error);

/*
 * Plan the next runs: as many as fit into some memory, at least one. Contents
 * that an earlier call planned are left out.
 */
enum status search_plan_next(struct search_plan *plan, struct error *error);

void search_plan_release(struct search_plan *plan);

#endif
