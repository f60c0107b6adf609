/*
 * read_file.h - the bytes of one file of a report into a capture, by the
 * parser of its kind.
 */
#ifndef GBQ_INGEST_READ_FILE_H
#define GBQ_INGEST_READ_FILE_H

#include "model/capture.h"

struct file_reader {
	struct capture *capture;
	struct arena arena;		/* of the parsers, emptied each time */
	size_t listed;			/* files of the report, by path */
	size_t file;			/* at hand, in capture.files */
	struct slice bytes;		/* of that file */
};

/*
 * What a parser made of a file: nothing of it is the capture's yet, so that
 * any thread may do it.
 */
struct parsed_file {
	enum file_kind kind;
	struct slice name;		/* of the file, without its number */
	struct slice bytes;
	struct arena arena;
	struct problem_list problems;
	union {
		struct metrics metrics;
		struct reason reason;
		recompile_reason_array recompiles;
		struct graph graph;
	} as;
};

void file_reader_init(struct file_reader *reader, struct capture *capture);
void file_reader_release(struct file_reader *reader);

/* Whether files of a kind are parsed at all. */
bool file_reader_wants(enum file_kind kind);

/*
 * Parse bytes, which must outlive what is made of them, as a file like that
 * one; then take it into the capture as the file of that index, which
 * releases it. The reader's arena is the caller's to empty afterwards.
 */
void file_reader_parse(struct parsed_file *parsed,
    const struct captured_file *file, struct slice bytes);
void file_reader_take(struct file_reader *reader, size_t file,
    struct parsed_file *parsed);

#endif
