/*
 * content_private.h - packs contents one behind the other into blocks and
 * compresses each block. Knows no database, so that threads may have one each.
 *
 * Small contents, large ones and one that comes in pieces make a chain of
 * blocks each. A content begins in the open block of its chain and goes on at
 * the start of the next ones.
 */
#ifndef GBQ_STORE_CONTENT_CONTENT_PRIVATE_H
#define GBQ_STORE_CONTENT_CONTENT_PRIVATE_H

#include <sqlite3.h>
#include <stdint.h>

#include "store/store.h"
#include "store/store_private.h"
#include "util/error.h"
#include "util/hash.h"
#include "util/table.h"
#include "util/text.h"

struct block_cache;
struct content_claims;
struct content_host;
struct content_pack;

enum content_chain { CHAIN_SMALL, CHAIN_LARGE, CHAIN_PIECES, CHAIN_COUNT };

enum {
	/* Contents above this are large. */
	SMALL_CONTENT_BYTES = 64 << 10,
	/* What a block holds; one is read whole for any byte of it. */
	SMALL_BLOCK_BYTES = 1 << 20,
	LARGE_BLOCK_BYTES = 4 << 20
};

/* Where a content lies. */
struct content_place {
	enum content_chain chain;
	int64_t block;		/* number of its first block, from 0 */
	int64_t offset;		/* in that block, uncompressed */
	int64_t blocks;		/* how many it touches */
};

/* A block that is full, or the last of its chain. */
struct packed_block {
	enum content_chain chain;
	int64_t number;		/* in its chain */
	size_t raw_bytes;
	struct slice data;	/* compressed; borrowed */
};

typedef void pack_sink(void *data, const struct packed_block *block);

/*
 * Blocks are given to sink(data, …), in order, some time after they fill;
 * threads besides the calling one may compress them.
 */
struct content_pack *content_pack_new(size_t threads, pack_sink *sink,
    void *data);
void content_pack_free(struct content_pack *pack);

/* Pack a whole content of at least one byte. */
struct content_place content_pack_add(struct content_pack *pack,
    struct slice bytes);

/*
 * Pack a content in pieces: begin (in a block of its own), pieces, then end
 * or drop. Whole ones may be added between. content_pack_drop() forgets the
 * content: blocks of CHAIN_PIECES from the number that it returns on, which
 * the sink may have got, are not of this pack any more.
 */
void content_pack_begin(struct content_pack *pack);
void content_pack_piece(struct content_pack *pack, struct slice piece);
struct content_place content_pack_end(struct content_pack *pack);
int64_t content_pack_drop(struct content_pack *pack);

/* Give all blocks to the sink, the open ones too. */
void content_pack_finish(struct content_pack *pack);

/*
 * ---- content_blocks.c ----
 *
 * packed blocks wait in memory until the run's transaction
 * begins. Where they grow beyond a limit it begins earlier.
 *
 * Where another thread than the database's fills them (host), they always
 * wait, and the host decides when the database's thread is to write them.
 */

enum {
	/* block_id = chain * 2^20 + number; each run has chains of its own. */
	BLOCK_CHAIN_SHIFT = 20,
	/* Of a chain: 4 TB. */
	MAX_BLOCKS = 1 << BLOCK_CHAIN_SHIFT,
	MAX_SPOOLED_BYTES = 16 << 20
};

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

/*
 * ---- content_claims.c ----
 *
 * which contents are on their way into the database, so
 * that runs that are read at the same time do not each bring the same.
 *
 * Runs are told by numbers, in the order in which they will be stored. All
 * calls may come from any thread.
 */

struct content_claims *content_claims_new(void);
void content_claims_free(struct content_claims *claims);

/*
 * Whether a run before this one brings that content. If no run does, this one
 * does from now on.
 */
bool content_claims_take(struct content_claims *claims,
    const unsigned char digest[HASH_BYTES], int64_t run);

/* All runs up to that number are stored or given up: their claims end. */
void content_claims_end(struct content_claims *claims, int64_t run);

/*
 * ---- content_finder.c ----
 *
 * for a thread that reads runs: is a content in the
 * database already, or on its way?
 */

/* For one thread. */
struct content_finder {
	struct store *store;		/* of its own, for reading */
	struct content_claims *claims;	/* of all threads */
	sqlite3_stmt *find;
};

void content_finder_init(struct content_finder *finder, struct store *store,
    struct content_claims *claims);
void content_finder_release(struct content_finder *finder);

/*
 * Whether the database has it, or will have it by the time that run is
 * stored. False after an error: that costs space only.
 */
bool content_finder_has(struct content_finder *finder,
    const unsigned char digest[HASH_BYTES], bool kept, int64_t run);

/*
 * ---- content_set.c ----
 *
 * the contents of one run, each once.
 */

struct content_entry {
	unsigned char digest[HASH_BYTES];
	bool kept;		/* the database has, or is to have, its bytes */
	bool was_there;		/* found in the database, so not packed */
	int64_t bytes;
	struct content_place place;	/* with blocks of 0: it has none */
	int64_t id;		/* content_id, once the rows are written */
};

/* All zero is an empty set. */
struct content_set {
	ARRAY_OF(struct content_entry) entries;	/* in order of arrival */
	struct hash_table by_digest[2];	/* whether kept: index + 1 */
	struct arena keys;
};

/*
 * Index of the entry of that digest and kept; added, with *added set, if
 * there is none.
 */
size_t content_set_put(struct content_set *set,
    const unsigned char digest[HASH_BYTES], bool kept, bool *added);

void content_set_release(struct content_set *set);

/*
 * ---- block_cache.c ----
 *
 * blocks of contents, decompressed; those used last are kept.
 */

/*
 * For one thread, as long as the db. Threads may have one each over the same
 * connection where SQLite is serialized (sqlite3_threadsafe() is 1).
 */
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
enum gbq_status block_cache_failed(struct block_cache *cache,
    struct error *error);

#endif
