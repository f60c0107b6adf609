/*
 * log_line.h - what stands before the JSON of a trace log's line:
 * "V1130 02:48:01.039000 9595 torch/_dynamo/utils.py:2350] {…}".
 */
#ifndef GBQ_PARSE_LOG_LINE_H
#define GBQ_PARSE_LOG_LINE_H

#include "util/text.h"

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

#endif
