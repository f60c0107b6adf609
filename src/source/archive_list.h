/*
 * archive_list.h - the first pass over an archive: which files it holds.
 */
#ifndef GBQ_SOURCE_ARCHIVE_LIST_H
#define GBQ_SOURCE_ARCHIVE_LIST_H

#include "source/archive.h"

/*
 * Fill files, order, format and damaged of a source whose bytes are open.
 * Statuses as of archive_source_open().
 */
enum status archive_list(struct archive_source *source, struct error *error);

#endif
