/*
 * archive_stream.c - libarchive's callbacks over archive_bytes. Must not know
 * of entries.
 */
#include "source/archive/archive_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <archive_entry.h>
#include <zlib.h>

#include "util/memory.h"

enum {
	WINDOW_BYTES = 1 << 16,
	BLOCK_BYTES = 512,
	HEADER_BYTES = 4 << 20
};

#define NO_HEADER INT64_MAX

static bool
is_zero(const char *bytes, size_t len)
{
	return len == 0 ||
	    (bytes[0] == 0 && memcmp(bytes, bytes + 1, len - 1) == 0);
}

/* Look at what of the watched block lies in the piece at hand. */
static void
archive_stream_watch(struct archive_stream *stream)
{
	int64_t skip = stream->watch_at - stream->piece_at;
	size_t len;

	if (stream->watch_left == 0 || !stream->watch_zero)
		return;
	if (skip < 0)
		stream->watch_zero = false;	/* gone already */
	if (skip < 0 || skip >= (int64_t)stream->piece_len)
		return;
	len = stream->piece_len - (size_t)skip;
	if (len > stream->watch_left)
		len = stream->watch_left;
	if (!is_zero(stream->piece + skip, len))
		stream->watch_zero = false;
	stream->watch_left -= len;
	stream->watch_at += (int64_t)len;
}

/* Remember a piece that is handed out; false if a header grows too long. */
static bool
hand_out(struct archive_stream *stream, int64_t at, const char *piece,
    size_t len)
{
	stream->piece = piece;
	stream->piece_at = at;
	stream->piece_len = len;
	archive_stream_watch(stream);
	if (stream->header_room != NO_HEADER && !is_zero(piece, len))
		stream->header_room -= (int64_t)len;
	return stream->header_room >= 0;
}

static la_ssize_t
archive_stream_fail(struct archive_stream *stream, struct archive *reader,
    const char *message)
{
	snprintf(stream->message, sizeof(stream->message), "%s",
	    message ? message : "damaged");
	archive_set_error(reader, EIO, "%s", stream->message);
	return -1;
}

/* Why a pass ends that could not read the file; errno says more. */
static const char *
archive_stream_unreadable(struct archive_stream *stream)
{
	error_set_errno(&stream->meter->error, GBQ_IO,
	    stream->meter->name);
	return "cannot be read";
}

/* ---- the bytes of the file ---- */

static bool
fill_window(struct archive_stream *stream)
{
	int64_t got = archive_bytes_read(stream->bytes, stream->at,
	    stream->window, WINDOW_BYTES);

	stream->window_at = stream->at;
	stream->window_len = got > 0 ? (size_t)got : 0;
	stream->meter->read_bytes += (int64_t)stream->window_len;
	return got >= 0;
}

static la_ssize_t
read_packed(struct archive *reader, void *data, const void **piece)
{
	struct archive_stream *stream = data;
	int64_t skip = stream->at - stream->window_at;
	size_t len;

	if (skip < 0 || skip >= (int64_t)stream->window_len) {
		if (!fill_window(stream))
			return archive_stream_fail(stream, reader,
			    archive_stream_unreadable(stream));
		skip = 0;
	}
	len = stream->window_len - (size_t)skip;
	*piece = stream->window + skip;
	if (len && !stream->unpacker && !hand_out(stream, stream->at,
	    stream->window + skip, len))
		return archive_stream_fail(stream, reader,
		    "a header is too long");
	stream->at += (int64_t)len;
	return (la_ssize_t)len;
}

static la_int64_t
skip_packed(struct archive *reader, void *data, la_int64_t request)
{
	struct archive_stream *stream = data;
	int64_t left = stream->bytes->size - stream->at;

	(void)reader;
	if (request > left)
		request = left > 0 ? left : 0;
	stream->at += request;
	return request;
}

static la_int64_t
seek_packed(struct archive *reader, void *data, la_int64_t offset, int whence)
{
	struct archive_stream *stream = data;
	int64_t size = stream->bytes->size;

	(void)reader;
	if (offset > size || offset < -size)
		return ARCHIVE_FATAL;
	if (whence == SEEK_CUR)
		offset += stream->at;
	else if (whence == SEEK_END)
		offset += size;
	if (offset < 0 || offset > size)
		return ARCHIVE_FATAL;
	stream->at = offset;
	return offset;
}

