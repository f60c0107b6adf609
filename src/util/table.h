/*
 * table.h - the one hash table: a value for each key, which is bytes or a
 * number. Nothing that comes of it depends on the hashes, which are others in
 * each process, so that nobody can make keys that collide. Upon it an index
 * that holds several rows under a key, and one copy of each text.
 */
#ifndef GBQ_UTIL_TABLE_H
#define GBQ_UTIL_TABLE_H

#include <stdint.h>

#include "util/memory.h"
#include "util/text.h"

struct table_entry {
	struct slice key;	/* of a number: absent, len its second part */
	uint64_t value;		/* the caller's, at first 0 */
	uint64_t hash;		/* of the key; of a number its own */
};

/* All zero is an empty table. */
struct hash_table {
	ARRAY_OF(struct table_entry) entries;	/* in order of arrival */
	uint32_t *slots;	/* number of an entry from 1 on, 0: free */
	size_t slot_count;	/* a power of 2, or 0 */
	uint64_t seed[2];
};

void table_release(struct hash_table *table);

/* Forget all keys, in time that goes with their number. */
void table_clear(struct hash_table *table);

/*
 * The entry of a key that is not absent; NULL: there is none. Entries hold
 * until the next key is put.
 */
struct table_entry *table_find(const struct hash_table *table,
    struct slice key);

/*
 * The entry of a key, a new one with a value of 0 if there is none. A new key
 * is copied to the arena; without one (NULL) its bytes are borrowed.
 */
struct table_entry *table_put(struct hash_table *table, struct slice key,
    struct arena *arena);

/* The same for a number, or two: part is 0 or tells some of like number. */
struct table_entry *table_find_number(const struct hash_table *table,
    uint64_t number, size_t part);
struct table_entry *table_put_number(struct hash_table *table, uint64_t number,
    size_t part);

/*
 * A hash of more than one thing: of another hash, or 0, and a number or the
 * bytes of a text. Two unlike keys have the same one by chance only, and once
 * in 2^64.
 */
uint64_t table_hash_number(uint64_t hash, int64_t number);
uint64_t table_hash_text(uint64_t hash, struct slice text);

/* ---- row_index ---- */

/*
 * Rows by a number that stands for their key: a hash, so what is found is
 * still to be compared.
 */

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

/* ---- intern ---- */

/* One copy of each text: equal texts get equal pointers. */

/* All zero but for the arena that intern_init() sets is an empty table. */
struct intern_table {
	struct arena *arena;
	struct hash_table texts;
};

/* The texts are copied to the arena, which must outlive the table's use. */
void intern_init(struct intern_table *table, struct arena *arena);

/* Free the table; the texts stay in the arena. */
void intern_release(struct intern_table *table);

/*
 * The one copy of a text. Bytes that are no valid UTF-8 are replaced by
 * U+FFFD, so that what is stored is text for every reader of the database.
 * An absent slice stays absent; an empty one gets a pointer too.
 */
struct slice intern(struct intern_table *table, struct slice text);

#endif
