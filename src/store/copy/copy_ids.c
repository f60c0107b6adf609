/*
 * copy_ids.c - from ids of one database to those of another.
 */
#include "store/copy/copy.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 256 };

static struct copy_id *
copy_ids_find_slot(const struct copy_ids *ids, int64_t from)
{
	size_t mask = ids->capacity - 1;
	size_t i = (size_t)((uint64_t)from * 0x9e3779b97f4a7c15u >> 20);

	for (i &= mask; ids->slots[i].from; i = (i + 1) & mask) {
		if (ids->slots[i].from == from)
			break;
	}
	return &ids->slots[i];
}

static void
copy_ids_grow(struct copy_ids *ids)
{
	struct copy_ids old = *ids;
	size_t i;

	ids->capacity = old.capacity ? old.capacity * 2 : FIRST_SLOTS;
	ids->slots = mem_calloc(ids->capacity, sizeof(*ids->slots));
	for (i = 0; i < old.capacity; i++) {
		if (old.slots[i].from)
			*copy_ids_find_slot(ids,
			    old.slots[i].from) = old.slots[i];
	}
	free(old.slots);
}

void
copy_ids_put(struct copy_ids *ids, int64_t from, int64_t to)
{
	struct copy_id *slot;

	if (ids->count * 2 >= ids->capacity)
		copy_ids_grow(ids);
	slot = copy_ids_find_slot(ids, from);
	ids->count += slot->from == 0;
	*slot = (struct copy_id){ from, to };
}

int64_t
copy_ids_get(const struct copy_ids *ids, int64_t from)
{
	return ids->capacity && from ? copy_ids_find_slot(ids, from)->to : 0;
}

void
copy_ids_release(struct copy_ids *ids)
{
	free(ids->slots);
	*ids = (struct copy_ids){ 0 };
}
