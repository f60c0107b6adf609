/*
 * memory.c - allocation and arenas. Knows nothing of what is stored in them.
 */
#include "util/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	BLOCK_BYTES = 64 * 1024,
	ALIGNMENT = 16,
	FIRST_ITEMS = 8,
	EXIT_OUT_OF_MEMORY = 6
};

struct arena_block {
	struct arena_block *next;
	size_t capacity;
	_Alignas(ALIGNMENT) char bytes[];
};

_Noreturn void
mem_fail(void)
{
	static const char message[] = "gbq: out of memory\n";

	/*
	 * Not exit(): it undoes what libraries set up, while other threads
	 * may use them.
	 */
	if (write(STDERR_FILENO, message, sizeof(message) - 1) < 0)
		_exit(EXIT_OUT_OF_MEMORY);
	_exit(EXIT_OUT_OF_MEMORY);
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

		free(arena->blocks);
		arena->blocks = next;
	}
	arena->used = 0;
}

static void
memory_add_block(struct arena *arena, size_t size)
{
	size_t capacity = size > BLOCK_BYTES ? size : BLOCK_BYTES;
	struct arena_block *block;

	if (capacity > SIZE_MAX - sizeof(*block))
		mem_fail();
	block = mem_calloc(1, sizeof(*block) + capacity);
	block->capacity = capacity;
	block->next = arena->blocks;
	arena->blocks = block;
	arena->used = 0;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	void *memory;

	if (size > SIZE_MAX / 2)
		mem_fail();
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	if (!arena->blocks || size > arena->blocks->capacity - arena->used)
		memory_add_block(arena, size);
	memory = arena->blocks->bytes + arena->used;
	arena->used += size;
	return memory;
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

void *
array_shrink(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count == 0 || count == *capacity)
		return items;
	*capacity = count;
	return mem_realloc(items, count * size);
}

void
array_free(void *items)
{
	free(items);
}
