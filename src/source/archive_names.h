/*
 * archive_names.h - names of entries in archives: which of them can be the
 * path of a file, and which look like archives themselves.
 */
#ifndef GBQ_SOURCE_ARCHIVE_NAMES_H
#define GBQ_SOURCE_ARCHIVE_NAMES_H

#include "util/text.h"

/*
 * Make a path of an entry's name: relative, '/' between parts, no part empty,
 * "." or "..". NULL and *name without its leading "./", or why the name
 * cannot be used. Bytes above 127 are left as they are.
 */
const char *archive_name_clean(struct slice *name, size_t max_bytes);

/* Whether a path ends like an archive that could hold reports. */
bool archive_name_is_archive(struct slice path);

/* The path without such an ending; without one, as it is. */
struct slice archive_name_stem(struct slice path);

#endif
