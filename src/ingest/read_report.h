/*
 * read_report.h - the files of one report into a capture.
 */
#ifndef GBQ_INGEST_READ_REPORT_H
#define GBQ_INGEST_READ_REPORT_H

#include "ingest/read_file.h"
#include "source/source.h"
#include "store/content_write.h"

/* What a run is made of. */
enum run_kind {
	RUN_REPORT,
	RUN_TRACE,		/* trace logs */
	RUN_CONSOLE		/* text of TORCH_LOGS */
};

/* "report", "trace" or "console". */
const char *run_kind_name(enum run_kind kind);

/* A part of a source's list: the files of one report or trace. */
struct report_files {
	struct source *source;
	struct slice root;		/* "" or a path without final '/' */
	enum run_kind kind;
	const size_t *indexes;		/* into source->files, in path order */
	size_t count;
};

/*
 * Read, hash and parse the files and hand their bytes to the contents.
 * run_key receives 32 hex digits: a hash over the sorted relative paths, sizes
 * and content hashes. A file that cannot be read is a problem row; errors of
 * the database are the contents'. LIMIT, IO: the source could not be read.
 */
enum status read_report(struct store *store,
    const struct report_files *files, struct capture *capture,
    struct contents *contents, char run_key[33], struct error *error);

#endif
