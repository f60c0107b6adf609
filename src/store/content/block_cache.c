/*
 * block_cache.c - reads and checks blocks. The database may be damaged or
 * hostile: nothing it says is used before it is checked.
 */
#include "store/content/content_private.h"

#include <stdlib.h>

#include "store/failure.h"
#include "util/pack/compress.h"

enum {
	/* Enough for files in order of path, which change between chains. */
	CACHED_BLOCKS = 4,
	/* No block of gbq's own takes more. */
	MAX_PACKED_BYTES = 2 * LARGE_BLOCK_BYTES
};

struct cached_block {
	int64_t id;		/* 0: none */
	uint64_t used;		/* when it was last */
	struct buffer raw;
};

struct block_cache {
	sqlite3 *db;
	sqlite3_stmt *find, *size;
	struct decompressor *decompressor;
	struct buffer packed;
	struct cached_block blocks[CACHED_BLOCKS];
	uint64_t clock;
	int code;		/* of SQLite, for the last block */
};

struct block_cache *
block_cache_new(sqlite3 *db)
{
	struct block_cache *cache = mem_calloc(1, sizeof(*cache));

	cache->db = db;
	cache->decompressor = decompressor_new();
	return cache;
}

void
block_cache_rest(struct block_cache *cache)
{
	sqlite3_finalize(cache->find);
	sqlite3_finalize(cache->size);
	cache->find = cache->size = NULL;
}

void
block_cache_free(struct block_cache *cache)
{
	size_t i;

	if (!cache)
		return;
	block_cache_rest(cache);
	for (i = 0; i < CACHED_BLOCKS; i++)
		buffer_release(&cache->blocks[i].raw);
	buffer_release(&cache->packed);
	decompressor_free(cache->decompressor);
	free(cache);
}

/* The cached block of that id, or the one used longest ago. */
static struct cached_block *
block_cache_choose(struct block_cache *cache, int64_t id)
{
	struct cached_block *oldest = &cache->blocks[0];
	size_t i;

	for (i = 0; i < CACHED_BLOCKS; i++) {
		if (cache->blocks[i].id == id)
			return &cache->blocks[i];
		if (cache->blocks[i].used < oldest->used)
			oldest = &cache->blocks[i];
	}
	return oldest;
}

/* Copy the compressed bytes of the row at hand; its size uncompressed or 0. */
static size_t
block_cache_copy_row(struct block_cache *cache)
{
	int64_t raw_bytes = sqlite3_column_int64(cache->find, 0);
	const void *data = sqlite3_column_blob(cache->find, 1);
	int len = sqlite3_column_bytes(cache->find, 1);

	buffer_clear(&cache->packed);
	if (!data || len > MAX_PACKED_BYTES || raw_bytes <= 0 ||
	    raw_bytes > LARGE_BLOCK_BYTES)
		return 0;
	buffer_add(&cache->packed, data, (size_t)len);
	return (size_t)raw_bytes;
}

/* Read the compressed block; its size uncompressed, 0: none is sound. */
static size_t
block_cache_fetch(struct block_cache *cache, int64_t id)
{
	size_t raw_bytes = 0;

	cache->code = cache->find ? SQLITE_OK : sqlite3_prepare_v2(cache->db,
	    "SELECT raw_bytes, data FROM block WHERE block_id = ?1", -1,
	    &cache->find, NULL);
	if (cache->code == SQLITE_OK) {
		sqlite3_bind_int64(cache->find, 1, id);
		if (sqlite3_step(cache->find) == SQLITE_ROW)
			raw_bytes = block_cache_copy_row(cache);
		cache->code = sqlite3_reset(cache->find);
	}
	return raw_bytes;
}

struct slice
block_cache_read(struct block_cache *cache, int64_t id)
{
	struct cached_block *cached = block_cache_choose(cache, id);
	struct slice none = { NULL, 0 };
	size_t raw_bytes;

	cached->used = ++cache->clock;
	cache->code = SQLITE_OK;
	if (cached->id == id && id != 0)
		return buffer_slice(&cached->raw);
	raw_bytes = block_cache_fetch(cache, id);
	cached->id = raw_bytes && decompressor_run(cache->decompressor,
	    buffer_slice(&cache->packed), raw_bytes, &cached->raw) ? id : 0;
	return cached->id ? buffer_slice(&cached->raw) : none;
}

int64_t
block_cache_raw_bytes(struct block_cache *cache, int64_t id)
{
	int64_t bytes = 0;

	cache->code = cache->size ? SQLITE_OK : sqlite3_prepare_v2(cache->db,
	    "SELECT raw_bytes FROM block WHERE block_id = ?1", -1,
	    &cache->size, NULL);
	if (cache->code != SQLITE_OK)
		return 0;
	sqlite3_bind_int64(cache->size, 1, id);
	if (sqlite3_step(cache->size) == SQLITE_ROW)
		bytes = sqlite3_column_int64(cache->size, 0);
	cache->code = sqlite3_reset(cache->size);
	return bytes > 0 && bytes <= LARGE_BLOCK_BYTES ? bytes : 0;
}

enum gbq_status
block_cache_failed(struct block_cache *cache, struct error *error)
{
	enum gbq_status status;

	if (cache->code == SQLITE_OK)
		return GBQ_OK;
	status = store_status(cache->db, cache->code);
	return error_set(error, status, "cannot read contents: %s",
	    sqlite3_errstr(status == GBQ_IO ? SQLITE_IOERR :
	    cache->code));
}
