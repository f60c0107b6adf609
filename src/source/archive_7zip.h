/*
 * archive_7zip.h - the list of entries at the end of a 7z archive.
 *
 * How many there are has to be known before libarchive makes room for all of
 * them: 2,000 bytes can claim 100 million entries, for which it would take
 * 8 GB. And it makes their names NFC, so that they would be others than in a
 * folder or a tar, and two files could get one name.
 */
#ifndef GBQ_SOURCE_ARCHIVE_7ZIP_H
#define GBQ_SOURCE_ARCHIVE_7ZIP_H

#include "source/archive_bytes.h"
#include "source/archive_limits.h"
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

#endif
