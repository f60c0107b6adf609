/*
 * archive_7zip.h - the list of entries at the end of a 7z archive.
 *
 * How many there are has to be known before libarchive makes room for all of
 * them: 2,000 bytes can claim 100 million entries, for which it would take
 * 8 GB. And it makes their names NFC, so that they would be others than in a
 * folder or a tar, and two files could get one name.
 */
#ifndef GBQ_SOURCE_ARCHIVE_ARCHIVE_7ZIP_H
#define GBQ_SOURCE_ARCHIVE_ARCHIVE_7ZIP_H

#include "source/archive/archive.h"
#include "util/text.h"

/* What a 7z archive begins with. */
#define ARCHIVE_7ZIP_MAGIC LITERAL("7z\xbc\xaf\x27\x1c")

struct archive_7zip_list {
	struct buffer header;	/* empty: all names are ASCII */
	struct slice names;	/* those to come */
};

/*
 * Read the list of entries of a file that begins with the magic. False if
 * there are more than the limit, or the list is damaged, encrypted or packed
 * in a way that 7-Zip does not use: meter->error says so. Release it in any
 * case.
 */
bool archive_7zip_read_list(struct archive_7zip_list *list,
    const struct archive_bytes *bytes, struct archive_meter *meter);

void archive_7zip_release(struct archive_7zip_list *list);

/*
 * Put the name of the next entry in the buffer, as the archive has it. False
 * if all names are ASCII or this one cannot be read.
 */
bool archive_7zip_next_name(struct archive_7zip_list *list,
    struct buffer *name);

/*
 * ---- archive_7zip_header.c ----
 *
 * the header of a 7z file: how many entries there
 * are, and their names. Pure: bytes in, numbers and texts out.
 */

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

/*
 * ---- archive_zip.c ----
 *
 * the name of a zip entry as the archive has it. libarchive
 * makes names that are marked as UTF-8 NFC, so that they would be others than
 * in a folder or a tar, and two files could get one name.
 */

/*
 * Put the name that a local header gives in the buffer: its Unicode Path
 * field if that belongs to the plain name, else that one; of MS-DOS with '\\'
 * as '/'. The header lies between the offsets and ends at the second.
 * NO_INPUT: it cannot be told which header with a name ends there; IO: see
 * errno. The layout is that of APPNOTE.TXT 4.3.7 and 4.6.9.
 */
enum gbq_status archive_zip_name(const struct archive_bytes *bytes, int64_t
    start, int64_t end, struct buffer *name);

#endif
