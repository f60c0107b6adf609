/*
 * content_remove.h - contents that nothing names any more.
 */
#ifndef GBQ_STORE_CONTENT_REMOVE_H
#define GBQ_STORE_CONTENT_REMOVE_H

#include "store/store_private.h"

/*
 * In a transaction, before the run's artifacts are removed: remove the
 * contents that no other run names, and the blocks without contents.
 */
enum status content_remove_of_run(struct store *store, int64_t run_id,
    struct error *error);

/* Remove those of the blocks first … last that hold no content. */
enum status content_remove_unused(struct store *store, int64_t first,
    int64_t last, struct error *error);

#endif
