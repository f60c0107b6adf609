/*
 * exact_memory.c - stands in for src/util/memory.c in fuzz targets: an arena
 * allocates every piece for itself and exactly as large as it was asked for,
 * so that the address sanitizer sees reads past its end.
 */
#include "util/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ITEMS = 8 };

struct arena_block {
	struct arena_block *next;
	void *bytes;
};

_Noreturn void
mem_fail(void)
{
	fputs("fuzz: out of memory\n", stderr);
	abort();
}

void *
mem_calloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);

	if (!memory)
		mem_fail();
	return memory;
}

void *
mem_realloc(void *old, size_t size)
{
	void *memory = realloc(old, size ? size : 1);

	if (!memory)
		mem_fail();
	return memory;
}

void *
mem_alloc(size_t size)
{
	return mem_realloc(NULL, size);
}

char *
mem_strdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(mem_alloc(size), text, size);
}

void
arena_init(struct arena *arena)
{
	memset(arena, 0, sizeof(*arena));
}

void
arena_release(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *next = arena->blocks->next;

		free(arena->blocks->bytes);
		free(arena->blocks);
		arena->blocks = next;
	}
	arena->used = 0;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	struct arena_block *block = mem_calloc(1, sizeof(*block));

	block->bytes = mem_calloc(1, size);
	block->next = arena->blocks;
	arena->blocks = block;
	return block->bytes;
}

char *
arena_copy(struct arena *arena, const char *bytes, size_t len)
{
	char *copy = arena_alloc(arena, len + 1);

	if (len)
		memcpy(copy, bytes, len);
	return copy;
}

void *
array_reserve(void *items, size_t count, size_t *capacity, size_t size)
{
	char *grown = items;

	if (count == *capacity) {
		size_t more = count ? count * 2 : FIRST_ITEMS;

		if (more > SIZE_MAX / size)
			mem_fail();
		grown = mem_realloc(items, more * size);
		*capacity = more;
	}
	memset(grown + count * size, 0, size);
	return grown;
}

void
array_free(void *items)
{
	free(items);
}
