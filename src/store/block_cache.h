/*
 * block_cache.h - blocks of contents, decompressed; those used last are kept.
 */
#ifndef GBQ_STORE_BLOCK_CACHE_H
#define GBQ_STORE_BLOCK_CACHE_H

#include <pthread.h>
#include <sqlite3.h>

#include "util/text.h"

/* For one thread, as long as the db. */
struct block_cache;

/*
 * lock: held while the database is read, where several threads have a cache
 * each over one connection; NULL: there is one thread.
 */
struct block_cache *block_cache_new(sqlite3 *db, pthread_mutex_t *lock);
void block_cache_free(struct block_cache *cache);

/*
 * The bytes of a block, borrowed until three others were read; absent where
 * there is none that is sound.
 */
struct slice block_cache_read(struct block_cache *cache, int64_t id);

#endif
