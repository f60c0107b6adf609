/*
 * push_private.h - what the parts of push.c share.
 */
#ifndef GBQ_REMOTE_PUSH_PRIVATE_H
#define GBQ_REMOTE_PUSH_PRIVATE_H

#include "remote/push.h"

/*
 * Send runs of one month, not over a group's size, and write the ledger: their
 * content and version are set.
 */
enum status push_group(struct push *push, struct push_run **runs,
    size_t count, struct error *error);

/* Send what belongs to no run, if it is not there. */
enum status push_global(struct push *push, struct error *error);

/*
 * Compare the cluster's rows of the runs with the database's; differs[i] is set
 * for those that are not the same.
 */
enum status push_compare(struct push *push, struct push_run **runs,
    size_t count, bool *differs, struct error *error);

/* Append "1,2,3": run_id of the runs. */
void push_add_ids(struct buffer *sql, struct push_run *const *runs,
    size_t count);

/* The run with that run_id (sorted by it), or SIZE_MAX. */
size_t push_find(struct push_run *const *runs, size_t count, int64_t run_id);

/* Send the batch at hand and begin a new one; nothing where it is empty. */
enum status push_flush(struct push *push, struct error *error);

#endif
