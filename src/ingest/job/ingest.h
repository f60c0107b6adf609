/*
 * ingest.h - from paths to stored runs.
 */
#ifndef GBQ_INGEST_JOB_INGEST_H
#define GBQ_INGEST_JOB_INGEST_H

#include "gbq.h"
#include "store/store.h"

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
enum gbq_status ingest_paths(struct store *store, const char *const *paths,
    size_t path_count, const struct gbq_ingest_options *options,
    gbq_ingest_function *function, void *data, struct error *error);

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
enum gbq_status rebuild_run(struct store *store, int64_t run_id,
    struct error *error);

#endif
