/*
 * content_read.c - finds contents and checks them by their hash. The database
 * may be damaged or hostile: nothing it says is used before it is checked.
 */
#include "store/content/content.h"

#include <stdlib.h>
#include <string.h>

#include "store/content/content_private.h"
#include "store/failure.h"
#include "util/hash.h"

struct content_reader {
	sqlite3 *db;
	sqlite3_stmt *find;
	struct block_cache *blocks;
	struct hash *hash;
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
	reader->blocks = block_cache_new(db);
	reader->hash = hash_new(HASH_SHA256);
	return reader;
}

void
content_reader_rest(struct content_reader *reader)
{
	sqlite3_finalize(reader->find);
	reader->find = NULL;
	block_cache_rest(reader->blocks);
}

void
content_reader_free(struct content_reader *reader)
{
	if (!reader)
		return;
	content_reader_rest(reader);
	block_cache_free(reader->blocks);
	hash_free(reader->hash);
	free(reader);
}

static enum gbq_status
content_read_failed(struct content_reader *reader, struct error *error)
{
	return store_failed(reader->db, "cannot read contents", error);
}

static enum gbq_status
content_read_damaged(const char *hash, struct error *error)
{
	return error_set(error, GBQ_DATABASE,
	    "the database is damaged: content %.32s", hash);
}

static enum gbq_status
no_block(struct content_reader *reader, const char *hash, struct error *error)
{
	enum gbq_status status = block_cache_failed(reader->blocks, error);

	return status == GBQ_OK ? content_read_damaged(hash, error) : status;
}

static bool
content_read_prepare(struct content_reader *reader, sqlite3_stmt **statement,
    const char *sql)
{
	return *statement || sqlite3_prepare_v2(reader->db, sql, -1,
	    statement, NULL) == SQLITE_OK;
}

static enum gbq_status
find_extent(struct content_reader *reader, const char *hash,
    struct extent *extent, struct error *error)
{
	unsigned char digest[HASH_BYTES];
	int code;

	if (!hash_parse(hash, digest))
		return error_set(error, GBQ_USAGE,
		    "'%.40s' is no hash: 32 hex digits are", hash);
	if (!content_read_prepare(reader, &reader->find,
		"SELECT bytes, block_id, offset"
		" FROM content WHERE hash = ?1 AND kept = 1"))
		return content_read_failed(reader, error);
	sqlite3_bind_blob(reader->find, 1, digest, sizeof(digest),
	    SQLITE_STATIC);
	code = sqlite3_step(reader->find);
	extent->bytes = sqlite3_column_int64(reader->find, 0);
	extent->block = sqlite3_column_int64(reader->find, 1);
	extent->offset = sqlite3_column_int64(reader->find, 2);
	sqlite3_reset(reader->find);
	sqlite3_clear_bindings(reader->find);
	if (code == SQLITE_ROW)
		return GBQ_OK;
	return code == SQLITE_DONE ? error_set(error, GBQ_NO_INPUT,
	    "the database does not hold the content %s", hash) :
	    content_read_failed(reader, error);
}

static enum gbq_status
read_extent(struct content_reader *reader, const char *hash,
    struct extent extent, content_function *function, void *data,
    struct error *error)
{
	struct slice block, piece;

	while (extent.bytes > 0) {
		block = block_cache_read(reader->blocks, extent.block);
		if (extent.offset < 0 ||
		    (uint64_t)extent.offset >= block.len ||
		    extent.block++ == INT64_MAX - 1)
			return no_block(reader, hash, error);
		piece = slice_part(block, (size_t)extent.offset, block.len);
		if ((uint64_t)extent.bytes < piece.len)
			piece.len = (size_t)extent.bytes;
		hash_add(reader->hash, piece);
		if (!function(data, piece))
			return error_set(error, GBQ_IO,
			    "reading was stopped");
		extent.bytes -= (int64_t)piece.len;
		extent.offset = 0;
	}
	return GBQ_OK;
}

enum gbq_status
content_read(struct content_reader *reader, const char *hash,
    content_function *function, void *data, struct error *error)
{
	char found[HASH_HEX_SIZE];
	struct extent extent = { 0, 0, 0 };
	enum gbq_status status;

	status = find_extent(reader, hash, &extent, error);
	if (status != GBQ_OK)
		return status;
	hash_begin(reader->hash);
	status = read_extent(reader, hash, extent, function, data, error);
	if (status != GBQ_OK)
		return status;
	hash_end(reader->hash, found);
	return strncasecmp(found, hash, sizeof(found)) == 0 ? GBQ_OK :
	    content_read_damaged(hash, error);
}

enum gbq_status
content_size(struct content_reader *reader, const char *hash, int64_t *bytes,
    struct error *error)
{
	struct extent extent = { 0, 0, 0 };
	enum gbq_status status = find_extent(reader, hash, &extent, error);

	*bytes = extent.bytes;
	return status;
}
