/*
 * copy_contents.c - the bytes that a run's artifacts name, unpacked from one
 * database and packed into the other, which may have them already.
 */
#include "store/copy/copy.h"

#include <string.h>

#include "store/content/content.h"

/* Above this a content is copied piece by piece. */
enum { MAX_WHOLE_BYTES = 16 << 20 };

/* A content and where it went. */
struct copied {
	int64_t id;
	size_t index;		/* for contents_id() */
};

struct contents_copy {
	struct copy *copy;
	struct content_reader *reader;
	ARRAY_OF(struct copied) copied;
	struct buffer bytes;
};

static bool
take_whole(void *data, struct slice piece)
{
	buffer_add_slice(data, piece);
	return true;
}

static bool
copy_contents_take_piece(void *data, struct slice piece)
{
	contents_piece(data, piece);
	return true;
}

static enum gbq_status
copy_bytes(struct contents_copy *all, const char hash[HASH_HEX_SIZE],
    int64_t bytes, size_t *index)
{
	struct copy *copy = all->copy;
	enum gbq_status status;

	if (bytes <= MAX_WHOLE_BYTES) {
		buffer_clear(&all->bytes);
		status = content_read(all->reader, hash, take_whole,
		    &all->bytes, copy->error);
		if (status == GBQ_OK)
			*index = contents_add(copy->writing, hash,
			    buffer_slice(&all->bytes));
		return status;
	}
	contents_begin(copy->writing);
	status = content_read(all->reader, hash, copy_contents_take_piece,
	    copy->writing, copy->error);
	if (status == GBQ_OK)
		*index = contents_end(copy->writing, hash, bytes);
	else
		contents_drop(copy->writing);
	return status;
}

/* The row: content_id, hash in hex, kept, bytes. */
static enum gbq_status
copy_one(struct contents_copy *all, sqlite3_stmt *row)
{
	const struct gbq_redaction *redaction = &all->copy->redaction;
	const char *text = (const char *)sqlite3_column_text(row, 1);
	bool keep = sqlite3_column_int(row, 2) && !redaction->paths &&
	    !redaction->source && !redaction->values;
	int64_t bytes = sqlite3_column_int64(row, 3);
	struct copied copied = { sqlite3_column_int64(row, 0), 0 };
	enum gbq_status status = GBQ_OK;
	char hash[HASH_HEX_SIZE];
	unsigned char digest[HASH_BYTES];

	if (!text || strlen(text) != HASH_HEX_SIZE - 1 ||
	    !hash_parse(text, digest))
		return error_set(all->copy->error, GBQ_DATABASE,
		    "a content has no hash");
	memcpy(hash, text, HASH_HEX_SIZE);
	if (keep)
		status = copy_bytes(all, hash, bytes, &copied.index);
	else
		copied.index = contents_name(all->copy->writing, hash, bytes);
	*array_add(&all->copied) = copied;
	return status;
}

static enum gbq_status
copy_contents_copy_all(struct contents_copy *all)
{
	struct copy *copy = all->copy;
	enum gbq_status status = GBQ_OK;
	sqlite3_stmt *row;
	int code = SQLITE_DONE;

	/* In their order, so that each block is unpacked once. */
	if (sqlite3_prepare_v2(copy->from->db, "SELECT content_id,"
	    " lower(hex(hash)), kept, bytes FROM content WHERE content_id IN"
	    " (SELECT content_id FROM artifact WHERE run_id = ?1)"
	    " ORDER BY block_id, offset, content_id", -1, &row, NULL) !=
	    SQLITE_OK)
		return copy_failed(copy, copy->from);
	sqlite3_bind_int64(row, 1, copy->run_id);
	while (status == GBQ_OK && (code = sqlite3_step(row)) ==
	    SQLITE_ROW)
		status = copy_one(all, row);
	if (status == GBQ_OK && code != SQLITE_DONE)
		status = copy_failed(copy, copy->from);
	sqlite3_finalize(row);
	return status;
}

enum gbq_status
copy_contents(struct copy *copy)
{
	struct contents_copy all = { .copy = copy,
	    .reader = content_reader_new(copy->from->db) };
	enum gbq_status status;
	size_t i;

	contents_lock(copy->writing);
	status = contents_status(copy->writing, copy->error);
	if (status == GBQ_OK)
		status = copy_contents_copy_all(&all);
	if (status == GBQ_OK)
		status = contents_write(copy->writing, copy->error);
	for (i = 0; i < all.copied.count && status == GBQ_OK; i++)
		table_put_number(&copy->contents,
		    (uint64_t)all.copied.items[i].id, 0)->value = (uint64_t)
		    contents_id(copy->writing, all.copied.items[i].index);
	content_reader_free(all.reader);
	array_release(&all.copied);
	buffer_release(&all.bytes);
	return status;
}
