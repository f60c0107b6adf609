/*
 * read_file.h - the bytes of one file of a report into a capture, by the
 * parser of its kind.
 */
#ifndef GBQ_INGEST_READ_FILE_H
#define GBQ_INGEST_READ_FILE_H

#include "store/content_write.h"

struct file_reader {
	struct capture *capture;
	struct contents *contents;	/* for payloads of logs */
	struct arena arena;		/* of the parsers, emptied each time */
	size_t listed;			/* files of the report, by path */
	size_t file;			/* at hand, in capture.files */
	struct slice bytes;		/* of that file */
};

void file_reader_init(struct file_reader *reader, struct capture *capture,
    struct contents *contents);
void file_reader_release(struct file_reader *reader);

/* Whether files of a kind are parsed at all. */
bool file_reader_wants(enum file_kind kind);

/* Parse bytes as the file of that index; problems name it. The arena is the
 * caller's to empty afterwards. */
void file_reader_read(struct file_reader *reader, size_t file,
    struct slice bytes);

#endif
