/*
 * read_report.h - the files of one report into a capture.
 */
#ifndef GBQ_INGEST_READ_REPORT_H
#define GBQ_INGEST_READ_REPORT_H

#include "ingest/read_file.h"
#include "source/folder.h"
#include "store/content_write.h"

/* A part of a folder's list: the files below one report's root. */
struct report_files {
	const struct folder *folder;
	struct slice root;		/* "" or a path without final '/' */
	const size_t *indexes;		/* into folder->files, in path order */
	size_t count;
};

/*
 * Read, hash and parse the files and hand their bytes to the contents.
 * run_key receives 32 hex digits: a hash over the sorted relative paths, sizes
 * and content hashes. A file that cannot be read is a problem row; errors of
 * the database are the contents'.
 */
void read_report(struct store *store, const struct report_files *files,
    struct capture *capture, struct contents *contents, char run_key[33]);

#endif
