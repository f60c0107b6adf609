/*
 * file_task.h - the part of reading a file that needs nothing of the run and
 * can be done by any thread: its bytes, their hash, what its parser makes of
 * them.
 */
#ifndef GBQ_INGEST_FILE_TASK_H
#define GBQ_INGEST_FILE_TASK_H

#include "ingest/read_file.h"
#include "source/source.h"
#include "util/hash.h"

struct file_task {
	size_t index;			/* in capture.files */
	struct captured_file file;	/* as it is there: name, kind, path */
	/* Where the bytes are to be read from; NULL: they are there. */
	const struct folder *folder;
	const struct folder_file *from;
	size_t limit;
	struct buffer bytes;
	/* The outcome. */
	bool grown;			/* more than limit: no outcome */
	enum status status;		/* of reading: OK, or why */
	struct error why;
	char hash[HASH_HEX_SIZE];	/* of the bytes that could be read */
	struct parsed_file parsed;	/* if status is OK */
};

/* Do it; item is a struct file_task. */
void file_task_work(void *item);

#endif
