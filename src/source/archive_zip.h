/*
 * archive_zip.h - the name of a zip entry as the archive has it. libarchive
 * makes names that are marked as UTF-8 NFC, so that they would be others than
 * in a folder or a tar, and two files could get one name.
 */
#ifndef GBQ_SOURCE_ARCHIVE_ZIP_H
#define GBQ_SOURCE_ARCHIVE_ZIP_H

#include "source/archive_bytes.h"
#include "util/text.h"

/*
 * Put the name that a local header gives in the buffer: its Unicode Path
 * field if that belongs to the plain name, else that one; of MS-DOS with '\\'
 * as '/'. The header lies between the offsets and ends at the second.
 * NO_INPUT: it cannot be told which header with a name ends there; IO: see
 * errno. The layout is that of APPNOTE.TXT 4.3.7 and 4.6.9.
 */
enum status archive_zip_name(const struct archive_bytes *bytes, int64_t start,
    int64_t end, struct buffer *name);

#endif
