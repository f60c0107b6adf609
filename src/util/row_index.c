/*
 * row_index.c - chained buckets that keep the order in which rows were added.
 */
#include "util/row_index.h"

#include <stdlib.h>

void
row_index_release(struct row_index *index)
{
	array_release(&index->links);
	free(index->first);
	free(index->last);
	*index = (struct row_index){ 0 };
}

/* Put a link at the end of its bucket. */
static void
row_index_append(struct row_index *index, size_t at)
{
	struct row_link *links = index->links.items;
	size_t bucket = links[at].key & (index->buckets - 1);

	links[at].next = SIZE_MAX;
	if (index->first[bucket] == SIZE_MAX)
		index->first[bucket] = at;
	else
		links[index->last[bucket]].next = at;
	index->last[bucket] = at;
}

/* Twice as many buckets, all links in them again. */
static void
row_index_grow(struct row_index *index)
{
	size_t i;

	index->buckets = index->buckets ? index->buckets * 2 : 64;
	free(index->first);
	free(index->last);
	index->first = mem_calloc(index->buckets, sizeof(*index->first));
	index->last = mem_calloc(index->buckets, sizeof(*index->last));
	for (i = 0; i < index->buckets; i++)
		index->first[i] = SIZE_MAX;
	for (i = 0; i < index->links.count; i++)
		row_index_append(index, i);
}

void
row_index_add(struct row_index *index, uint64_t key, size_t row)
{
	struct row_link *link;

	if (index->links.count >= index->buckets)
		row_index_grow(index);
	link = array_add(&index->links);
	link->key = key;
	link->row = row;
	row_index_append(index, index->links.count - 1);
}

/* The first link from one on, in its bucket, that has the key. */
static const struct row_link *
with_key(const struct row_index *index, size_t at, uint64_t key)
{
	while (at != SIZE_MAX && (index->links.items[at].key != key ||
	    index->links.items[at].row == SIZE_MAX))
		at = index->links.items[at].next;
	return at == SIZE_MAX ? NULL : &index->links.items[at];
}

const struct row_link *
row_index_first(const struct row_index *index, uint64_t key)
{
	if (index->buckets == 0)
		return NULL;
	return with_key(index, index->first[key & (index->buckets - 1)], key);
}

const struct row_link *
row_index_next(const struct row_index *index, const struct row_link *link)
{
	return with_key(index, link->next, link->key);
}

/* The dropped ones at the start of a bucket are not passed again. */
void
row_index_drop(struct row_index *index, const struct row_link *link)
{
	size_t bucket = link->key & (index->buckets - 1);
	struct row_link *links = index->links.items;
	size_t *first = &index->first[bucket];

	links[link - links].row = SIZE_MAX;
	while (*first != SIZE_MAX && links[*first].row == SIZE_MAX)
		*first = links[*first].next;
}

/* The end of splitmix64: every bit of the input changes all of the result. */
uint64_t
row_key_number(uint64_t key, int64_t number)
{
	key = (key * UINT64_C(0xd1342543de82ef95) ^ (uint64_t)number) +
	    UINT64_C(0x9e3779b97f4a7c15);
	key = (key ^ (key >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	key = (key ^ (key >> 27)) * UINT64_C(0x94d049bb133111eb);
	return key ^ (key >> 31);
}

/* FNV-1a, stirred. */
uint64_t
row_key_text(uint64_t key, struct slice text)
{
	size_t i;

	key ^= UINT64_C(0xcbf29ce484222325);
	for (i = 0; i < text.len; i++)
		key = (key ^ (unsigned char)text.at[i]) *
		    UINT64_C(0x100000001b3);
	return row_key_number(key, (int64_t)text.len);
}
