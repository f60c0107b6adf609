/*
 * content_blocks.h - packed blocks wait in memory until the run's transaction
 * begins. Where they grow beyond a limit it begins earlier.
 *
 * Where another thread than the database's fills them (host), they always
 * wait, and the host decides when the database's thread is to write them.
 */
#ifndef GBQ_STORE_CONTENT_BLOCKS_H
#define GBQ_STORE_CONTENT_BLOCKS_H

#include "store/content_pack.h"
#include "store/store_private.h"

enum {
	/* block_id = chain * 2^20 + number; each run has chains of its own. */
	BLOCK_CHAIN_SHIFT = 20,
	/* Of a chain: 4 TB. */
	MAX_BLOCKS = 1 << BLOCK_CHAIN_SHIFT,
	MAX_SPOOLED_BYTES = 16 << 20
};

struct content_host;

/* After an error (error->status) all calls do nothing. */
struct content_blocks {
	struct store *store;
	struct error *error;
	ARRAY_OF(struct packed_block) spool;	/* data is on the heap */
	size_t spooled;			/* bytes */
	bool writing;			/* the transaction has begun */
	const struct content_host *host;	/* or NULL */
	struct contents *owner;		/* what the host is to be told of */
	bool dropped;			/* unused blocks may be in the db */
	int64_t first_chain;		/* once it has */
};

void content_blocks_init(struct content_blocks *blocks, struct store *store,
    struct error *error);

/* Free all; a transaction goes on. */
void content_blocks_release(struct content_blocks *blocks);

/* Take a block: the pack_sink of a struct content_pack. */
void content_blocks_take(void *data, const struct packed_block *block);

/* Begin the transaction now, if it has not begun. */
void content_blocks_lock(struct content_blocks *blocks);

/* In the transaction, by the database's thread: write what waits. */
void content_blocks_write(struct content_blocks *blocks);

/* Forget the blocks of CHAIN_PIECES from a number on. */
void content_blocks_drop(struct content_blocks *blocks, int64_t first);

/* The block_id, once writing. */
int64_t content_blocks_id(const struct content_blocks *blocks,
    enum content_chain chain, int64_t number);

#endif
