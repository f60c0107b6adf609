/*
 * content_blocks.c - the spool and the rows of table block.
 */
#include "store/content/content_private.h"

#include <stdlib.h>
#include <string.h>

#include "store/content/content.h"

void
content_blocks_init(struct content_blocks *blocks, struct store *store,
    struct error *error)
{
	memset(blocks, 0, sizeof(*blocks));
	blocks->store = store;
	blocks->error = error;
}

/* The data of a block in the spool is the spool's own copy. */
static void
content_block_drop(struct content_blocks *blocks,
    const struct packed_block *block)
{
	blocks->spooled -= block->data.len;
	if (blocks->host)
		blocks->host->spooled(blocks->host->data,
		    -(int64_t)block->data.len);
	free((void *)(uintptr_t)block->data.at);
}

static void
release_spool(struct content_blocks *blocks)
{
	size_t i;

	for (i = 0; i < blocks->spool.count; i++)
		content_block_drop(blocks, &blocks->spool.items[i]);
	array_release(&blocks->spool);
}

void
content_blocks_release(struct content_blocks *blocks)
{
	release_spool(blocks);
}

static bool
content_blocks_failed(const struct content_blocks *blocks)
{
	return blocks->error->status != GBQ_OK;
}

static void
content_blocks_fail(struct content_blocks *blocks)
{
	store_failed(blocks->store->db, "cannot store contents",
	    blocks->error);
}

int64_t
content_blocks_id(const struct content_blocks *blocks,
    enum content_chain chain, int64_t number)
{
	return ((blocks->first_chain + (int64_t)chain) <<
	    BLOCK_CHAIN_SHIFT) + number;
}

static void
content_blocks_insert(struct content_blocks *blocks,
    const struct packed_block *block)
{
	sqlite3_stmt *statement = store_statement(blocks->store,
	    "INSERT INTO block (block_id, raw_bytes, data)"
	    " VALUES (?1, ?2, ?3)");

	sqlite3_bind_int64(statement, 1, content_blocks_id(blocks,
	    block->chain, block->number));
	sqlite3_bind_int64(statement, 2, (int64_t)block->raw_bytes);
	sqlite3_bind_blob64(statement, 3, block->data.at, block->data.len,
	    SQLITE_STATIC);
	if (!statement || sqlite3_step(statement) != SQLITE_DONE)
		content_blocks_fail(blocks);
	statement_end(statement);
}

/* Have what waits written where it is too much. */
static void
content_blocks_relieve(struct content_blocks *blocks, size_t added)
{
	const struct content_host *host = blocks->host;

	if (!host && blocks->spooled > MAX_SPOOLED_BYTES)
		content_blocks_lock(blocks);
	if (host && host->spooled(host->data, (int64_t)added) &&
	    !host->flush(host->data, blocks->owner) &&
	    !content_blocks_failed(blocks))
		error_set(blocks->error, GBQ_INTERRUPTED,
		    "stopped before it was stored");
}

static void
keep_in_memory(struct content_blocks *blocks,
    const struct packed_block *block)
{
	struct packed_block *kept = array_add(&blocks->spool);
	char *copy = mem_realloc(NULL, block->data.len);

	memcpy(copy, block->data.at, block->data.len);
	*kept = *block;
	kept->data.at = copy;
	blocks->spooled += block->data.len;
	content_blocks_relieve(blocks, block->data.len);
}

void
content_blocks_take(void *data, const struct packed_block *block)
{
	struct content_blocks *blocks = data;

	if (content_blocks_failed(blocks))
		return;
	if (block->number >= MAX_BLOCKS)
		error_set(blocks->error, GBQ_LIMIT,
		    "more than %d blocks of contents in one run", MAX_BLOCKS);
	else if (blocks->writing && !blocks->host)
		content_blocks_insert(blocks, block);
	else
		keep_in_memory(blocks, block);
}

/* Choose the ids of the run's blocks. */
static void
content_blocks_begin_writing(struct content_blocks *blocks)
{
	int64_t last = 0;

	if (store_get_int(blocks->store,
	    "SELECT coalesce(max(block_id), 0) FROM block", &last,
	    blocks->error) != GBQ_OK)
		return;
	if (last < 0 || last > INT64_MAX / 2) {
		error_set(blocks->error, GBQ_DATABASE,
		    "the database is damaged: there is a block %lld",
		    (long long)last);
		return;
	}
	blocks->first_chain = (last >> BLOCK_CHAIN_SHIFT) + 1;
	blocks->writing = true;
}

void
content_blocks_write(struct content_blocks *blocks)
{
	size_t i;

	if (!content_blocks_failed(blocks) && !blocks->writing)
		content_blocks_begin_writing(blocks);
	for (i = 0; i < blocks->spool.count && !content_blocks_failed(blocks);
	     i++)
		content_blocks_insert(blocks, &blocks->spool.items[i]);
	release_spool(blocks);
}

void
content_blocks_lock(struct content_blocks *blocks)
{
	if (!content_blocks_failed(blocks) && !blocks->writing &&
	    sqlite3_get_autocommit(blocks->store->db))
		store_execute(blocks->store, "BEGIN IMMEDIATE",
		    blocks->error);
	content_blocks_write(blocks);
}

void
content_blocks_drop(struct content_blocks *blocks, int64_t first)
{
	struct packed_block *items = blocks->spool.items;
	size_t i, kept = 0;

	for (i = 0; i < blocks->spool.count; i++) {
		if (items[i].chain == CHAIN_PIECES &&
		    items[i].number >= first)
			content_block_drop(blocks, &items[i]);
		else
			items[kept++] = items[i];
	}
	blocks->spool.count = kept;
	blocks->dropped = true;
	if (blocks->writing && !blocks->host && !content_blocks_failed(blocks))
		content_remove_unused(blocks->store,
		    content_blocks_id(blocks, CHAIN_PIECES, first),
		    content_blocks_id(blocks, CHAIN_PIECES, MAX_BLOCKS - 1),
		    blocks->error);
}
