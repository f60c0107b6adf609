/*
 * search_work.h - what a thread of a search does: read contents, scan them,
 * hand over what it found.
 */
#ifndef GBQ_QUERY_SEARCH_WORK_H
#define GBQ_QUERY_SEARCH_WORK_H

#include "query/search_batch.h"
#include "query/search_plan.h"
#include "util/crew.h"

/* What all threads share; none changes it. */
struct search_job {
	sqlite3 *db;
	const struct search_pattern *pattern;
	const struct search_plan *plan;
	struct scan_options scan;
};

struct search_worker;

struct search_worker *search_worker_new(const struct search_job *job);
void search_worker_free(struct search_worker *worker);

/* Do a task: deliver batches, the last of them with the error, if any. */
void search_worker_run(struct search_worker *worker,
    struct crew_member *member);

#endif
