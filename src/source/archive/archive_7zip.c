/*
 * archive_7zip.c - fetches and unpacks the header at the end of a 7z file.
 * archive_7zip_header.c walks it. The layout is that of 7zFormat.txt.
 */
#include "source/archive/archive_7zip.h"

#include <archive.h>
#include <archive_entry.h>

enum {
	START_BYTES = 32,
	MAX_HEADER_BYTES = 64 << 20,
	ALONE_BYTES = 13		/* header of an .lzma file */
};

/* Or it could not be read, which was said. */
static bool
is_damaged(struct archive_meter *meter)
{
	if (!archive_meter_stopped(meter))
		error_set(&meter->error, GBQ_NO_INPUT,
		    "%s: the list of files of the 7z is damaged or encrypted",
		    meter->name);
	return false;
}

static bool
sevenzip_names_is_too_long(struct archive_meter *meter)
{
	error_set(&meter->error, GBQ_LIMIT, "%s: the list of files of the"
	    " 7z is over %d MiB", meter->name, MAX_HEADER_BYTES >> 20);
	return false;
}

static uint64_t
little_endian(const char *bytes)
{
	uint64_t value = 0;

	for (int i = 7; i >= 0; i--)
		value = value << 8 | (unsigned char)bytes[i];
	return value;
}

/* Append a part of the file; false if it has no such part or on an error. */
static bool
sevenzip_names_fetch(const struct archive_bytes *bytes,
    struct archive_meter *meter, uint64_t offset, uint64_t size,
    struct buffer *to)
{
	char piece[8192];

	if (offset > (uint64_t)bytes->size ||
	    size > (uint64_t)bytes->size - offset)
		return false;
	while (size) {
		int64_t got = archive_bytes_read(bytes, (int64_t)offset,
		    piece, size < sizeof(piece) ? size : sizeof(piece));

		if (got < 0)
			error_set_errno(&meter->error, GBQ_IO,
			    meter->name);
		if (got <= 0)
			return false;
		buffer_add(to, piece, (size_t)got);
		offset += (uint64_t)got;
		size -= (uint64_t)got;
	}
	return true;
}

/* Unpack an .lzma file in memory; false if it is damaged. */
static bool
sevenzip_names_unlzma(const struct buffer *packed, struct buffer *to)
{
	struct archive *reader = archive_read_new();
	struct archive_entry *entry;
	const void *piece;
	size_t len;
	la_int64_t offset;
	int result = ARCHIVE_FATAL;

	if (!reader)
		mem_fail();
	archive_read_support_format_raw(reader);
	archive_read_append_filter(reader, ARCHIVE_FILTER_LZMA);
	if (archive_read_open_memory(reader, packed->bytes, packed->len) ==
	    ARCHIVE_OK)
		result = archive_read_next_header(reader, &entry);
	while (result == ARCHIVE_OK && to->len <= MAX_HEADER_BYTES) {
		result = archive_read_data_block(reader, &piece, &len,
		    &offset);
		if (result == ARCHIVE_OK)
			buffer_add(to, piece, len);
	}
	archive_read_free(reader);
	return result == ARCHIVE_EOF;
}

/* Replace a packed header by what it unpacks to. */
static bool
unpack_header(const struct archive_bytes *bytes, struct archive_meter *meter,
    struct buffer *header)
{
	struct archive_7zip_packed packed;
	struct buffer file = { 0 };
	bool is_whole;

	if (!archive_7zip_parse_packed(buffer_slice(header), &packed))
		return is_damaged(meter);
	if (packed.unpacked_size > MAX_HEADER_BYTES ||
	    packed.size > MAX_HEADER_BYTES)
		return sevenzip_names_is_too_long(meter);
	if (!archive_meter_dictionary(meter, packed.dictionary))
		return false;
	buffer_add(&file, packed.properties, sizeof(packed.properties));
	for (size_t i = 0; i < ALONE_BYTES - sizeof(packed.properties); i++)
		buffer_add_byte(&file,
		    (char)(packed.unpacked_size >> 8 * i & 0xff));
	buffer_clear(header);
	is_whole = packed.position <= INT64_MAX &&
	    sevenzip_names_fetch(bytes, meter, START_BYTES + packed.position,
		packed.size, &file) &&
	    sevenzip_names_unlzma(&file, header) &&
	    header->len == packed.unpacked_size;
	buffer_release(&file);
	return is_whole || is_damaged(meter);
}

static bool
sevenzip_names_read_header(struct archive_7zip_list *list,
    const struct archive_bytes *bytes, struct archive_meter *meter)
{
	uint64_t entries;

	if (archive_7zip_is_packed(buffer_slice(&list->header)) &&
	    !unpack_header(bytes, meter, &list->header))
		return false;
	if (!archive_7zip_entries(buffer_slice(&list->header), &entries,
	    &list->names))
		return is_damaged(meter);
	if (entries > (uint64_t)meter->limits->entries)
		archive_meter_too_many(meter);
	if (archive_7zip_plain(list->names))
		archive_7zip_release(list);
	return !archive_meter_stopped(meter);
}

bool
archive_7zip_read_list(struct archive_7zip_list *list,
    const struct archive_bytes *bytes, struct archive_meter *meter)
{
	struct buffer start = { 0 };
	uint64_t offset, size;
	bool is_good = false;

	*list = (struct archive_7zip_list){ 0 };
	if (!sevenzip_names_fetch(bytes, meter, 0, START_BYTES, &start)) {
		is_damaged(meter);
	} else {
		offset = little_endian(start.bytes + 12);
		size = little_endian(start.bytes + 20);
		if (size == 0)
			is_good = true;		/* no entries at all */
		else if (size > MAX_HEADER_BYTES)
			sevenzip_names_is_too_long(meter);
		else if (offset > INT64_MAX ||
		    !sevenzip_names_fetch(bytes, meter, START_BYTES + offset,
			size, &list->header))
			is_damaged(meter);
		else
			is_good = sevenzip_names_read_header(list, bytes,
			    meter);
	}
	buffer_release(&start);
	return is_good;
}

void
archive_7zip_release(struct archive_7zip_list *list)
{
	buffer_release(&list->header);
	list->names = (struct slice){ 0 };
}

bool
archive_7zip_next_name(struct archive_7zip_list *list, struct buffer *name)
{
	return archive_7zip_take_name(&list->names, name);
}
