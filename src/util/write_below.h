/*
 * write_below.h - makes files below a new folder, never outside it, whatever
 * the paths say and whoever changes the folder meanwhile.
 */
#ifndef GBQ_UTIL_WRITE_BELOW_H
#define GBQ_UTIL_WRITE_BELOW_H

#include "util/error.h"
#include "util/text.h"

struct write_below;

/*
 * Make the folder, or take it if it is empty. USAGE: it is not; IO: it cannot
 * be made. *out is NULL then.
 */
enum gbq_status write_below_open(struct write_below **out, const char *path,
    struct error *error);

/* NULL is allowed. */
void write_below_close(struct write_below *below);

/*
 * Make a file, with the folders on its way, and return its descriptor for
 * writing; the caller closes it. -1 and *error: PARTIAL where the path is not
 * allowed (empty, ".", ".." or NUL in it, a link on its way) or taken, IO
 * where the system fails.
 */
int write_below_create(struct write_below *below, struct slice path,
    struct error *error);

/* Remove the file that the last write_below_create() made, if it did. */
void write_below_undo(struct write_below *below);

/* Make a folder; errors like write_below_create(). */
enum gbq_status write_below_folder(struct write_below *below, struct slice path,
    struct error *error);

#endif
