/*
 * log_payload.h - collects the payload of one record and checks its md5.
 */
#ifndef GBQ_PARSE_LOG_PAYLOAD_H
#define GBQ_PARSE_LOG_PAYLOAD_H

#include "util/hash.h"

/* A larger payload is hashed and forgotten as it comes. */
enum { LOG_PAYLOAD_MAX = 64 << 20 };

struct log_payload {
	struct hash *md5, *unix_md5;	/* as written / "\r\n" as "\n" */
	struct buffer bytes;		/* lines, each with its '\n' */
	int64_t spilled;		/* bytes no longer in the buffer */
	int64_t lines;
	bool has_carriage_return;	/* of what was spilled */
};

void log_payload_init(struct log_payload *payload);
void log_payload_release(struct log_payload *payload);

/* Begin another payload. */
void log_payload_clear(struct log_payload *payload);

/* Add a part of a line, without its TAB, maybe with its '\n'. */
void log_payload_add(struct log_payload *payload, struct slice part);

/*
 * No more lines come; open_line: the last one has no '\n'. The '\n' of the
 * last line is dropped, and each "\r\n" made "\n" where the md5 asks for it,
 * or, if nothing fits, where is_unix_log is false. True if the md5 fits.
 */
bool log_payload_finish(struct log_payload *payload, struct slice md5,
    bool open_line, bool is_unix_log);

/* The text; absent if it was too large. */
struct slice log_payload_text(const struct log_payload *payload);

#endif
