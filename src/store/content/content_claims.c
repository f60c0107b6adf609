/*
 * content_claims.c - runs by digest, under a lock. A claim that has ended
 * stays in its place until there are many. Must not know the database.
 */
#include "store/content/content_private.h"

#include <pthread.h>
#include <stdlib.h>

enum { MIN_CLAIMS = 512 };

struct content_claims {
	pthread_mutex_t lock;
	struct hash_table runs;		/* by digest */
	struct arena digests;
	size_t room;			/* for so many, before a look */
	int64_t ended;			/* claims of runs up to it are over */
};

struct content_claims *
content_claims_new(void)
{
	struct content_claims *claims = mem_calloc(1, sizeof(*claims));

	pthread_mutex_init(&claims->lock, NULL);
	claims->room = MIN_CLAIMS;
	return claims;
}

static void
claims_release(struct content_claims *claims)
{
	table_release(&claims->runs);
	arena_release(&claims->digests);
}

void
content_claims_free(struct content_claims *claims)
{
	if (!claims)
		return;
	pthread_mutex_destroy(&claims->lock);
	claims_release(claims);
	free(claims);
}

/* Leave out what has ended; wait for as much again before the next time. */
static void
claims_drop_ended(struct content_claims *claims)
{
	struct hash_table living = { 0 };
	struct arena digests;
	size_t i;

	arena_init(&digests);
	for (i = 0; i < claims->runs.entries.count; i++) {
		struct table_entry *old = &claims->runs.entries.items[i];

		if ((int64_t)old->value > claims->ended)
			table_put(&living, old->key, &digests)->value =
			    old->value;
	}
	claims_release(claims);
	claims->runs = living;
	claims->digests = digests;
	claims->room = MIN_CLAIMS + living.entries.count * 2;
}

bool
content_claims_take(struct content_claims *claims,
    const unsigned char digest[HASH_BYTES], int64_t run)
{
	struct table_entry *claim;
	bool by_other;
	int64_t by;

	pthread_mutex_lock(&claims->lock);
	if (claims->runs.entries.count >= claims->room)
		claims_drop_ended(claims);
	claim = table_put(&claims->runs, (struct slice){
	    (const char *)digest, HASH_BYTES }, &claims->digests);
	by = (int64_t)claim->value;
	by_other = by > claims->ended && by < run;
	if (!by_other)
		claim->value = (uint64_t)run;
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
