/*
 * console_failure.h - tracebacks of Python that a console text holds.
 */
#ifndef GBQ_PARSE_CONSOLE_FAILURE_H
#define GBQ_PARSE_CONSOLE_FAILURE_H

#include "parse/console.h"

/*
 * Read out->text, a traceback or a chain of them: exception, message, place,
 * reason. False for one that has nothing to do with torch.compile.
 */
bool console_failure_read(struct parse_context *context,
    struct console_record *out);

#endif
