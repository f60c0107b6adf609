/*
 * name_table.h - numbers for names: a hash table that borrows its keys and
 * is emptied in constant time.
 */
#ifndef GBQ_PARSE_NAME_TABLE_H
#define GBQ_PARSE_NAME_TABLE_H

#include "util/text.h"

/* All zero is an empty table. */
struct name_table {
	struct name_entry *entries;
	size_t count, capacity;
	size_t round;		/* entries of earlier rounds are free */
};

void name_table_release(struct name_table *table);

/* Forget all names; their number does not matter. */
void name_table_clear(struct name_table *table);

/* The number of a name, or NULL. Holds until the next name_table_set(). */
const size_t *name_table_get(const struct name_table *table,
    struct slice name);

/*
 * Give a name a number; its bytes must live as long as it is in the table. A
 * table takes NAME_TABLE_MAX names, a bound on memory that no graph of torch
 * comes near; false if it is full.
 */
enum { NAME_TABLE_MAX = 1 << 18 };

bool name_table_set(struct name_table *table, struct slice name,
    size_t number);

#endif
