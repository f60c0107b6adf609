/*
 * gunzip.c - zlib's inflate over pieces. Memory is that of one window and one
 * piece, whatever the ratio.
 */
#include "source/source.h"

#include <stdlib.h>
#include <zlib.h>

enum { OUT_BYTES = 1 << 16, GZIP_WINDOW = 15 + 16 };

struct gunzip {
	z_stream stream;
	void (*use)(void *data, struct slice piece);
	void *data;
	bool failed;
	bool between;		/* a member is over, the next has not begun */
	char out[OUT_BYTES];
};

struct gunzip *
gunzip_new(void (*use)(void *data, struct slice piece), void *data)
{
	struct gunzip *gunzip = mem_calloc(1, sizeof(*gunzip));

	gunzip->use = use;
	gunzip->data = data;
	gunzip->between = true;
	if (inflateInit2(&gunzip->stream, GZIP_WINDOW) != Z_OK)
		mem_fail();
	return gunzip;
}

static void
inflate_once(struct gunzip *gunzip)
{
	int code;

	gunzip->stream.next_out = (Bytef *)gunzip->out;
	gunzip->stream.avail_out = OUT_BYTES;
	code = inflate(&gunzip->stream, Z_NO_FLUSH);
	if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
		gunzip->failed = true;
		return;
	}
	if (gunzip->stream.avail_out < OUT_BYTES)
		gunzip->use(gunzip->data, (struct slice){ gunzip->out,
		    OUT_BYTES - gunzip->stream.avail_out });
	gunzip->between = code == Z_STREAM_END;
	if (gunzip->between && inflateReset(&gunzip->stream) != Z_OK)
		gunzip->failed = true;
}

bool
gunzip_feed(struct gunzip *gunzip, struct slice piece)
{
	gunzip->stream.next_in = (Bytef *)(uintptr_t)piece.at;
	gunzip->stream.avail_in = (uInt)piece.len;
	while (!gunzip->failed && (gunzip->stream.avail_in ||
	    gunzip->stream.avail_out == 0)) {
		inflate_once(gunzip);
		if (gunzip->stream.avail_out && !gunzip->stream.avail_in)
			break;
	}
	return !gunzip->failed;
}

bool
gunzip_end(struct gunzip *gunzip)
{
	bool whole = !gunzip->failed && gunzip->between;

	inflateEnd(&gunzip->stream);
	free(gunzip);
	return whole;
}
