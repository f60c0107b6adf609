/*
 * hash_stream.c - pieces in the order of a serial util/thread/crew.h.
 */
#include "util/thread/hash_stream.h"

#include <stdlib.h>

#include "util/thread/crew.h"

enum { MAX_PIECES = 16, MAX_BYTES = 4 << 20, KEPT_BYTES = 2 << 20 };

struct piece {
	struct hash *hash;
	struct buffer bytes;
};

struct hash_stream {
	struct hash *hash;
	struct ahead *ahead;		/* NULL: no thread */
	ARRAY_OF(struct piece *) unused;
};

static void
hash_stream_work(void *item)
{
	const struct piece *piece = item;

	hash_add(piece->hash, buffer_slice(&piece->bytes));
}

static void
hash_stream_take(void *data, void *item)
{
	struct hash_stream *stream = data;
	struct piece *piece = item;

	if (piece->bytes.capacity > KEPT_BYTES)
		buffer_release(&piece->bytes);
	*(struct piece **)array_add(&stream->unused) = piece;
}

struct hash_stream *
hash_stream_new(size_t threads)
{
	struct hash_stream *stream = mem_calloc(1, sizeof(*stream));

	stream->hash = hash_new(HASH_SHA256);
	if (threads)
		stream->ahead = ahead_new(&(struct ahead_plan){ .threads = 1,
		    .serial = true,
		    .max_items = MAX_PIECES,
		    .max_bytes = MAX_BYTES,
		    .work = hash_stream_work,
		    .take = hash_stream_take,
		    .data = stream });
	return stream;
}

void
hash_stream_free(struct hash_stream *stream)
{
	size_t i;

	if (stream->ahead)
		ahead_drain(stream->ahead);
	ahead_free(stream->ahead);
	for (i = 0; i < stream->unused.count; i++) {
		buffer_release(&stream->unused.items[i]->bytes);
		free(stream->unused.items[i]);
	}
	array_release(&stream->unused);
	hash_free(stream->hash);
	free(stream);
}

void
hash_stream_begin(struct hash_stream *stream)
{
	if (stream->ahead)
		ahead_drain(stream->ahead);
	hash_begin(stream->hash);
}

void
hash_stream_add(struct hash_stream *stream, struct slice bytes)
{
	struct piece *piece;

	if (!stream->ahead) {
		hash_add(stream->hash, bytes);
		return;
	}
	piece = stream->unused.count ?
	    stream->unused.items[--stream->unused.count] :
	    mem_calloc(1, sizeof(*piece));
	piece->hash = stream->hash;
	buffer_clear(&piece->bytes);
	buffer_add_slice(&piece->bytes, bytes);
	ahead_put(stream->ahead, piece, bytes.len);
}

void
hash_stream_end(struct hash_stream *stream, char hex[HASH_HEX_SIZE])
{
	if (stream->ahead)
		ahead_drain(stream->ahead);
	hash_end(stream->hash, hex);
}
