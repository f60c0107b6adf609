/*
 * archive_zip.c - finds the local header of a zip entry, and the name in it.
 * Must not know of libarchive.
 */
#include "source/archive/archive_7zip.h"

#include <zlib.h>

enum {
	SYSTEM_AT = 5, NAME_LENGTH_AT = 26, EXTRA_LENGTH_AT = 28,
	HEADER_BYTES = 30,
	MAX_BYTES = HEADER_BYTES + 2 * UINT16_MAX,
	FIELD_BYTES = 4,		/* id and length of an extra field */
	UNICODE_PATH = 0x7075,
	UNICODE_PATH_BYTES = 5,		/* version and CRC-32 of the name */
	SYSTEM_DOS = 0
};

#define MAGIC "PK\3\4"

static uint32_t
archive_zip_number(struct slice bytes, size_t at, int len)
{
	uint32_t value = 0;

	while (len--)
		value = value << 8 | (unsigned char)bytes.at[at + (size_t)len];
	return value;
}

static bool
is_whole_header(struct slice bytes)
{
	return bytes.len >= HEADER_BYTES &&
	    bytes.len ==
	    HEADER_BYTES + archive_zip_number(bytes, NAME_LENGTH_AT, 2) +
		archive_zip_number(bytes, EXTRA_LENGTH_AT, 2);
}

/*
 * The header that the bytes end with; absent: there is none, or what an extra
 * field or a content has in it could be one, too.
 */
static struct slice
header_at_end(struct slice bytes)
{
	struct slice found = { 0 };
	size_t next;

	while ((next = slice_find(bytes, LITERAL(MAGIC))) != SIZE_MAX) {
		bytes = slice_part(bytes, next, bytes.len);
		if (is_whole_header(bytes)) {
			if (found.at)
				return (struct slice){ 0 };
			found = bytes;
		}
		bytes = slice_part(bytes, 1, bytes.len);
	}
	return found;
}

/* Find the header between two offsets that ends at the second. */
static enum gbq_status
find_header(const struct archive_bytes *bytes, int64_t start, int64_t end,
    struct buffer *scratch, struct slice *header)
{
	int64_t len = end - start < MAX_BYTES ? end - start : MAX_BYTES;
	int64_t got;

	buffer_reserve(scratch, (size_t)len);
	got = archive_bytes_read(bytes, end - len, scratch->bytes,
	    (size_t)len);
	if (got < 0)
		return GBQ_IO;
	scratch->len = (size_t)got;
	*header = header_at_end(buffer_slice(scratch));
	return got == len && header->at ? GBQ_OK : GBQ_NO_INPUT;
}

/*
 * The path of a Unicode Path field that was made for the plain name; absent:
 * there is none, or the entry was renamed by a tool that left the field.
 */
static struct slice
unicode_path(struct slice plain, struct slice extra)
{
	uint32_t checksum = (uint32_t)crc32_z(0, (const Bytef *)plain.at,
	    plain.len);

	while (extra.len >= FIELD_BYTES) {
		size_t end = FIELD_BYTES + archive_zip_number(extra, 2, 2);
		struct slice value = slice_part(extra, FIELD_BYTES, end);

		if (end > extra.len)
			break;
		if (archive_zip_number(extra, 0, 2) == UNICODE_PATH &&
		    value.len > UNICODE_PATH_BYTES &&
		    archive_zip_number(value, 1, 4) == checksum)
			return slice_part(value, UNICODE_PATH_BYTES,
			    value.len);
		extra = slice_part(extra, end, extra.len);
	}
	return (struct slice){ 0 };
}

static void
take_name(struct slice header, struct buffer *name)
{
	size_t end = HEADER_BYTES +
	    archive_zip_number(header, NAME_LENGTH_AT, 2),
	       i;
	struct slice plain = slice_part(header, HEADER_BYTES, end);
	struct slice unicode = unicode_path(plain, slice_part(header, end,
	    header.len));

	buffer_add_slice(name, unicode.at ? unicode : plain);
	if (header.at[SYSTEM_AT] != SYSTEM_DOS ||
	    slice_find_byte(buffer_slice(name), '/') != SIZE_MAX)
		return;
	for (i = 0; i < name->len; i++) {
		if (name->bytes[i] == '\\')
			name->bytes[i] = '/';
	}
}

enum gbq_status
archive_zip_name(const struct archive_bytes *bytes, int64_t start,
    int64_t end, struct buffer *name)
{
	struct buffer scratch = { 0 };
	struct slice header;
	enum gbq_status status = find_header(bytes, start, end, &scratch,
	    &header);

	buffer_clear(name);
	if (status == GBQ_OK)
		take_name(header, name);
	buffer_release(&scratch);
	return status == GBQ_OK && name->len == 0 ? GBQ_NO_INPUT :
	    status;
}
