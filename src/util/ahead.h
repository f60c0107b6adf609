/*
 * ahead.h - work on items by several threads, each item then taken by the
 * calling thread, in the order in which they were put. Knows nothing of what
 * the work is.
 */
#ifndef GBQ_UTIL_AHEAD_H
#define GBQ_UTIL_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

struct ahead;

struct ahead_plan {
	/* Threads besides the calling one; 0: it does all work itself. */
	size_t threads;
	/*
	 * The items are worked on one after the other, in order: by one
	 * thread, unless it could not be started.
	 */
	bool serial;
	/* How much may be put and not taken: items, and bytes of them. */
	size_t max_items, max_bytes;
	/* In any thread, one item after the other. */
	void (*work)(void *item);
	/* In the calling thread, after the work; the item is its own. */
	void (*take)(void *data, void *item);
	void *data;
};

struct ahead *ahead_new(const struct ahead_plan *plan);

/*
 * Put an item of so many bytes; works on items and takes them where others
 * do not keep up.
 */
void ahead_put(struct ahead *ahead, void *item, size_t bytes);

/* Work on and take all that was put. */
void ahead_drain(struct ahead *ahead);

/* All must have been taken. */
void ahead_free(struct ahead *ahead);

#endif
