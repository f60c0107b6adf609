/*
 * crew.h - threads that work on numbered tasks. What they deliver is taken by
 * the calling thread alone, in the order of the tasks: a task has the turn
 * when all before it are done and taken. Knows nothing of what the work is.
 */
#ifndef GBQ_UTIL_THREAD_CREW_H
#define GBQ_UTIL_THREAD_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ahead;
struct crew;

/* A thread of the crew. */
struct crew_member {
	struct crew *crew;
	void *own;		/* what begin() returned */
	size_t task;		/* at hand */
};

struct crew_plan {
	size_t tasks;
	/* 0: the calling thread does all work itself, task by task. */
	size_t threads;
	/* Deliveries, over all tasks, that may wait to be taken. */
	size_t max_waiting;
	/* Called by each thread first and last; may be NULL. */
	void *(*begin)(void *data);
	void (*end)(void *data, void *own);
	/*
	 * Whether a task takes much memory from its start to its end: such
	 * tasks are done one after the other. May be NULL.
	 */
	bool (*is_heavy)(void *data, size_t task);
	/* Do a task. */
	void (*work)(void *data, struct crew_member *member);
	/*
	 * In the calling thread: take a delivery. False: stop; deliveries
	 * still come, and have only to be freed, and no task is begun.
	 */
	bool (*take)(void *data, size_t task, void *delivery, bool stopped);
	/* In the calling thread, ten times a second or more; may be NULL. */
	void (*idle)(void *data);
	void *data;
};

/* Do all tasks. */
void crew_run(const struct crew_plan *plan);

/* ---- for work() ---- */

/* Hand something over; may wait. */
void crew_deliver(struct crew_member *member, void *delivery);

/*
 * Have function(data) called by the calling thread when the task has the turn
 * and what it delivered is taken; wait for it. False: the crew was stopped
 * and it was not called.
 */
bool crew_call(struct crew_member *member, void (*function)(void *data),
    void *data);

/* Whether to end the task early. */
bool crew_stopped(const struct crew_member *member);

/*
 * Begin and end something that takes much memory: one thread at a time does,
 * and the one whose task has the turn.
 */
void crew_begin_large(struct crew_member *member);
void crew_end_large(struct crew_member *member);

/*
 * ---- ahead.c ----
 *
 * work on items by several threads, each item then taken by the
 * calling thread, in the order in which they were put. Knows nothing of what
 * the work is.
 */

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
