/*
 * archive_7zip.h - how many entries a 7z archive says it has, before
 * libarchive makes room for all of them: 2,000 bytes can claim 100 million
 * entries, for which it would take 8 GB.
 */
#ifndef GBQ_SOURCE_ARCHIVE_7ZIP_H
#define GBQ_SOURCE_ARCHIVE_7ZIP_H

#include "source/archive_bytes.h"
#include "source/archive_limits.h"
#include "util/text.h"

/* What a 7z archive begins with. */
#define ARCHIVE_7ZIP_MAGIC LITERAL("7z\xbc\xaf\x27\x1c")

/*
 * Check the list of entries of a file that begins with the magic. False if
 * there are more than the limit, or the list is damaged, encrypted or packed
 * in a way that 7-Zip does not use: meter->error says so.
 */
bool archive_7zip_check(const struct archive_bytes *bytes,
    struct archive_meter *meter);

#endif
