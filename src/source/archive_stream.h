/*
 * archive_stream.h - the bytes of an archive with its compressions taken off,
 * handed to libarchive piece by piece, each piece counted.
 *
 * libarchive could take off compressions itself, but then it would unpack
 * gigabytes between two calls of ours. Here a first libarchive handle unpacks
 * (filters only), a second one reads the container, and every 64 KiB between
 * them pass the meter.
 */
#ifndef GBQ_SOURCE_ARCHIVE_STREAM_H
#define GBQ_SOURCE_ARCHIVE_STREAM_H

#include <archive.h>

#include "source/archive_bytes.h"
#include "source/archive_limits.h"
#include "util/text.h"

struct archive_stream {
	const struct archive_bytes *bytes;
	struct archive_meter *meter;
	struct archive *unpacker;	/* NULL: nothing to unpack */
	char *window;			/* last bytes read of the file */
	int64_t window_at, at;		/* offsets in the file */
	size_t window_len;
	const char *piece;		/* last bytes handed out … */
	int64_t piece_at;		/* … and their offset */
	size_t piece_len;
	int64_t watch_at;		/* block of 512 bytes to look at */
	size_t watch_left;
	bool watch_zero;
	int64_t header_room;		/* bytes until a header is too long */
	bool is_gzip;			/* which unpacks in one step */
	unsigned long checksum;		/* CRC-32 of what was unpacked */
	char message[512];		/* why unpacking failed; or empty */
};

/*
 * Begin a pass. NO_INPUT: the compression is damaged from the start or the
 * input is empty; LIMIT: see meter; IO.
 */
enum status archive_stream_open(struct archive_stream *stream,
    const struct archive_bytes *bytes, struct archive_meter *meter,
    struct error *error);

void archive_stream_close(struct archive_stream *stream);

/* Whether offsets can be chosen: nothing has to be unpacked. */
bool archive_stream_seekable(const struct archive_stream *stream);

/* Whether the file begins like that; only before anything is read. */
bool archive_stream_begins(const struct archive_stream *stream,
    struct slice magic);

/* Give the stream to a libarchive handle that has its formats. */
int archive_stream_attach(struct archive_stream *stream,
    struct archive *reader);

/*
 * A header is expected at an offset: remember whether the block there is all
 * zero (the end mark of tar), and let the header be 4 MiB at most, blocks of
 * zeros not counted.
 */
void archive_stream_expect_header(struct archive_stream *stream, int64_t at);

/* The header is read: what follows is content. */
void archive_stream_expect_content(struct archive_stream *stream);

/* Whether the block that archive_stream_expect_header() named is zero. */
bool archive_stream_saw_end_mark(const struct archive_stream *stream);

/* Bytes of the file that unpacking has not used, once it is at its end. */
int64_t archive_stream_unused(const struct archive_stream *stream);

#endif
