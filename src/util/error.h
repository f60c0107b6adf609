/*
 * error.h - how a call says that it failed: a status and a text.
 */
#ifndef GBQ_UTIL_ERROR_H
#define GBQ_UTIL_ERROR_H

/*
 * The statuses of the library; the same values as enum gbq_status in gbq.h.
 */
enum status {
	STATUS_OK,		/* done */
	STATUS_USAGE,		/* the caller asked for something impossible */
	STATUS_NO_INPUT,	/* not there, or nothing gbq reads */
	STATUS_PARTIAL,		/* some inputs could not be used */
	STATUS_DATABASE,	/* not a gbq database, damaged, or SQL error */
	STATUS_LIMIT,		/* a limit was reached */
	STATUS_IO,		/* I/O error or disk full */
	STATUS_BUSY,		/* locked by another process: try again */
	STATUS_INTERRUPTED	/* stopped by the user or a timeout */
};

struct error {
	enum status status;
	char message[512];	/* for people, without newline at the end */
};

/* Set *error (may be NULL), formatted as by printf; returns the status. */
enum status error_set(struct error *error, enum status status,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Set *error from errno: "CONTEXT: No such file or directory". */
enum status error_set_errno(struct error *error, enum status status,
    const char *context);

/*
 * The same for input that could not be opened or read. IO, LIMIT: the disk,
 * the network or the process is to blame (EIO, too many open files, no
 * memory), so that nothing can be said of the input; else NO_INPUT: it is the
 * input itself (no permission, not there).
 */
enum status error_set_input(struct error *error, const char *context);

#endif
