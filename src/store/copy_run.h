/*
 * copy_run.h - a run from one database into another, row by row.
 */
#ifndef GBQ_STORE_COPY_RUN_H
#define GBQ_STORE_COPY_RUN_H

#include "model/redact.h"
#include "store/store.h"

/*
 * Copy a run with its contents in one transaction; with a redaction without
 * contents, and without what it names. If the run (run_key) is there already,
 * *added is false and *new_id that run's. DATABASE, BUSY, IO of either
 * database; DATABASE where their schemas differ.
 */
enum status store_copy_run(struct store *to, struct store *from,
    int64_t run_id, const struct redaction *redaction, int64_t *new_id,
    bool *added, struct error *error);

/*
 * Check that a database has the tables of this program, as tables, with the
 * columns of another: needed before store_copy_run().
 */
enum status store_check_tables(struct store *to, struct store *from,
    struct error *error);

#endif
