/*
 * intern.c - an open-addressing hash table of texts.
 */
#include "util/intern.h"

#include <string.h>

struct intern_entry {
	uint64_t hash;
	struct slice text;	/* at == NULL: free */
};

enum { FIRST_CAPACITY = 256 };

void
intern_init(struct intern_table *table, struct arena *arena)
{
	memset(table, 0, sizeof(*table));
	table->arena = arena;
}

void
intern_release(struct intern_table *table)
{
	array_free(table->entries);
	memset(table, 0, sizeof(*table));
}

/* FNV-1a over 8 bytes at a time: texts are short and need no secrecy. */
static uint64_t
hash_text(struct slice text)
{
	uint64_t hash = 0xcbf29ce484222325u ^ text.len, word;

	while (text.len >= 8) {
		memcpy(&word, text.at, 8);
		hash = (hash ^ word) * 0x100000001b3u;
		hash ^= hash >> 29;
		text.at += 8;
		text.len -= 8;
	}
	while (text.len) {
		hash = (hash ^ (unsigned char)*text.at) * 0x100000001b3u;
		text.at++;
		text.len--;
	}
	return hash ^ hash >> 32;
}

static struct intern_entry *
intern_find(struct intern_table *table, struct slice text, uint64_t hash)
{
	size_t mask = table->capacity - 1, i = hash & mask;

	while (table->entries[i].text.at) {
		if (table->entries[i].hash == hash &&
		    slice_equal(table->entries[i].text, text))
			break;
		i = (i + 1) & mask;
	}
	return &table->entries[i];
}

static void
intern_grow(struct intern_table *table)
{
	struct intern_table old = *table;
	size_t i;

	table->capacity = old.capacity ? old.capacity * 2 : FIRST_CAPACITY;
	table->entries = mem_calloc(table->capacity, sizeof(*table->entries));
	for (i = 0; i < old.capacity; i++) {
		if (old.entries[i].text.at)
			*intern_find(table, old.entries[i].text,
			    old.entries[i].hash) = old.entries[i];
	}
	array_free(old.entries);
}

static struct slice
intern_valid(struct intern_table *table, struct slice text)
{
	uint64_t hash = hash_text(text);
	struct intern_entry *entry;

	if (table->count * 4 >= table->capacity * 3)
		intern_grow(table);
	entry = intern_find(table, text, hash);
	if (!entry->text.at) {
		entry->hash = hash;
		entry->text = slice_copy(table->arena, text);
		table->count++;
	}
	return entry->text;
}

struct slice
intern(struct intern_table *table, struct slice text)
{
	struct buffer valid = { 0 };

	if (!text.at)
		return text;
	if (utf8_valid(text))
		return intern_valid(table, text);
	utf8_replace_invalid(text, &valid);
	text = intern_valid(table, buffer_slice(&valid));
	buffer_release(&valid);
	return text;
}
