/*
 * log.h - a trace log (TORCH_TRACE), or the raw.log that tlparse copies of
 * it, read as a stream.
 *
 * A record is a line with JSON; if that says has_payload, the lines that
 * follow with a TAB before them are its payload, and the md5 it gives decides
 * whether they are whole. A line that is neither stands between records: it
 * is reported, and the payload before it goes on with the next TAB line.
 */
#ifndef GBQ_PARSE_LOG_LOG_H
#define GBQ_PARSE_LOG_LOG_H

#include "parse/log/envelope.h"
#include "util/hash.h"
#include "util/text.h"

/*
 * ---- log_line.c ----
 *
 * what stands before the JSON of a trace log's line:
 * "V1130 02:48:01.039000 9595 torch/_dynamo/utils.py:2350] {…}".
 */

struct log_line {
	struct slice prefix;	/* "[rank0]:" that a launcher put before */
	char level;		/* 'V', 'I', 'W', 'E'; lower case occurs */
	int month, day, hour, minute, second, microsecond;
	int64_t thread;		/* torch 2.3: thread; newer: process */
	struct slice source_file;
	int64_t source_line;
	struct slice json;	/* what follows "] ", from its '{' */
};

/*
 * Take a line without its end apart; all borrows from it. False if it is no
 * such line: the JSON itself is not looked at, only that it starts with '{'.
 */
bool log_line_parse(struct slice line, struct log_line *out);

/* Length of the prefixes "[rank0]:" at the start of a line, 0 for none. */
size_t log_line_prefix(struct slice line);

/* ---- log.c ---- */

enum payload_state {
	PAYLOAD_NONE,		/* the record announces none */
	PAYLOAD_WHOLE,		/* its md5 is as announced */
	PAYLOAD_UNCHECKED,	/* what is announced is no md5 */
	PAYLOAD_MISMATCH,	/* its md5 is another */
	PAYLOAD_CUT		/* the log ends before it is whole */
};

/* A record of the log; valid during the callback. */
struct log_envelope {
	struct log_line line;
	struct envelope envelope;	/* all unknown if line_too_large */
	int64_t offset;			/* of the line in the log */
	int64_t line_number;		/* from 1 */
	/*
	 * The payload with the TABs stripped and '\n' between the lines, also
	 * where it is not whole; a "\r\n" is "\n" where the md5 says so, or in
	 * a log of such lines. Absent: there is none, or it is too large.
	 */
	struct slice payload;
	enum payload_state payload_state;
	int64_t payload_bytes;
	bool payload_too_large;		/* over 64 MB: only its md5 is known */
	bool line_too_large;		/* over 64 MB: only where it stands */
};

/* What was seen so far. */
struct log_counts {
	int64_t lines, envelopes, payloads;
	int64_t bad_lines;	/* neither records nor payload, nor blank */
	int64_t blank_lines;
};

typedef void log_callback(void *data, const struct log_envelope *envelope);

/*
 * A reader of one log. Problems, at most 20 of a kind and then their number:
 * log_bad_line (warning), log_bad_json, log_orphan_payload (TAB lines without
 * a record: the log's head is missing), payload_md5, payload_too_large,
 * log_line_too_large, log_cut (all loss), log_blank_line (note).
 */
struct log_reader *log_reader_new(struct problem_list *problems,
    log_callback *callback, void *data);
void log_reader_free(struct log_reader *reader);

/* Take the next bytes of the log: pieces of any size. */
void log_reader_feed(struct log_reader *reader, struct slice piece);

/* The log is at its end: give out the last record. */
void log_reader_end(struct log_reader *reader);

const struct log_counts *log_reader_counts(const struct log_reader *reader);

/*
 * ---- log_payload.c ----
 *
 * collects the payload of one record and checks its md5.
 */

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
