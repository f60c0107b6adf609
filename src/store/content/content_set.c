/*
 * content_set.c - entries by digest, apart for what is kept and what is not.
 */
#include "store/content/content_private.h"

#include <string.h>

size_t
content_set_put(struct content_set *set,
    const unsigned char digest[HASH_BYTES], bool kept, bool *added)
{
	struct slice key = { (const char *)digest, HASH_BYTES };
	struct table_entry *found = table_put(&set->by_digest[kept], key,
	    &set->keys);
	struct content_entry *entry;

	*added = found->value == 0;
	if (*added) {
		entry = array_add(&set->entries);
		memcpy(entry->digest, digest, HASH_BYTES);
		entry->kept = kept;
		found->value = set->entries.count;
	}
	return (size_t)found->value - 1;
}

void
content_set_release(struct content_set *set)
{
	array_release(&set->entries);
	table_release(&set->by_digest[false]);
	table_release(&set->by_digest[true]);
	arena_release(&set->keys);
}
