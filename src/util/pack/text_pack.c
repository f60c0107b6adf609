/*
 * text_pack.c - blocks of texts, each compressed once it is full; the two that
 * were asked for last are kept as they were.
 */
#include "util/pack/text_pack.h"

#include <stdlib.h>
#include <string.h>

#include "util/pack/compress.h"

enum {
	BLOCK_BYTES = 256 << 10,
	OPENED = 2
};

struct packed {
	char *bytes;
	size_t len, raw_bytes;
};

struct opened {
	size_t block;		/* SIZE_MAX: none */
	struct buffer raw;
};

struct text_pack {
	ARRAY_OF(struct packed) blocks;
	struct buffer open;		/* the block after them */
	struct buffer packing;
	struct opened opened[OPENED];	/* the one asked for last is first */
	struct compressor *compressor;
	struct decompressor *decompressor;
};

struct text_pack *
text_pack_new(void)
{
	struct text_pack *pack = mem_calloc(1, sizeof(*pack));
	size_t i;

	for (i = 0; i < OPENED; i++)
		pack->opened[i].block = SIZE_MAX;
	return pack;
}

void
text_pack_free(struct text_pack *pack)
{
	size_t i;

	if (!pack)
		return;
	for (i = 0; i < pack->blocks.count; i++)
		free(pack->blocks.items[i].bytes);
	array_release(&pack->blocks);
	for (i = 0; i < OPENED; i++)
		buffer_release(&pack->opened[i].raw);
	buffer_release(&pack->open);
	buffer_release(&pack->packing);
	compressor_free(pack->compressor);
	decompressor_free(pack->decompressor);
	free(pack);
}

static void
close_block(struct text_pack *pack)
{
	struct packed *packed = array_add(&pack->blocks);

	if (!pack->compressor)
		pack->compressor = compressor_new();
	compressor_run(pack->compressor, buffer_slice(&pack->open),
	    &pack->packing);
	packed->raw_bytes = pack->open.len;
	packed->len = pack->packing.len;
	packed->bytes = mem_realloc(NULL, packed->len);
	memcpy(packed->bytes, pack->packing.bytes, packed->len);
	buffer_clear(&pack->open);
}

struct packed_text
text_pack_put(struct text_pack *pack, struct slice text)
{
	struct packed_text packed = { pack->blocks.count, pack->open.len,
		text.len };

	buffer_add_slice(&pack->open, text);
	if (pack->open.len >= BLOCK_BYTES)
		close_block(pack);
	return packed;
}

/* A closed block as it was. */
static const struct buffer *
open_block(struct text_pack *pack, size_t block)
{
	const struct packed *packed = &pack->blocks.items[block];
	struct opened first = pack->opened[0];

	if (first.block == block)
		return &pack->opened[0].raw;
	pack->opened[0] = pack->opened[1];
	pack->opened[1] = first;
	if (pack->opened[0].block == block)
		return &pack->opened[0].raw;
	if (!pack->decompressor)
		pack->decompressor = decompressor_new();
	pack->opened[0].block = block;
	if (!decompressor_run(pack->decompressor, (struct slice){
	    packed->bytes, packed->len }, packed->raw_bytes,
	    &pack->opened[0].raw))
		mem_fail();	/* it was whole: only memory can be missing */
	return &pack->opened[0].raw;
}

struct slice
text_pack_get(struct text_pack *pack, struct packed_text text)
{
	const struct buffer *raw;

	if (text.len == 0)
		return LITERAL("");
	raw = text.block < pack->blocks.count ?
	    open_block(pack, text.block) : &pack->open;
	return slice_part(buffer_slice(raw), text.offset,
	    text.offset + text.len);
}
