/*
 * rebuild.h - a stored run read once more, from the contents that the database
 * keeps.
 */
#ifndef GBQ_INGEST_REBUILD_H
#define GBQ_INGEST_REBUILD_H

#include "store/store.h"

/*
 * Compute all rows of a run anew, in one transaction. What stays: its number,
 * name, tags, times of ingest and the files that it is recognised by. PARTIAL:
 * contents were not kept; NO_INPUT: no such run; DATABASE: its contents are
 * damaged; BUSY, IO. In all these cases the run is as before.
 */
enum status rebuild_run(struct store *store, int64_t run_id,
    struct error *error);

#endif
