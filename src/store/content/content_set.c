/*
 * content_set.c - a hash table with open addressing; digests are hashes.
 */
#include "store/content/content_private.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 256 };

/* The slot of the entry, or the free one where it belongs. */
static size_t *
content_set_find_slot(const struct content_set *set,
    const unsigned char digest[HASH_BYTES], bool kept)
{
	const struct content_entry *entry;
	size_t mask = set->slot_count - 1, i;

	memcpy(&i, digest, sizeof(i));
	for (i &= mask; set->slots[i]; i = (i + 1) & mask) {
		entry = &set->entries.items[set->slots[i] - 1];
		if (entry->kept == kept &&
		    memcmp(entry->digest, digest, HASH_BYTES) == 0)
			break;
	}
	return &set->slots[i];
}

static void
content_set_grow(struct content_set *set)
{
	size_t i;

	free(set->slots);
	set->slot_count = set->slot_count ? set->slot_count * 2 : FIRST_SLOTS;
	set->slots = mem_calloc(set->slot_count, sizeof(*set->slots));
	for (i = 0; i < set->entries.count; i++)
		*content_set_find_slot(set, set->entries.items[i].digest,
		    set->entries.items[i].kept) = i + 1;
}

size_t
content_set_put(struct content_set *set,
    const unsigned char digest[HASH_BYTES], bool kept, bool *added)
{
	struct content_entry *entry;
	size_t *slot;

	if (set->entries.count * 2 >= set->slot_count)
		content_set_grow(set);
	slot = content_set_find_slot(set, digest, kept);
	*added = *slot == 0;
	if (*added) {
		entry = array_add(&set->entries);
		memcpy(entry->digest, digest, HASH_BYTES);
		entry->kept = kept;
		*slot = set->entries.count;
	}
	return *slot - 1;
}

void
content_set_release(struct content_set *set)
{
	array_release(&set->entries);
	free(set->slots);
	set->slots = NULL;
	set->slot_count = 0;
}
