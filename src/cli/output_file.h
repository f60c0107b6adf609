/*
 * output_file.h - the file of -o: whole, or as it was before.
 */
#ifndef GBQ_CLI_OUTPUT_FILE_H
#define GBQ_CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* All zero: not in use. */
struct output_file {
	char *path;		/* to be replaced; NULL: written in place */
	char *beside;		/* the new file; NULL: it has no name yet */
};

/* Whether two files are one, by device and inode. */
bool output_file_is_same(const struct stat *a, const struct stat *b);

/* A name in the folder of a path; free() it. */
char *output_file_beside(const char *path, const char *name);

/*
 * Begin to write a file: a new one in the same folder, without a name where
 * the system can do that, that is to take the old one's place. A device, a
 * FIFO, what standard output goes to, and a file that has other names or
 * another owner are written in place. NULL with errno set on failure.
 */
FILE *output_file_open(struct output_file *file, const char *path);

/*
 * Close the stream. keep: the new file takes its place, with the mode of the
 * old one; otherwise nothing is left of it. False with errno set on an I/O
 * error.
 */
bool output_file_close(struct output_file *file, FILE *stream, bool keep);

#endif
