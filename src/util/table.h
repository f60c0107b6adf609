/*
 * table.h - the one hash table: a value for each key, which is bytes or a
 * number. Nothing that comes of it depends on the hashes, which are others in
 * each process, so that nobody can make keys that collide.
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

#endif
