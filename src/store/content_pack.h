/*
 * content_pack.h - packs contents one behind the other into blocks and
 * compresses each block. Knows no database, so that threads may have one each.
 *
 * Small contents, large ones and one that comes in pieces make a chain of
 * blocks each. A content begins in the open block of its chain and goes on at
 * the start of the next ones.
 */
#ifndef GBQ_STORE_CONTENT_PACK_H
#define GBQ_STORE_CONTENT_PACK_H

#include "util/text.h"

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

struct content_pack;

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

#endif
