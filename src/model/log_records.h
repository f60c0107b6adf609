/*
 * log_records.h - what a trace log (raw.log, raw.jsonl) tells of each compile
 * besides the artifacts that reports hold as files.
 */
#ifndef GBQ_MODEL_LOG_RECORDS_H
#define GBQ_MODEL_LOG_RECORDS_H

#include "model/records.h"
#include "util/table.h"

/*
 * Time of a log line, in the process's local time; the line has no year.
 * month 0: none.
 */
struct log_time {
	int month, day, hour, minute, second;
	int64_t microsecond;
};

/* One instance of a compile id in a log. */
struct log_compile {
	struct compile_key key;
	int64_t instance;
	/* While the log is read: rows of instance 0 and, in it, the last. */
	size_t first, newest;
	bool has_start;			/* dynamo_start was seen */
	bool has_metrics;		/* compilation_metrics was seen */
	struct log_time started, ended, last;
	struct slice last_record;	/* name of the last record */
	stack_array stack;		/* of dynamo_start */
	/*
	 * specializations and guards_added of the last attempt (a metrics
	 * page of tlparse 0.4.3 shows those of attempt 0).
	 */
	struct metrics tables;
	int64_t tables_attempt;
	int64_t order;			/* offset of the first record */
};

/* A metrics record of a log that has a page in the report. */
struct log_metrics {
	struct compile_key key;
	int64_t instance;
	struct metrics metrics;
	int64_t offset;
};

/* A phase of a compile, from chromium events. */
struct log_phase {
	int64_t rank, process;
	struct slice compile_id;	/* "0/0"; absent: none */
	struct slice name;
	int64_t calls;
	double total_s, self_s;
};

/* A configuration: a JSON object in a JSON string, as metrics hold it. */
struct log_config {
	int64_t rank, process;
	const char *system;		/* "dynamo", "inductor", … */
	struct slice json;
};

/* Records of a kind that the report lacks. */
struct log_only {
	struct slice name;
	int64_t count;
	int64_t offset;			/* of the first */
	size_t log_file;		/* in capture.files */
};

/* All logs of a run together. */
struct log_records {
	bool present;			/* a log was read */
	bool is_whole_run;		/* there is no report beside it */
	ARRAY_OF(struct log_compile) compiles;	/* sorted by the join */
	ARRAY_OF(struct log_metrics) metrics;
	ARRAY_OF(struct log_phase) phases;
	ARRAY_OF(struct log_config) configs;
	ARRAY_OF(struct log_only) only;
	struct log_time first, last;
	int64_t first_absolute_us;	/* since 1970; UNKNOWN_INT: none */
	struct log_time first_absolute;	/* the line that had it */
	int64_t break_counter;		/* largest num_graph_breaks */
	struct row_index configs_by_writer, only_by_name;
};

void log_records_init(struct log_records *records);
void log_records_release(struct log_records *records);

/*
 * UTC of a line as "2026-11-30T02:48:01.039000Z": the year and the zone come
 * from the first absolute time of the log. Absent without one.
 */
struct slice log_time_utc(struct arena *arena,
    const struct log_records *records, const struct log_time *time);

/* Order of two times of one log; the turn of a year is in between if the
 * months say so. */
int log_time_compare(const struct log_time *a, const struct log_time *b);

#endif
