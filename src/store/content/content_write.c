/*
 * content_write.c - from packed blocks to rows of block and content.
 */
#include "store/content/content.h"

#include <stdlib.h>
#include <string.h>

#include "store/content/content_private.h"

enum statement { FIND_CONTENT, INSERT_CONTENT, STATEMENTS };

static const char *const sql[STATEMENTS] = {
	[FIND_CONTENT] = "SELECT content_id FROM content"
	    " WHERE hash = ?1 AND kept = ?2",
	[INSERT_CONTENT] = "INSERT INTO content (content_id, hash, kept,"
	    " bytes, block_id, offset, blocks)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
};

struct contents {
	struct store *store;
	bool keep;
	const struct content_host *host;	/* or NULL */
	struct content_set set;
	struct content_pack *pack;
	struct content_blocks blocks;
	bool empty;			/* there were none at all */
	bool changed;			/* what was there is gone */
	sqlite3_stmt *statements[STATEMENTS];	/* the store's */
	struct error error;		/* status OK: none */
};

static void
content_write_fail(struct contents *contents)
{
	if (contents->error.status == GBQ_OK)
		store_failed(contents->store->db, "cannot store contents",
		    &contents->error);
}

static bool
content_write_failed(const struct contents *contents)
{
	return contents->error.status != GBQ_OK;
}

/* The statement, ready to be bound; NULL after an error. */
static sqlite3_stmt *
content_write_prepare(struct contents *contents, enum statement which)
{
	sqlite3_stmt **statement = &contents->statements[which];

	if (content_write_failed(contents))
		return NULL;
	if (!*statement)
		*statement = store_statement(contents->store, sql[which]);
	if (!*statement)
		content_write_fail(contents);
	return content_write_failed(contents) ? NULL : *statement;
}

/* ---- contents ---- */

/* The content_id of an entry in the database, or 0. */
static int64_t
find_content(struct contents *contents, const struct content_entry *entry)
{
	sqlite3_stmt *statement = content_write_prepare(contents, FIND_CONTENT);
	int64_t id = 0;
	int code;

	if (!statement)
		return 0;
	sqlite3_bind_blob(statement, 1, entry->digest, HASH_BYTES,
	    SQLITE_STATIC);
	sqlite3_bind_int(statement, 2, entry->kept);
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		id = sqlite3_column_int64(statement, 0);
	else if (code != SQLITE_DONE)
		content_write_fail(contents);
	sqlite3_reset(statement);
	return id;
}

/* The entry of a content; *wanted where its bytes are still needed. */
static size_t
content_write_put(struct contents *contents, const char hash[HASH_HEX_SIZE],
    bool kept, int64_t bytes, bool *wanted)
{
	unsigned char digest[HASH_BYTES] = { 0 };
	struct content_entry *entry;
	bool added;
	size_t index;

	hash_parse(hash, digest);
	index = content_set_put(&contents->set, digest, kept, &added);
	entry = &contents->set.entries.items[index];
	*wanted = false;
	if (!added)
		return index;
	entry->bytes = bytes;
	if (kept && contents->host)
		entry->was_there = contents->host->has(contents->host->data,
		    digest, kept);
	else if (kept && !contents->empty)
		entry->was_there = find_content(contents, entry) != 0;
	*wanted = kept && bytes > 0 && !entry->was_there;
	return index;
}

/* Then nothing has to be looked up; an error is met again later. */
static bool
content_write_is_empty(struct store *store)
{
	int64_t any = 1;

	store_get_int(store, "SELECT EXISTS (SELECT 1 FROM content)", &any,
	    NULL);
	return any == 0;
}

static struct contents *
content_write_new_contents(struct store *store, bool keep, size_t threads)
{
	struct contents *contents = mem_calloc(1, sizeof(*contents));

	contents->store = store;
	contents->keep = keep;
	content_blocks_init(&contents->blocks, store, &contents->error);
	contents->pack = content_pack_new(threads, content_blocks_take,
	    &contents->blocks);
	return contents;
}

struct contents *
contents_new(struct store *store, bool keep, size_t threads)
{
	struct contents *contents = content_write_new_contents(store, keep,
	    threads);

	contents->empty = content_write_is_empty(store);
	return contents;
}

struct contents *
contents_new_apart(struct store *store, bool keep,
    const struct content_host *host)
{
	struct contents *contents = content_write_new_contents(store, keep, 0);

	contents->host = contents->blocks.host = host;
	contents->blocks.owner = contents;
	return contents;
}

void
contents_free(struct contents *contents)
{
	if (!contents)
		return;
	if (contents->blocks.writing &&
	    !sqlite3_get_autocommit(contents->store->db))
		sqlite3_exec(contents->store->db, "ROLLBACK", NULL, NULL,
		    NULL);
	content_blocks_release(&contents->blocks);
	content_set_release(&contents->set);
	content_pack_free(contents->pack);
	free(contents);
}

