/*
 * name_table.c - open addressing; an entry is free unless it is of this
 * round, so that a text of many small scopes stays linear.
 */
#include "parse/name_table.h"

#include <stdlib.h>
#include <string.h>

struct name_entry {
	struct slice name;
	uint64_t hash;
	size_t round;
	size_t number;
};

enum { FIRST_CAPACITY = 64 };

void
name_table_release(struct name_table *table)
{
	free(table->entries);
	memset(table, 0, sizeof(*table));
}

void
name_table_clear(struct name_table *table)
{
	table->count = 0;
	table->round++;
}

static uint64_t
hash_name(struct slice name)
{
	uint64_t hash = 0xcbf29ce484222325u;
	size_t i;

	for (i = 0; i < name.len; i++)
		hash = (hash ^ (unsigned char)name.at[i]) * 0x100000001b3u;
	return hash ^ hash >> 32;
}

/* Rounds count from 1 in the entries: zeroed ones are free. */
static struct name_entry *
name_table_find(const struct name_table *table, struct slice name,
    uint64_t hash)
{
	size_t mask = table->capacity - 1, i = hash & mask;

	while (table->entries[i].round == table->round + 1) {
		if (table->entries[i].hash == hash &&
		    slice_equal(table->entries[i].name, name))
			break;
		i = (i + 1) & mask;
	}
	return &table->entries[i];
}

static void
name_table_grow(struct name_table *table)
{
	struct name_entry *old = table->entries;
	size_t count = table->capacity, i;

	table->capacity = count ? count * 2 : FIRST_CAPACITY;
	table->entries = mem_calloc(table->capacity, sizeof(*table->entries));
	for (i = 0; i < count; i++) {
		if (old[i].round == table->round + 1)
			*name_table_find(table, old[i].name,
			    old[i].hash) = old[i];
	}
	free(old);
}

const size_t *
name_table_get(const struct name_table *table, struct slice name)
{
	const struct name_entry *entry;

	if (!table->count)
		return NULL;
	entry = name_table_find(table, name, hash_name(name));
	return entry->round == table->round + 1 ? &entry->number : NULL;
}

bool
name_table_set(struct name_table *table, struct slice name, size_t number)
{
	uint64_t hash = hash_name(name);
	struct name_entry *entry;

	if (table->count >= NAME_TABLE_MAX)
		return false;
	if (table->count * 2 >= table->capacity)
		name_table_grow(table);
	entry = name_table_find(table, name, hash);
	table->count += entry->round != table->round + 1;
	*entry = (struct name_entry){ name, hash, table->round + 1, number };
	return true;
}
