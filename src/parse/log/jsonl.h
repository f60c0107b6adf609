/*
 * jsonl.h - raw.jsonl of tlparse 0.4: the file names first, then a record a
 * line, read as a stream.
 *
 * Payloads lie in files of their own (payload_file). Chromium events and
 * records with a lone surrogate are left out; the year of the timestamps is
 * that in which tlparse ran (format.md section 4, item 14).
 */
#ifndef GBQ_PARSE_LOG_JSONL_H
#define GBQ_PARSE_LOG_JSONL_H

#include "parse/log/envelope.h"
#include "parse/string_table.h"

/* A record; valid during the callback. */
struct jsonl_record {
	struct envelope envelope;	/* source_file without its blank */
	struct slice json;		/* the whole line */
	int64_t offset;			/* of the line in the file */
	int64_t line_number;		/* from 1; the string table is 1 */
};

typedef void jsonl_callback(void *data, const struct jsonl_record *record);

/*
 * A reader of one file; the string table goes to *table before the records
 * come. Problems: jsonl_bad_line (at most 20 and their number),
 * jsonl_line_too_large (over 64 MB), jsonl_no_string_table, all loss.
 */
struct jsonl_reader *jsonl_reader_new(struct problem_list *problems,
    struct string_table *table, jsonl_callback *callback, void *data);
void jsonl_reader_free(struct jsonl_reader *reader);

/* Take the next bytes, pieces of any size / the file is at its end. */
void jsonl_reader_feed(struct jsonl_reader *reader, struct slice piece);
void jsonl_reader_end(struct jsonl_reader *reader);

#endif
