/*
 * console_record.h - what the text of one complete message says.
 */
#ifndef GBQ_PARSE_CONSOLE_RECORD_H
#define GBQ_PARSE_CONSOLE_RECORD_H

#include "parse/console.h"
#include "parse/console_block.h"

/*
 * Fill *out from a block; texts are copied to the context's arena. False for
 * a traceback that has nothing to do with torch.compile, and for a line that
 * only looks like a message. Release *out afterwards either way.
 */
bool console_record_read(struct parse_context *context,
    const struct console_block *block, struct console_record *out);

/* Free the arrays of a record. */
void console_record_release(struct console_record *record);

#endif
