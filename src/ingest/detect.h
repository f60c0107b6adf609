/*
 * detect.h - what a file is, by its first bytes.
 */
#ifndef GBQ_INGEST_DETECT_H
#define GBQ_INGEST_DETECT_H

#include "source/folder.h"

enum input_kind {
	INPUT_UNKNOWN,		/* an archive, or nothing that gbq reads */
	INPUT_TRACE,		/* a trace log, also under gzip */
	INPUT_CONSOLE		/* text of TORCH_LOGS */
};

/*
 * Look at the first 64 KB of a file. An empty one is taken for a trace if it
 * has a log's name. Of a file that cannot be read *error is set, and it is
 * UNKNOWN.
 */
enum input_kind detect_file(const struct folder *folder,
    const struct folder_file *file, struct error *error);

/* The same for bytes that are not packed. */
enum input_kind detect_bytes(struct slice head);

#endif
