/*
 * content_claims.c - a hash table under a lock. A claim that has ended stays
 * in its place until the table grows. Must not know the database.
 */
#include "store/content/content_private.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 };

struct claim {
	unsigned char digest[HASH_BYTES];
	int64_t run;			/* 0: free */
};

struct content_claims {
	pthread_mutex_t lock;
	struct claim *slots;
	size_t used, capacity;
	int64_t ended;			/* claims of runs up to it are over */
};

struct content_claims *
content_claims_new(void)
{
	struct content_claims *claims = mem_calloc(1, sizeof(*claims));

	pthread_mutex_init(&claims->lock, NULL);
	claims->capacity = FIRST_SLOTS;
	claims->slots = mem_calloc(FIRST_SLOTS, sizeof(*claims->slots));
	return claims;
}

void
content_claims_free(struct content_claims *claims)
{
	if (!claims)
		return;
	pthread_mutex_destroy(&claims->lock);
	free(claims->slots);
	free(claims);
}

/* The slot of the digest, or the free one where it belongs. */
static struct claim *
content_claims_find_slot(const struct content_claims *claims,
    const unsigned char digest[HASH_BYTES])
{
	size_t mask = claims->capacity - 1, i;

	memcpy(&i, digest, sizeof(i));
	for (i &= mask; claims->slots[i].run; i = (i + 1) & mask) {
		if (memcmp(claims->slots[i].digest, digest, HASH_BYTES) == 0)
			break;
	}
	return &claims->slots[i];
}

/* Leave out what has ended; grow only where the rest needs it. */
static void
content_claims_make_room(struct content_claims *claims)
{
	struct claim *old = claims->slots;
	size_t capacity = claims->capacity, i, living = 0;

	for (i = 0; i < capacity; i++)
		living += old[i].run > claims->ended;
	if (living * 4 >= capacity)
		claims->capacity *= 2;
	claims->slots = mem_calloc(claims->capacity, sizeof(*claims->slots));
	claims->used = living;
	for (i = 0; i < capacity; i++) {
		if (old[i].run > claims->ended)
			*content_claims_find_slot(claims,
			    old[i].digest) = old[i];
	}
	free(old);
}

bool
content_claims_take(struct content_claims *claims,
    const unsigned char digest[HASH_BYTES], int64_t run)
{
	struct claim *slot;
	bool by_other;

	pthread_mutex_lock(&claims->lock);
	if (claims->used * 2 >= claims->capacity)
		content_claims_make_room(claims);
	slot = content_claims_find_slot(claims, digest);
	by_other = slot->run > claims->ended && slot->run < run;
	if (slot->run == 0) {
		memcpy(slot->digest, digest, HASH_BYTES);
		claims->used++;
	}
	if (!by_other)
		slot->run = run;
	pthread_mutex_unlock(&claims->lock);
	return by_other;
}

void
content_claims_end(struct content_claims *claims, int64_t run)
{
	pthread_mutex_lock(&claims->lock);
	if (run > claims->ended)
		claims->ended = run;
	pthread_mutex_unlock(&claims->lock);
}
