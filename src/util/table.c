/*
 * table.c - entries in order, and slots with open addressing that lead to
 * them. Bytes are hashed by SipHash-1-3 (Aumasson, Bernstein: SipHash, a fast
 * short-input PRF, 2012) under a key of the process.
 */
#include "util/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

enum { FIRST_SLOTS = 64 };

/* ---- hashes ---- */

/* What the kernel gave the process for such ends. */
static void
seed_of_process(uint64_t seed[2])
{
	const void *bytes =
	    (const void *)(uintptr_t)getauxval(AT_RANDOM);

	seed[0] = seed[1] = 0;
	if (bytes)
		memcpy(seed, bytes, 2 * sizeof(*seed));
}

static uint64_t
sip_rotate(uint64_t word, int bits)
{
	return word << bits | word >> (64 - bits);
}

/* Inline, so that the four words stay in registers. */
__attribute__((always_inline)) static inline void
sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = sip_rotate(v[1], 13) ^ v[0];
	v[3] = sip_rotate(v[3], 16) ^ v[2];
	v[0] = sip_rotate(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = sip_rotate(v[1], 17) ^ v[2];
	v[3] = sip_rotate(v[3], 21) ^ v[0];
	v[2] = sip_rotate(v[2], 32);
}

__attribute__((always_inline)) static inline void
sip_add(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	sip_round(v);
	v[0] ^= word;
}

