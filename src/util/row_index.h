/*
 * row_index.h - finds the rows of a table by a number that stands for their
 * key: a hash, so what is found is still to be compared.
 */
#ifndef GBQ_UTIL_ROW_INDEX_H
#define GBQ_UTIL_ROW_INDEX_H

#include <stdint.h>

#include "util/memory.h"
#include "util/text.h"

/* A row under a key, and the next one under a key of the same bucket. */
struct row_link {
	uint64_t key;
	size_t row;		/* SIZE_MAX: dropped */
	size_t next;		/* SIZE_MAX: the last one */
};

/* All zero is an empty index. */
struct row_index {
	ARRAY_OF(struct row_link) links;
	size_t *first, *last;	/* links of each bucket; SIZE_MAX: none */
	size_t buckets;		/* a power of 2, or 0 */
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

/* A key made of another one and a number, or the bytes of a text. */
uint64_t row_key_number(uint64_t key, int64_t number);
uint64_t row_key_text(uint64_t key, struct slice text);

#endif
