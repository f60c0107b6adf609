/*
 * hash_stream.h - SHA-256 of a long stream, by a thread of its own if there
 * may be one.
 */
#ifndef GBQ_UTIL_THREAD_HASH_STREAM_H
#define GBQ_UTIL_THREAD_HASH_STREAM_H

#include "util/hash.h"

struct hash_stream;

/* threads 0: it is computed by the calling thread. */
struct hash_stream *hash_stream_new(size_t threads);
void hash_stream_free(struct hash_stream *stream);

/* As hash_begin(), hash_add() (the bytes are copied) and hash_end(). */
void hash_stream_begin(struct hash_stream *stream);
void hash_stream_add(struct hash_stream *stream, struct slice bytes);
void hash_stream_end(struct hash_stream *stream, char hex[HASH_HEX_SIZE]);

#endif
