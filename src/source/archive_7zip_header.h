/*
 * archive_7zip_header.h - the header of a 7z file: how many entries there
 * are, and their names. Pure: bytes in, numbers and texts out.
 */
#ifndef GBQ_SOURCE_ARCHIVE_7ZIP_HEADER_H
#define GBQ_SOURCE_ARCHIVE_7ZIP_HEADER_H

#include "util/text.h"

/* Where a packed header lies and how it is packed: with LZMA. */
struct archive_7zip_packed {
	uint64_t position;	/* behind the first 32 bytes of the file */
	uint64_t size, unpacked_size;
	char properties[5];
	int64_t dictionary;
};

bool archive_7zip_is_packed(struct slice header);

/* False if the header is damaged or packed in another way. */
bool archive_7zip_parse_packed(struct slice header,
    struct archive_7zip_packed *packed);

/*
 * The number of entries that an unpacked header claims, and their names, one
 * after the other; absent: it has none that can be read. False if it is not
 * laid out strictly as 7-Zip does: what libarchive would make of that cannot
 * be told.
 */
bool archive_7zip_entries(struct slice header, uint64_t *entries,
    struct slice *names);

/* Whether all names are ASCII. */
bool archive_7zip_plain(struct slice names);

/*
 * Take the next name and put it in the buffer, as UTF-8 or as the bytes that
 * 7-Zip was given. False if there is none, or it is no valid UTF-16; it is
 * taken all the same.
 */
bool archive_7zip_take_name(struct slice *names, struct buffer *name);

#endif
