/*
 * row_index.h - finds the rows of a table by a number that stands for their
 * key: a hash (table_hash_number(), table_hash_text()), so what is found is
 * still to be compared.
 */
#ifndef GBQ_UTIL_ROW_INDEX_H
#define GBQ_UTIL_ROW_INDEX_H

#include <stdint.h>

#include "util/memory.h"
#include "util/table.h"

/* A row under a key. Links are numbered from 1 on; 0 is none. */
struct row_link {
	uint64_t key;
	size_t row;		/* SIZE_MAX: dropped */
	size_t next, last;	/* under the key; last is set in the first */
};

/* All zero is an empty index. */
struct row_index {
	ARRAY_OF(struct row_link) links;
	struct hash_table first;	/* the first link of each key */
};

/* Free the memory and make the index empty. */
void row_index_release(struct row_index *index);

/* Add a row; one row may stand under several keys. */
void row_index_add(struct row_index *index, uint64_t key, size_t row);

/*
 * The rows under a key, in the order in which they were added: the link of the
 * first, and the one after a link; NULL at the end. Links hold until the next
 * row is added.
 */
const struct row_link *row_index_first(const struct row_index *index,
    uint64_t key);
const struct row_link *row_index_next(const struct row_index *index,
    const struct row_link *link);

/* Take a row away from under one key; its link may still be gone on from. */
void row_index_drop(struct row_index *index, const struct row_link *link);

#endif
