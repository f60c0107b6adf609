/*
 * compress.h - compression of blocks of bytes, zstd frames with a checksum.
 */
#ifndef GBQ_UTIL_PACK_COMPRESS_H
#define GBQ_UTIL_PACK_COMPRESS_H

#include "util/text.h"

struct compressor;		/* for one thread at a time, used again */
struct decompressor;

struct compressor *compressor_new(void);
void compressor_free(struct compressor *compressor);

/* Compress the bytes as one frame into *out, emptied first. */
void compressor_run(struct compressor *compressor, struct slice bytes,
    struct buffer *out);

struct decompressor *decompressor_new(void);
void decompressor_free(struct decompressor *decompressor);

/*
 * The bytes of one frame into *out, emptied first. False where the frame is
 * damaged or does not hold exactly size bytes.
 */
bool decompressor_run(struct decompressor *decompressor, struct slice frame,
    size_t size, struct buffer *out);

#endif
