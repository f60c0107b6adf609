/*
 * memory.h - allocation that never returns NULL, arenas, growable arrays.
 *
 * Out of memory ends the process with exit status 6 and a message: a run is
 * one transaction, so nothing that was stored is lost.
 */
#ifndef GBQ_UTIL_MEMORY_H
#define GBQ_UTIL_MEMORY_H

#include <stddef.h>

/* Say that memory is out and end the process with exit status 6. */
_Noreturn void mem_fail(void);

/* Zeroed memory of count * size bytes; release with free(). */
void *mem_calloc(size_t count, size_t size);

/* Like realloc(), never NULL for a size above 0. */
void *mem_realloc(void *old, size_t size);

/*
 * Like malloc() and strdup(), never NULL: for libraries that do not survive
 * one. Release with free().
 */
void *mem_alloc(size_t size);
char *mem_strdup(const char *text);

/* An arena: many small allocations that are released together. */
struct arena {
	struct arena_block *blocks;	/* newest first */
	size_t used;			/* bytes used in the newest block */
};

/* Make an empty arena; allocates nothing. */
void arena_init(struct arena *arena);

/* Free all memory of the arena; it may be used again. */
void arena_release(struct arena *arena);

/* Zeroed, 16-byte aligned memory that lives as long as the arena. */
void *arena_alloc(struct arena *arena, size_t size);

/* A NUL-terminated copy of len bytes in the arena. */
char *arena_copy(struct arena *arena, const char *bytes, size_t len);

/* How many items an array has that is no pointer. */
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/*
 * A growable array on the heap. Declare a member as ARRAY_OF(struct thing),
 * add with array_add(), release with array_release(). An array of zero bytes
 * is an empty one. Pointers to items hold until the next array_add().
 */
#define ARRAY_OF(type) struct { type *items; size_t count, capacity; }

/* Pointer to a new zeroed item at the end of the array. */
#define array_add(array)						\
	((array)->items = array_reserve((array)->items, (array)->count,	\
	    &(array)->capacity, sizeof(*(array)->items)),		\
	&(array)->items[(array)->count++])

/* Free the array's memory and make it empty. */
#define array_release(array)						\
	(array_free((array)->items), (array)->items = NULL,		\
	(array)->count = (array)->capacity = 0)

/*
 * Give back the memory behind the last item, of an array that will not grow.
 * Pointers to items do not hold.
 */
#define array_trim(array)						\
	((array)->items = array_shrink((array)->items, (array)->count,	\
	    &(array)->capacity, sizeof(*(array)->items)))

/* For array_add(): room for one more item, zeroed; returns the items. */
void *array_reserve(void *items, size_t count, size_t *capacity, size_t size);

/* For array_trim(): the items, in no more room than they need. */
void *array_shrink(void *items, size_t count, size_t *capacity, size_t size);

/* For array_release(). */
void array_free(void *items);

#endif
