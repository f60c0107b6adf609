/*
 * content_read.c - reads and checks blocks. The database may be damaged or
 * hostile: nothing it says is used before it is checked.
 */
#include "store/content_read.h"

#include <stdlib.h>
#include <string.h>

#include "store/content_pack.h"
#include "util/compress.h"
#include "util/hash.h"

/* Large enough for files in order of path, which change between chains. */
enum { CACHED_BLOCKS = 4 };

struct cached_block {
	int64_t id;		/* 0: none */
	uint64_t used;		/* when it was last */
	struct buffer raw;
};

struct content_reader {
	sqlite3 *db;
	sqlite3_stmt *find, *block;
	struct decompressor *decompressor;
	struct hash *hash;
	struct cached_block cache[CACHED_BLOCKS];
	uint64_t clock;
};

/* Where the content that is read lies. */
struct extent {
	int64_t bytes, block, offset;
};

struct content_reader *
content_reader_new(sqlite3 *db)
{
	struct content_reader *reader = mem_calloc(1, sizeof(*reader));

	reader->db = db;
	reader->decompressor = decompressor_new();
	reader->hash = hash_new(HASH_SHA256);
	return reader;
}

void
content_reader_free(struct content_reader *reader)
{
	size_t i;

	if (!reader)
		return;
	sqlite3_finalize(reader->find);
	sqlite3_finalize(reader->block);
	for (i = 0; i < CACHED_BLOCKS; i++)
		buffer_release(&reader->cache[i].raw);
	decompressor_free(reader->decompressor);
	hash_free(reader->hash);
	free(reader);
}

static enum status
failed(struct content_reader *reader, struct error *error)
{
	return error_set(error, STATUS_DATABASE, "cannot read contents: %s",
	    sqlite3_errmsg(reader->db));
}

static enum status
damaged(const char *hash, struct error *error)
{
	return error_set(error, STATUS_DATABASE,
	    "the database is damaged: content %.32s", hash);
}

static bool
prepare(struct content_reader *reader, sqlite3_stmt **statement,
    const char *sql)
{
	return *statement || sqlite3_prepare_v2(reader->db, sql, -1,
	    statement, NULL) == SQLITE_OK;
}

static enum status
find_extent(struct content_reader *reader, const char *hash,
    struct extent *extent, struct error *error)
{
	unsigned char digest[HASH_BYTES];
	int code;

	if (!hash_parse(hash, digest))
		return error_set(error, STATUS_USAGE,
		    "'%.40s' is no hash: 32 hex digits are", hash);
	if (!prepare(reader, &reader->find, "SELECT bytes, block_id, offset"
	    " FROM content WHERE hash = ?1 AND kept = 1"))
		return failed(reader, error);
	sqlite3_bind_blob(reader->find, 1, digest, sizeof(digest),
	    SQLITE_STATIC);
	code = sqlite3_step(reader->find);
	extent->bytes = sqlite3_column_int64(reader->find, 0);
	extent->block = sqlite3_column_int64(reader->find, 1);
	extent->offset = sqlite3_column_int64(reader->find, 2);
	sqlite3_reset(reader->find);
	sqlite3_clear_bindings(reader->find);
	if (code == SQLITE_ROW)
		return STATUS_OK;
	return code == SQLITE_DONE ? error_set(error, STATUS_NO_INPUT,
	    "the database does not hold the content %s", hash) :
	    failed(reader, error);
}

/* The cached block of that id, or the one used longest ago. */
static struct cached_block *
choose(struct content_reader *reader, int64_t id)
{
	struct cached_block *oldest = &reader->cache[0];
	size_t i;

	for (i = 0; i < CACHED_BLOCKS; i++) {
		if (reader->cache[i].id == id)
			return &reader->cache[i];
		if (reader->cache[i].used < oldest->used)
			oldest = &reader->cache[i];
	}
	return oldest;
}

static bool
decompress(struct content_reader *reader, struct cached_block *cached)
{
	int64_t raw_bytes = sqlite3_column_int64(reader->block, 0);
	struct slice data = {
		sqlite3_column_blob(reader->block, 1),
		(size_t)sqlite3_column_bytes(reader->block, 1)
	};

	return data.at && raw_bytes > 0 && raw_bytes <= LARGE_BLOCK_BYTES &&
	    decompressor_run(reader->decompressor, data, (size_t)raw_bytes,
	    &cached->raw);
}

/* The bytes of a block; absent where there is none that is sound. */
static struct slice
read_block(struct content_reader *reader, int64_t id)
{
	struct cached_block *cached = choose(reader, id);
	struct slice none = { NULL, 0 };

	cached->used = ++reader->clock;
	if (cached->id == id && id != 0)
		return buffer_slice(&cached->raw);
	if (!prepare(reader, &reader->block,
	    "SELECT raw_bytes, data FROM block WHERE block_id = ?1"))
		return none;
	sqlite3_bind_int64(reader->block, 1, id);
	cached->id = sqlite3_step(reader->block) == SQLITE_ROW &&
	    decompress(reader, cached) ? id : 0;
	sqlite3_reset(reader->block);
	return cached->id ? buffer_slice(&cached->raw) : none;
}

static enum status
read_extent(struct content_reader *reader, const char *hash,
    struct extent extent, content_function *function, void *data,
    struct error *error)
{
	struct slice block, piece;

	while (extent.bytes > 0) {
		block = read_block(reader, extent.block);
		if (extent.offset < 0 ||
		    (uint64_t)extent.offset >= block.len ||
		    extent.block++ == INT64_MAX - 1)
			return damaged(hash, error);
		piece = slice_part(block, (size_t)extent.offset, block.len);
		if ((uint64_t)extent.bytes < piece.len)
			piece.len = (size_t)extent.bytes;
		hash_add(reader->hash, piece);
		if (!function(data, piece))
			return error_set(error, STATUS_IO,
			    "reading was stopped");
		extent.bytes -= (int64_t)piece.len;
		extent.offset = 0;
	}
	return STATUS_OK;
}

enum status
content_read(struct content_reader *reader, const char *hash,
    content_function *function, void *data, struct error *error)
{
	char found[HASH_HEX_SIZE];
	struct extent extent = { 0, 0, 0 };
	enum status status;

	status = find_extent(reader, hash, &extent, error);
	if (status != STATUS_OK)
		return status;
	hash_begin(reader->hash);
	status = read_extent(reader, hash, extent, function, data, error);
	if (status != STATUS_OK)
		return status;
	hash_end(reader->hash, found);
	return strncasecmp(found, hash, sizeof(found)) == 0 ? STATUS_OK :
	    damaged(hash, error);
}