static int
attach_packed(struct archive_stream *stream, struct archive *reader)
{
	archive_read_set_read_callback(reader, read_packed);
	archive_read_set_skip_callback(reader, skip_packed);
	archive_read_set_seek_callback(reader, seek_packed);
	archive_read_set_callback_data(reader, stream);
	return archive_read_open1(reader);
}

/* ---- the unpacked bytes ---- */

/*
 * libarchive does not look at the checksum of gzip, and tar has none, so a
 * flipped bit would go unseen. A gzip file of one member ends with the CRC-32
 * and the length of all that was unpacked; one of several members with those
 * of the last, and is taken on trust. NULL: no damage is seen.
 */
static const char *
gzip_damage(struct archive_stream *stream)
{
	const struct archive_bytes *bytes = stream->bytes;
	unsigned char end[8];
	uint32_t found[2];
	int64_t got;

	if (!stream->is_gzip || archive_stream_unused(stream) != 0)
		return NULL;
	got = archive_bytes_read(bytes, bytes->size - (int64_t)sizeof(end),
	    end, sizeof(end));
	if (got < 0)
		return archive_stream_unreadable(stream);
	if (got != (int64_t)sizeof(end))
		return NULL;
	for (int i = 0; i < 2; i++)
		found[i] = end[i * 4] | (uint32_t)end[i * 4 + 1] << 8 |
		    (uint32_t)end[i * 4 + 2] << 16 |
		    (uint32_t)end[i * 4 + 3] << 24;
	return found[1] != (uint32_t)stream->meter->stream_bytes ||
	    found[0] == stream->checksum ? NULL :
	    "the checksum of the gzip is wrong";
}

static la_ssize_t
read_unpacked(struct archive *reader, void *data, const void **piece)
{
	struct archive_stream *stream = data;
	const char *damage;
	la_int64_t at;
	size_t len;
	int result;

	do {
		result = archive_read_data_block(stream->unpacker, piece,
		    &len, &at);
	} while (result == ARCHIVE_OK && len == 0);
	if (result == ARCHIVE_EOF) {
		damage = gzip_damage(stream);
		return damage ? archive_stream_fail(stream, reader, damage) : 0;
	}
	if (result < ARCHIVE_WARN)
		return archive_stream_fail(stream, reader,
		    archive_error_string(stream->unpacker));
	if (!archive_meter_stream(stream->meter, (int64_t)len))
		return archive_stream_fail(stream, reader,
		    stream->meter->error.message);
	if (!hand_out(stream, at, *piece, len))
		return archive_stream_fail(stream, reader,
		    "a header is too long");
	if (stream->is_gzip)
		stream->checksum = crc32_z(stream->checksum, *piece, len);
	return (la_ssize_t)len;
}

/*
 * xz says in its first block header how large its dictionary is; libarchive
 * sets no limit. zstd refuses windows over 128 MiB by itself.
 */
static int64_t
xz_dictionary(const unsigned char *bytes, size_t len)
{
	static const unsigned char magic[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };
	size_t at = 14, filters;
	unsigned size;

	if (len < 64 || memcmp(bytes, magic, sizeof(magic)) != 0)
		return 0;
	filters = (size_t)(bytes[13] & 3) + 1;
	for (int i = 6; i < 8; i++) {		/* two optional sizes */
		while (bytes[13] >> i & 1 && at < 40 && bytes[at++] & 0x80)
			;
	}
	while (--filters && at < 60)		/* one-byte ids: delta, BCJ */
		at += 2u + bytes[at + 1];
	if (at >= 60 || bytes[at] != 0x21)
		return 0;
	size = bytes[at + 2] & 63;
	return size >= 40 ? UINT32_MAX : (int64_t)(2 | (size & 1)) <<
	    (size / 2 + 11);
}

