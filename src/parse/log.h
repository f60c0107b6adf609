/*
 * log.h - a trace log (TORCH_TRACE), or the raw.log that tlparse copies of
 * it, read as a stream.
 *
 * A record is a line with JSON; if that says has_payload, the lines that
 * follow with a TAB before them are its payload, and the md5 it gives decides
 * whether they are whole. A line that is neither stands between records: it
 * is reported, and the payload before it goes on with the next TAB line.
 */
#ifndef GBQ_PARSE_LOG_H
#define GBQ_PARSE_LOG_H

#include "parse/envelope.h"
#include "parse/log_line.h"

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

#endif
