/*
 * error.c - filling in a struct error.
 */
#include "util/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum gbq_status
error_set(struct error *error, enum gbq_status status, const char *format, ...)
{
	va_list arguments;

	if (!error)
		return status;
	error->status = status;
	va_start(arguments, format);
	vsnprintf(error->message, sizeof(error->message), format, arguments);
	va_end(arguments);
	return status;
}

enum gbq_status
error_set_errno(struct error *error, enum gbq_status status, const char
    *context) {
	int code = errno;

	return error_set(error, status, "%s: %s", context, strerror(code));
}

enum gbq_status
error_set_input(struct error *error, const char *context)
{
	switch (errno) {
	case EIO:
	case EMFILE:
	case ENFILE:
	case ESTALE:
	case ETIMEDOUT:
	case ENOBUFS:
		return error_set_errno(error, GBQ_IO, context);
	case ENOMEM:
		return error_set_errno(error, GBQ_LIMIT, context);
	default:
		return error_set_errno(error, GBQ_NO_INPUT, context);
	}
}