enum gbq_status
contents_status(const struct contents *contents, struct error *error)
{
	if (!content_write_failed(contents))
		return GBQ_OK;
	return error_set(error, contents->error.status, "%s",
	    contents->error.message);
}

void
contents_lock(struct contents *contents)
{
	content_blocks_lock(&contents->blocks);
}

void
contents_finish(struct contents *contents)
{
	content_pack_finish(contents->pack);
}

size_t
contents_add(struct contents *contents, const char hash[HASH_HEX_SIZE],
    struct slice bytes)
{
	struct content_place place;
	bool wanted;
	size_t index = content_write_put(contents, hash, contents->keep,
	    (int64_t)bytes.len, &wanted);

	if (wanted && !content_write_failed(contents)) {
		place = content_pack_add(contents->pack, bytes);
		contents->set.entries.items[index].place = place;
	}
	return index;
}

void
contents_begin(struct contents *contents)
{
	if (contents->keep && !content_write_failed(contents))
		content_pack_begin(contents->pack);
}

void
contents_piece(struct contents *contents, struct slice piece)
{
	if (contents->keep && !content_write_failed(contents))
		content_pack_piece(contents->pack, piece);
}

void
contents_drop(struct contents *contents)
{
	if (contents->keep)
		content_blocks_drop(&contents->blocks,
		    content_pack_drop(contents->pack));
}

size_t
contents_end(struct contents *contents, const char hash[HASH_HEX_SIZE],
    int64_t bytes)
{
	bool wanted;
	size_t index = content_write_put(contents, hash, contents->keep, bytes,
	    &wanted);

	if (wanted)
		contents->set.entries.items[index].place =
		    content_pack_end(contents->pack);
	else
		contents_drop(contents);
	return index;
}

size_t
contents_name(struct contents *contents, const char hash[HASH_HEX_SIZE],
    int64_t bytes)
{
	bool wanted;

	return content_write_put(contents, hash, false, bytes, &wanted);
}

/* ---- the rows ---- */

static void
insert_content(struct contents *contents, const struct content_entry *entry)
{
	const struct content_place *place = &entry->place;
	sqlite3_stmt *statement = content_write_prepare(contents,
	    INSERT_CONTENT);

	if (!statement)
		return;
	sqlite3_clear_bindings(statement);
	sqlite3_bind_int64(statement, 1, entry->id);
	sqlite3_bind_blob(statement, 2, entry->digest, HASH_BYTES,
	    SQLITE_STATIC);
	sqlite3_bind_int(statement, 3, entry->kept);
	sqlite3_bind_int64(statement, 4, entry->bytes);
	if (place->blocks) {
		sqlite3_bind_int64(statement, 5,
		    content_blocks_id(&contents->blocks, place->chain,
		    place->block));
		sqlite3_bind_int64(statement, 6, place->offset);
		sqlite3_bind_int64(statement, 7, place->blocks);
	}
	if (sqlite3_step(statement) != SQLITE_DONE)
		content_write_fail(contents);
	sqlite3_reset(statement);
}

/*
 * What other processes did since the look-up: a content that is gone must be
 * read again; one that came makes our bytes of it useless.
 */
static void
write_content(struct contents *contents, struct content_entry *entry,
    int64_t *next_id, bool *useless)
{
	entry->id = contents->empty ? 0 : find_content(contents, entry);
	if (content_write_failed(contents))
		return;
	if (entry->id) {
		*useless |= entry->place.blocks != 0;
	} else if (entry->was_there) {
		contents->changed = true;
		error_set(&contents->error, GBQ_BUSY,
		    "the database changed meanwhile: try again");
	} else {
		entry->id = (*next_id)++;
		insert_content(contents, entry);
	}
}

static void
remove_useless(struct contents *contents)
{
	const struct content_blocks *blocks = &contents->blocks;
	int64_t first = content_blocks_id(blocks, CHAIN_SMALL, 0);
	int64_t last = content_blocks_id(blocks, CHAIN_COUNT - 1,
	    MAX_BLOCKS - 1);

	content_remove_unused(contents->store, first, last, &contents->error);
}

enum gbq_status
contents_write(struct contents *contents, struct error *error)
{
	int64_t next_id = 0;
	bool useless = contents->host && contents->blocks.dropped;
	size_t i;

	contents_finish(contents);
	content_blocks_write(&contents->blocks);
	if (!content_write_failed(contents))
		store_get_int(contents->store,
		    "SELECT coalesce(max(content_id), 0) + 1 FROM content",
		    &next_id, &contents->error);
	contents->empty = next_id == 1;
	for (i = 0;
	     i < contents->set.entries.count && !content_write_failed(contents);
	     i++)
		write_content(contents, &contents->set.entries.items[i],
		    &next_id, &useless);
	if (useless && !content_write_failed(contents))
		remove_useless(contents);
	return contents_status(contents, error);
}

bool
contents_changed(const struct contents *contents)
{
	return contents->changed;
}

int64_t
contents_id(const struct contents *contents, size_t index)
{
	return contents->set.entries.items[index].id;
}