static enum gbq_status
archive_stream_refuse(struct archive_stream *stream, struct error *error)
{
	const char *why = stream->unpacker ?
	    archive_error_string(stream->unpacker) : NULL;
	struct archive_meter *meter = stream->meter;

	if (why && strstr(why, "too many filters"))
		archive_meter_filters(meter, INT32_MAX);
	else if (why && strstr(why, "too much memory"))
		archive_meter_dictionary(meter, INT64_MAX);
	if (archive_meter_stopped(meter)) {
		*error = meter->error;
		return error->status;
	}
	if (stream->unpacker && archive_filter_count(stream->unpacker) > 1)
		return error_set(error, GBQ_NO_INPUT,
		    "%s: damaged: it cannot be unpacked", meter->name);
	if (stream->bytes->size == 0)
		return error_set(error, GBQ_NO_INPUT, "%s: an empty file",
		    meter->name);
	if (!why || strstr(why, "Unrecognized archive format"))
		return archive_bytes_refuse(stream->bytes, meter->name,
		    error);
	return error_set(error, GBQ_NO_INPUT, "%s: damaged: %s",
	    meter->name, why);
}

static int
open_unpacker(struct archive_stream *stream)
{
	struct archive *unpacker = archive_read_new();
	struct archive_entry *entry;

	if (!unpacker)
		mem_fail();
	stream->unpacker = unpacker;
	archive_read_support_format_raw(unpacker);
	archive_read_support_filter_gzip(unpacker);
	archive_read_support_filter_bzip2(unpacker);
	archive_read_support_filter_xz(unpacker);
	archive_read_support_filter_zstd(unpacker);
	if (attach_packed(stream, unpacker) < ARCHIVE_WARN)
		return ARCHIVE_FATAL;
	return archive_read_next_header(unpacker, &entry);
}

enum gbq_status
archive_stream_open(struct archive_stream *stream,
    const struct archive_bytes *bytes, struct archive_meter *meter,
    struct error *error)
{
	int filters;

	*stream = (struct archive_stream){ .bytes = bytes, .meter = meter,
	    .header_room = NO_HEADER };
	stream->window = mem_calloc(1, WINDOW_BYTES);
	if (!fill_window(stream))
		return error_set_errno(error, GBQ_IO, meter->name);
	if (!archive_meter_dictionary(meter,
	    xz_dictionary((const unsigned char *)stream->window,
	    stream->window_len)) ||
	    open_unpacker(stream) < ARCHIVE_WARN ||
	    !archive_meter_filters(meter,
	    archive_filter_count(stream->unpacker) - 1))
		return archive_stream_refuse(stream, error);
	filters = archive_filter_count(stream->unpacker) - 1;
	stream->is_gzip = filters == 1 &&
	    archive_filter_code(stream->unpacker, 0) == ARCHIVE_FILTER_GZIP;
	if (filters == 0) {
		archive_read_free(stream->unpacker);
		stream->unpacker = NULL;
		stream->at = 0;
	}
	return GBQ_OK;
}

void
archive_stream_close(struct archive_stream *stream)
{
	if (stream->unpacker)
		archive_read_free(stream->unpacker);
	stream->unpacker = NULL;
	free(stream->window);
	stream->window = NULL;
}

bool
archive_stream_seekable(const struct archive_stream *stream)
{
	return !stream->unpacker;
}

bool
archive_stream_begins(const struct archive_stream *stream,
    struct slice magic)
{
	return stream->window_at == 0 && slice_starts((struct slice){
	    stream->window, stream->window_len }, magic);
}

int
archive_stream_attach(struct archive_stream *stream, struct archive *reader)
{
	if (!stream->unpacker)
		return attach_packed(stream, reader);
	archive_read_set_read_callback(reader, read_unpacked);
	archive_read_set_callback_data(reader, stream);
	return archive_read_open1(reader);
}

void
archive_stream_expect_header(struct archive_stream *stream, int64_t at)
{
	stream->watch_at = at;
	stream->watch_left = BLOCK_BYTES;
	stream->watch_zero = true;
	stream->header_room = HEADER_BYTES;
	archive_stream_watch(stream);
}

void
archive_stream_expect_content(struct archive_stream *stream)
{
	stream->header_room = NO_HEADER;
	stream->watch_zero = false;
}

bool
archive_stream_saw_end_mark(const struct archive_stream *stream)
{
	return stream->watch_left == 0 && stream->watch_zero;
}

int64_t
archive_stream_unused(const struct archive_stream *stream)
{
	return stream->unpacker ? stream->bytes->size -
	    archive_filter_bytes(stream->unpacker, -1) : 0;
}
