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
	/* A console text to read besides, at rest, or NULL: see below. */
	const struct source *console;
};

/* What a reading tells others; each function may be NULL. */
struct read_host {
	/* A file above 8 MB comes into memory, or is gone again; may wait. */
	void (*large)(void *data, bool begins);
	/* So many bytes were read. */
	void (*progress)(void *data, size_t bytes);
	void *data;
	/* Threads that may read and parse beside the calling one. */
	size_t threads;
};

/* A report that is being read. */
struct report_reading;

/*
 * A console text beside a report or trace is a file "console:NAME" of the run:
 * that counts in its identity. The reading opens it by itself.
 */

/*
 * Begin to read, hash and parse the files and to hand their bytes to the
 * contents. The files come one by one, in any order, by their index in the
 * source. One that cannot be read (why is not NULL) is a problem row; errors
 * of the database are the contents'.
 */
struct report_reading *report_reading_new(const struct report_files *files,
    struct capture *capture, struct contents *contents,
    const struct read_host *host);
void report_reading_begin_file(struct report_reading *reading, size_t file);
void report_reading_piece(struct report_reading *reading,
    struct slice piece);
void report_reading_end_file(struct report_reading *reading,
    const char *why);

/* The same three, as a visitor of the source. */
struct source_visitor report_reading_visitor(struct report_reading *reading);

/*
 * Instead of the three calls above: have a file of an open folder read, soon
 * and maybe by another thread. False: it is to be streamed, by the three.
 */
bool report_reading_ahead(struct report_reading *reading,
    struct source *source, size_t file);

/* Whether the machine failed meanwhile: the rest need not be read. */
bool report_reading_failed(const struct report_reading *reading);

/*
 * No more files. run_key receives 32 hex digits: a hash over the sorted
 * relative paths, sizes and content hashes. Frees the reading. IO, LIMIT: the
 * machine failed as a file was read ahead, or the console text
 * (error_set_input()).
 */
enum status report_reading_end(struct report_reading *reading,
    char run_key[33], struct error *error);

#endif
