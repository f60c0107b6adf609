/*
 * archive_bytes.h - the bytes of an archive: a regular file, or what a pipe
 * gave, spooled to a file without a name. Read by offset, so that each pass
 * begins anew without opening anything again.
 */
#ifndef GBQ_SOURCE_ARCHIVE_BYTES_H
#define GBQ_SOURCE_ARCHIVE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "util/error.h"

struct archive_bytes {
	int fd;
	int64_t size;
	struct timespec changed;	/* when it was opened */
};

/*
 * Open a path. A FIFO is spooled, up to max_bytes. NO_INPUT: not there or no
 * file; LIMIT: more than max_bytes; IO: reading or spooling failed.
 */
enum status archive_bytes_open(struct archive_bytes *bytes, const char *path,
    int64_t max_bytes, struct error *error);

/*
 * The same for an open descriptor, which stays the caller's. A regular file
 * at its beginning is used as it is. name is for messages.
 */
enum status archive_bytes_open_fd(struct archive_bytes *bytes, int fd,
    const char *name, int64_t max_bytes, struct error *error);

void archive_bytes_close(struct archive_bytes *bytes);

/* Read up to room bytes at an offset: how many, 0 at the end, -1: errno. */
int64_t archive_bytes_read(const struct archive_bytes *bytes, int64_t offset,
    void *piece, size_t room);

/* Whether the file was written to since it was opened. */
bool archive_bytes_changed(const struct archive_bytes *bytes);

#endif
