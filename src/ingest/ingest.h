/*
 * ingest.h - from a path to stored runs.
 */
#ifndef GBQ_INGEST_INGEST_H
#define GBQ_INGEST_INGEST_H

#include "store/store.h"

struct ingest_options {
	const char *name;		/* of the run; NULL: from the path */
	bool replace;			/* supersede the run of that name */
	bool no_content;		/* store only hashes of files */
	const struct store_tag *tags;
	size_t tag_count;
};

enum ingest_outcome {
	INGEST_ADDED,
	INGEST_UNCHANGED,	/* the same bytes were ingested before */
	INGEST_REPLACED,
	INGEST_REFUSED
};

struct ingest_result {
	enum ingest_outcome outcome;
	int64_t run_id;		/* 0 when refused */
	const char *name;
	const char *path;	/* of the run, as given or below it */
	const char *message;	/* NULL, or why it was refused */
};

typedef void ingest_function(void *data, const struct ingest_result *result);

/*
 * Ingest what a path holds: a report folder, a multi-rank report, or a folder
 * with reports anywhere below it, one run each. function is called for each
 * run. NO_INPUT: nothing that gbq reads; PARTIAL: some runs were refused;
 * DATABASE, BUSY, IO: the database could not be written.
 */
enum status ingest_path(struct store *store, const char *path,
    const struct ingest_options *options, ingest_function *function,
    void *data, struct error *error);

#endif
