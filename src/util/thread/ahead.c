/*
 * ahead.c - a ring of items under a lock. Threads begin items in order; the
 * calling thread takes the oldest when it is done, and works itself rather
 * than wait.
 */
#include "util/thread/crew.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/memory.h"

enum { STACK_BYTES = 8 << 20 };

struct entry {
	void *item;
	size_t bytes;
	bool done;
};

/* Items count from 0 for ever; one lies at its number % max_items. */
struct ahead {
	struct ahead_plan plan;
	pthread_mutex_t lock;
	pthread_cond_t put;		/* an item is there, or it is over */
	pthread_cond_t done;		/* the oldest item is done */
	struct entry *ring;
	uint64_t first, begun, end;	/* to take, to begin, to put */
	size_t bytes;
	size_t idle;			/* threads that wait for an item */
	bool over;
	pthread_t *threads;
	size_t thread_count;		/* that could be started */
};

static struct entry *
entry_of(struct ahead *ahead, uint64_t number)
{
	return &ahead->ring[number % ahead->plan.max_items];
}

/* Work on the next item. The lock is held before and afterwards. */
static void
work_on_next(struct ahead *ahead)
{
	uint64_t number = ahead->begun++;
	struct entry *entry = entry_of(ahead, number);

	pthread_mutex_unlock(&ahead->lock);
	ahead->plan.work(entry->item);
	pthread_mutex_lock(&ahead->lock);
	entry->done = true;
	if (number == ahead->first)
		pthread_cond_signal(&ahead->done);
}

static void *
run_thread(void *data)
{
	struct ahead *ahead = data;

	pthread_mutex_lock(&ahead->lock);
	while (!ahead->over) {
		if (ahead->begun < ahead->end) {
			work_on_next(ahead);
			continue;
		}
		ahead->idle++;
		pthread_cond_wait(&ahead->put, &ahead->lock);
		ahead->idle--;
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

/* A thread that cannot be started is not needed. */
static void
start_threads(struct ahead *ahead)
{
	size_t count = 0;
	pthread_attr_t attributes;

	ahead->threads = mem_calloc(ahead->plan.threads,
	    sizeof(*ahead->threads));
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	while (count < ahead->plan.threads &&
	    pthread_create(&ahead->threads[count], &attributes, run_thread,
	    ahead) == 0)
		count++;
	pthread_attr_destroy(&attributes);
	ahead->thread_count = count;
}

struct ahead *
ahead_new(const struct ahead_plan *plan)
{
	struct ahead *ahead = mem_calloc(1, sizeof(*ahead));

	ahead->plan = *plan;
	if (plan->serial && plan->threads > 1)
		ahead->plan.threads = 1;
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->put, NULL);
	pthread_cond_init(&ahead->done, NULL);
	ahead->ring = mem_calloc(plan->max_items, sizeof(*ahead->ring));
	start_threads(ahead);
	return ahead;
}

/* Take the oldest item, which is done. The lock is held as above. */
static void
ahead_take_first(struct ahead *ahead)
{
	struct entry entry = *entry_of(ahead, ahead->first);

	ahead->first++;
	ahead->bytes -= entry.bytes;
	pthread_mutex_unlock(&ahead->lock);
	ahead->plan.take(ahead->plan.data, entry.item);
	pthread_mutex_lock(&ahead->lock);
}

static bool
first_is_done(struct ahead *ahead)
{
	return ahead->first < ahead->begun &&
	    entry_of(ahead, ahead->first)->done;
}

/* One step towards the oldest item's being taken. */
static void
ahead_advance(struct ahead *ahead)
{
	if (first_is_done(ahead))
		ahead_take_first(ahead);
	else if (ahead->begun < ahead->end && !ahead->plan.serial)
		work_on_next(ahead);
	else
		pthread_cond_wait(&ahead->done, &ahead->lock);
}

static bool
has_room(const struct ahead *ahead, size_t bytes)
{
	return ahead->first == ahead->end ||
	    (ahead->end - ahead->first < ahead->plan.max_items &&
	    ahead->bytes + bytes <= ahead->plan.max_bytes);
}

void
ahead_put(struct ahead *ahead, void *item, size_t bytes)
{
	if (ahead->thread_count == 0) {
		ahead->plan.work(item);
		ahead->plan.take(ahead->plan.data, item);
		return;
	}
	pthread_mutex_lock(&ahead->lock);
	while (first_is_done(ahead))
		ahead_take_first(ahead);
	while (!has_room(ahead, bytes))
		ahead_advance(ahead);
	*entry_of(ahead, ahead->end) = (struct entry){ item, bytes, false };
	ahead->end++;
	ahead->bytes += bytes;
	if (ahead->idle)
		pthread_cond_signal(&ahead->put);
	pthread_mutex_unlock(&ahead->lock);
}

void
ahead_drain(struct ahead *ahead)
{
	pthread_mutex_lock(&ahead->lock);
	while (ahead->first < ahead->end)
		ahead_advance(ahead);
	pthread_mutex_unlock(&ahead->lock);
}

void
ahead_free(struct ahead *ahead)
{
	size_t i;

	if (!ahead)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->over = true;
	pthread_cond_broadcast(&ahead->put);
	pthread_mutex_unlock(&ahead->lock);
	for (i = 0; i < ahead->thread_count; i++)
		pthread_join(ahead->threads[i], NULL);
	pthread_cond_destroy(&ahead->done);
	pthread_cond_destroy(&ahead->put);
	pthread_mutex_destroy(&ahead->lock);
	free(ahead->threads);
	free(ahead->ring);
	free(ahead);
}
