/*
 * block_cache.h - blocks of contents, decompressed; those used last are kept.
 */
#ifndef GBQ_STORE_BLOCK_CACHE_H
#define GBQ_STORE_BLOCK_CACHE_H

#include <sqlite3.h>

#include "util/error.h"
#include "util/text.h"

/*
 * For one thread, as long as the db. Threads may have one each over the same
 * connection where SQLite is serialized (sqlite3_threadsafe() is 1).
 */
struct block_cache;

struct block_cache *block_cache_new(sqlite3 *db);
void block_cache_free(struct block_cache *cache);

/*
 * Let go of the connection's statements, keep the blocks: it can be closed
 * while the cache lives on.
 */
void block_cache_rest(struct block_cache *cache);

/*
 * The bytes of a block, borrowed until three others were read; absent where
 * there is none that is sound.
 */
struct slice block_cache_read(struct block_cache *cache, int64_t id);

/* The size of a block, without reading it; 0: there is none. */
int64_t block_cache_raw_bytes(struct block_cache *cache, int64_t id);

/*
 * Why the last block or size was not there: OK where it is missing or not
 * sound, else what kept the database from being read.
 */
enum status block_cache_failed(struct block_cache *cache,
    struct error *error);

#endif