static uint64_t
sip_hash(const uint64_t seed[2], struct slice text)
{
	uint64_t v[4] = {
		seed[0] ^ 0x736f6d6570736575u, seed[1] ^ 0x646f72616e646f6du,
		seed[0] ^ 0x6c7967656e657261u, seed[1] ^ 0x7465646279746573u
	};
	uint64_t word, last = 0;
	size_t at;

	for (at = 0; text.len - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, text.at + at, sizeof(word));
		sip_add(v, word);
	}
	memcpy(&last, text.at + at, text.len - at);
	sip_add(v, last ^ (uint64_t)text.len << 56);
	v[2] ^= 0xff;
	for (int i = 0; i < 3; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* The end of splitmix64: unlike numbers stay unlike, every bit counts. */
static uint64_t
hash_stir(uint64_t number)
{
	number += 0x9e3779b97f4a7c15u;
	number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
	number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
	return number ^ (number >> 31);
}

uint64_t
table_hash_number(uint64_t hash, int64_t number)
{
	uint64_t seed[2];

	seed_of_process(seed);
	return hash_stir(hash_stir(hash ^ seed[0]) ^ (uint64_t)number);
}

uint64_t
table_hash_text(uint64_t hash, struct slice text)
{
	uint64_t seed[2];

	seed_of_process(seed);
	seed[0] ^= hash;
	return sip_hash(seed, text.at ? text : LITERAL(""));
}

/* ---- slots ---- */

static struct table_entry
key_of_number(const struct hash_table *table, uint64_t number, size_t part)
{
	return (struct table_entry){
		.key = { NULL, part },
		.hash = hash_stir((number ^ table->seed[0]) +
		    part * table->seed[1])
	};
}

static struct table_entry
key_of_text(const struct hash_table *table, struct slice key)
{
	return (struct table_entry){
		.key = key,
		.hash = sip_hash(table->seed, key)
	};
}

static bool
key_is_same(const struct table_entry *a, const struct table_entry *b)
{
	return a->hash == b->hash && a->key.len == b->key.len &&
	    !a->key.at == !b->key.at && (!a->key.at || a->key.len == 0 ||
	    memcmp(a->key.at, b->key.at, a->key.len) == 0);
}

/* The slot of the key, or the free one where it belongs. */
static uint32_t *
slot_of_key(const struct hash_table *table, const struct table_entry *wanted)
{
	size_t mask = table->slot_count - 1, i = wanted->hash & mask;

	while (table->slots[i] &&
	    !key_is_same(&table->entries.items[table->slots[i] - 1], wanted))
		i = (i + 1) & mask;
	return &table->slots[i];
}

/* The slot of an entry that is there, or a free one for it. */
static uint32_t *
slot_with_entry(const struct hash_table *table, uint64_t hash, uint32_t value)
{
	size_t mask = table->slot_count - 1, i = hash & mask;

	while (table->slots[i] != value)
		i = (i + 1) & mask;
	return &table->slots[i];
}

/* Room for one more, of which half of the slots stay free. */
static void
table_reserve(struct hash_table *table)
{
	const struct table_entry *entries = table->entries.items;
	size_t i;

	if (table->entries.count * 2 < table->slot_count)
		return;
	if (table->entries.count >= UINT32_MAX)
		mem_fail();
	if (table->slot_count == 0)
		seed_of_process(table->seed);
	free(table->slots);
	table->slot_count = table->slot_count ? table->slot_count * 2 :
	    FIRST_SLOTS;
	table->slots = mem_calloc(table->slot_count, sizeof(*table->slots));
	for (i = 0; i < table->entries.count; i++)
		*slot_with_entry(table, entries[i].hash, 0) = (uint32_t)(i + 1);
}

void
table_release(struct hash_table *table)
{
	array_release(&table->entries);
	free(table->slots);
	*table = (struct hash_table){ 0 };
}

/* The last first: what stood in the way of an entry came before it. */
void
table_clear(struct hash_table *table)
{
	while (table->entries.count) {
		size_t last = table->entries.count--;

		*slot_with_entry(table, table->entries.items[last - 1].hash,
		    (uint32_t)last) = 0;
	}
}

static struct table_entry *
entry_find(const struct hash_table *table, const struct table_entry *wanted)
{
	uint32_t number = *slot_of_key(table, wanted);

	return number ? &table->entries.items[number - 1] : NULL;
}

static struct table_entry *
entry_put(struct hash_table *table, struct table_entry entry,
    struct arena *arena)
{
	uint32_t *slot = slot_of_key(table, &entry);
	struct table_entry *added;

	if (*slot)
		return &table->entries.items[*slot - 1];
	if (arena)
		entry.key = slice_copy(arena, entry.key);
	added = array_add(&table->entries);
	*added = entry;
	*slot = (uint32_t)table->entries.count;
	return added;
}

struct table_entry *
table_find(const struct hash_table *table, struct slice key)
{
	struct table_entry wanted;

	if (table->entries.count == 0)
		return NULL;
	wanted = key_of_text(table, key);
	return entry_find(table, &wanted);
}

struct table_entry *
table_put(struct hash_table *table, struct slice key, struct arena *arena)
{
	table_reserve(table);
	return entry_put(table, key_of_text(table, key), arena);
}

struct table_entry *
table_find_number(const struct hash_table *table, uint64_t number, size_t part)
{
	struct table_entry wanted;

	if (table->entries.count == 0)
		return NULL;
	wanted = key_of_number(table, number, part);
	return entry_find(table, &wanted);
}

struct table_entry *
table_put_number(struct hash_table *table, uint64_t number, size_t part)
{
	table_reserve(table);
	return entry_put(table, key_of_number(table, number, part), NULL);
}

/* ---- row_index: the rows of a key as a list, its ends in a table ---- */

void
row_index_release(struct row_index *index)
{
	array_release(&index->links);
	table_release(&index->first);
}

void
row_index_add(struct row_index *index, uint64_t key, size_t row)
{
	struct table_entry *first = table_put_number(&index->first, key, 0);
	struct row_link *link = array_add(&index->links);
	size_t number = index->links.count;

	*link = (struct row_link){ .key = key, .row = row };
	link = index->links.items;
	if (first->value == 0)
		first->value = number;
	else
		link[link[first->value - 1].last - 1].next = number;
	link[first->value - 1].last = number;
}

/* The first link from one on that was not dropped; 0 is none. */
static const struct row_link *
link_from(const struct row_index *index, size_t number)
{
	while (number && index->links.items[number - 1].row == SIZE_MAX)
		number = index->links.items[number - 1].next;
	return number ? &index->links.items[number - 1] : NULL;
}

const struct row_link *
row_index_first(const struct row_index *index, uint64_t key)
{
	const struct table_entry *first = table_find_number(&index->first,
	    key, 0);

	return first ? link_from(index, (size_t)first->value) : NULL;
}

const struct row_link *
row_index_next(const struct row_index *index, const struct row_link *link)
{
	return link_from(index, link->next);
}

/* The dropped ones at the start are not passed again. */
void
row_index_drop(struct row_index *index, const struct row_link *link)
{
	struct table_entry *first = table_find_number(&index->first,
	    link->key, 0);
	struct row_link *links = index->links.items, *head;

	links[link - links].row = SIZE_MAX;
	while (first->value && links[first->value - 1].row == SIZE_MAX) {
		head = &links[first->value - 1];
		first->value = head->next;
		if (head->next)
			links[head->next - 1].last = head->last;
	}
}

/* ---- intern: texts made UTF-8 first ---- */

void
intern_init(struct intern_table *table, struct arena *arena)
{
	*table = (struct intern_table){ .arena = arena };
}

void
intern_release(struct intern_table *table)
{
	table_release(&table->texts);
}

struct slice
intern(struct intern_table *table, struct slice text)
{
	struct buffer valid = { 0 };

	if (!text.at)
		return text;
	if (utf8_valid(text))
		return table_put(&table->texts, text, table->arena)->key;
	utf8_replace_invalid(text, &valid);
	text = table_put(&table->texts, buffer_slice(&valid),
	    table->arena)->key;
	buffer_release(&valid);
	return text;
}
