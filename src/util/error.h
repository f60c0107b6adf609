/*
 * error.h - how a call says that it failed: a status and a text.
 */
#ifndef GBQ_UTIL_ERROR_H
#define GBQ_UTIL_ERROR_H

#include "gbq.h"

struct error {
	enum gbq_status status;
	char message[512];	/* for people, without newline at the end */
};

/* Set *error (may be NULL), formatted as by printf; returns the status. */
enum gbq_status error_set(struct error *error, enum gbq_status status,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Set *error from errno: "CONTEXT: No such file or directory". */
enum gbq_status error_set_errno(struct error *error, enum gbq_status status,
    const char *context);

/*
 * The same for input that could not be opened or read. IO, LIMIT: the disk,
 * the network or the process is to blame (EIO, too many open files, no
 * memory), so that nothing can be said of the input; else NO_INPUT: it is the
 * input itself (no permission, not there).
 */
enum gbq_status error_set_input(struct error *error, const char *context);

#endif
