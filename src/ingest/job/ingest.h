/*
 * ingest.h - from paths to stored runs.
 */
#ifndef GBQ_INGEST_JOB_INGEST_H
#define GBQ_INGEST_JOB_INGEST_H

#include "source/archive/archive.h"
#include "store/store.h"

/* How far an ingest has come. */
struct ingest_progress {
	size_t done, units;		/* runs in folders, archives */
	int64_t done_bytes, bytes;	/* of these */
};

struct ingest_options {
	const char *name;		/* of the run; NULL: from the path */
	bool replace;			/* supersede the run of that name */
	bool no_content;		/* store only hashes of files */
	const char *with_console;	/* a console text of the run, or NULL */
	bool rehash;			/* read what seems unchanged, too */
	bool dry_run;			/* only tell what there is */
	size_t jobs;			/* threads that read; 0, 1: none */
	const struct archive_limits *limits;	/* NULL: the defaults */
	const struct store_tag *tags;
	size_t tag_count;
	/* Called now and then by the calling thread, or NULL. */
	void (*progress)(void *data, const struct ingest_progress *progress);
};

enum ingest_outcome {
	INGEST_ADDED,
	INGEST_UNCHANGED,	/* the same bytes were ingested before */
	INGEST_REPLACED,
	INGEST_REFUSED,		/* an input that cannot be used */
	INGEST_SKIPPED,		/* a part of an input, lost with message */
	INGEST_FOUND		/* dry_run: it would be read */
};

struct ingest_result {
	enum ingest_outcome outcome;
	enum status status;	/* of what was refused */
	int64_t run_id;		/* 0 unless stored */
	const char *name;
	const char *path;	/* of the run, as given or below it */
	const char *kind;	/* "report" …; NULL unless added or found */
	const char *message;	/* NULL, or why it was refused */
	int64_t files, bytes;	/* of what was found */
	int64_t problems, losses;	/* of what is stored */
};

typedef void ingest_function(void *data, const struct ingest_result *result);

/*
 * Ingest what paths hold: a report folder, a multi-rank report, logs, console
 * text, an archive, or a folder with these anywhere below it, one run each.
 * function is called, by the calling thread, for each run, in an order that
 * does not depend on the number of jobs.
 *
 * All that was refused was told. IO: an input could not be read for an I/O
 * error, whatever else was taken. PARTIAL: something else was taken; else, if
 * nothing was, the status that all refusals have in common, or NO_INPUT.
 * DATABASE, BUSY, IO: the database could not be written, runs before are in
 * it. USAGE: a name for several runs, a URL. Without dry_run store is needed.
 */
enum status ingest_paths(struct store *store, const char *const *paths,
    size_t path_count, const struct ingest_options *options,
    ingest_function *function, void *data, struct error *error);

/* The same for one path. */
enum status ingest_path(struct store *store, const char *path,
    const struct ingest_options *options, ingest_function *function,
    void *data, struct error *error);

/*
 * ---- rebuild.c ----
 *
 * a stored run read once more, from the contents that the database
 * keeps.
 */

/*
 * Compute all rows of a run anew, in one transaction. What stays: its number,
 * name, tags, times of ingest and the files that it is recognised by. PARTIAL:
 * contents were not kept; NO_INPUT: no such run; DATABASE: its contents are
 * damaged; BUSY, IO. In all these cases the run is as before.
 */
enum status rebuild_run(struct store *store, int64_t run_id,
    struct error *error);

#endif
