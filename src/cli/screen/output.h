/*
 * output.h - the file of -o: whole, or as it was before.
 */
#ifndef GBQ_CLI_SCREEN_OUTPUT_H
#define GBQ_CLI_SCREEN_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "gbq.h"

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

/*
 * ---- progress.c ----
 *
 * a bar on a terminal's stderr, once work lasts over a second.
 */

struct progress_bar {
	bool possible;		/* stderr is a terminal */
	bool drawn;
	double started, last;	/* seconds of a steady clock */
};

/* quiet: never draw. */
void progress_bar_init(struct progress_bar *bar, bool quiet);

/* Draw it anew, at most ten times a second. */
void progress_bar_draw(struct progress_bar *bar,
    const struct gbq_progress *progress);

/* Take it away, before anything else is written. */
void progress_bar_clear(struct progress_bar *bar);

#endif
