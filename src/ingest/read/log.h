/*
 * log.h - what the files log_*.c and read_log.c share: a log that is
 * being read.
 */
#ifndef GBQ_INGEST_READ_LOG_H
#define GBQ_INGEST_READ_LOG_H

#include "ingest/read/read.h"
#include "model/rows.h"
#include "parse/log/chromium.h"
#include "parse/log/envelope.h"
#include "parse/log/jsonl.h"
#include "parse/log/log.h"
#include "parse/string_table.h"

/* A page that a record of a group may have. */
struct page_slot {
	size_t file;		/* in capture.files; NO_ROW: it is gone */
	size_t missing;		/* in capture.missing, if it is gone */
	int64_t number;
	bool taken;
};

/* The pages of one name in the folder of one compile and attempt. */
struct page_group {
	struct compile_key key;
	int64_t attempt;
	struct slice name;
	size_t first, count;	/* in slots, where they stand together */
	size_t next;		/* the slots before it are taken */
	/* Records that no page was found for, and where the first is. */
	size_t unmatched;
	int64_t offset;
};

/* What the report has of a record that tlparse makes a page of. */
enum page_outcome {
	PAGE_SAME,		/* its page, which shows it */
	PAGE_DIFFERS,		/* its page, which shows something else */
	PAGE_GONE,		/* its page is named and not there */
	PAGE_ONLY,		/* none; the record is to be read instead */
	PAGE_NONE		/* none, and none is needed */
};

struct page_match {
	enum page_outcome outcome;
	size_t slot;		/* but for PAGE_ONLY, PAGE_NONE */
};

/* What each process (rank and pid) of a log has for itself. */
struct writer_state {
	int64_t rank, process;
	struct phase_table phases;	/* calls of processes do not nest */
};

/* File names are numbered by each process for itself. */
struct process_strings {
	int64_t process;
	struct string_table table;
};

struct log_intake {
	struct file_queue *queue;
	struct arena arena;		/* of a record, emptied each time */
	size_t listed;			/* files of the report */
	struct capture *capture;
	struct log_records *records;
	bool is_whole_run;		/* no report: every record counts */
	size_t log_file;
	int64_t rank;			/* of the log's folder, or NO_ID */
	int64_t first_rank;		/* of the records, or NO_ID */
	struct log_reader *log;
	struct jsonl_reader *jsonl;
	struct string_table jsonl_strings;
	ARRAY_OF(struct process_strings *) strings;
	ARRAY_OF(struct writer_state *) writers;
	ARRAY_OF(struct page_group) groups;	/* sorted */
	ARRAY_OF(struct page_slot) slots;
	struct hash *sha;	/* of payloads */
	struct row_index group_names;	/* names that groups have */
	bool is_named;		/* the report tells all its pages */
	int64_t taken;		/* records */
	size_t compiles_before;		/* of other logs */
	/* Rows of strings, writers and records->compiles. */
	struct row_index strings_by_process, writers_by_key, compiles;
};

/* One record at hand. */
struct record {
	const struct envelope *envelope;
	struct log_time time;		/* month 0: none */
	int64_t process;		/* NO_ID if the line tells none */
	struct slice payload;
	bool is_damaged;		/* the payload is not what it was */
	int64_t offset;
	struct compile_key key;		/* rank as the report's files have it */
	int64_t attempt;
	struct log_compile *compile;	/* NULL: belongs to none */
};

/* The arena of the capture. */
static inline struct arena *
log_arena(struct log_intake *intake)
{
	return &intake->capture->arena;
}

/* The same text among the capture's. */
static inline struct slice
log_own(struct log_intake *intake, struct slice text)
{
	return intern(&intake->capture->texts, text);
}

/* The name tlparse would give the file of a record; absent: it writes none. */
struct slice log_file_name(const struct envelope *envelope);

/* What a file of that name is. */
enum file_kind log_kind_of(struct slice name);

/* A file that stands for a record of the log; returns its index. */
size_t log_add_file(struct log_intake *intake, const struct record *record,
    struct slice name, bool parse);

/* Count a record that the report lacks, for one problem row a name. */
void log_note_only(struct log_intake *intake, struct slice name,
    int64_t offset);

/*
 * ---- log_pages.c ----
 *
 * which pages of the report are those of the log's records. All pages must
 * have been read.
 */

/* List the pages, those that are gone too. */
void log_pages_begin(struct log_intake *intake);

/*
 * What the report has of a record of that name; takes its page. Of a log
 * without a report every record is PAGE_ONLY.
 */
struct page_match log_pages_match(struct log_intake *intake,
    const struct record *record, struct slice name, enum file_kind kind);

/* A file that stands for a record whose page is gone; returns its index. */
size_t log_pages_add_gone(struct log_intake *intake,
    const struct record *record, const struct page_match *match,
    struct slice name, bool parse);

/* The record is read in place of its page. */
void log_pages_replace(struct log_intake *intake, const struct record *record,
    const struct page_match *match);

/* Say which pages no record was found for; free the lists. */
void log_pages_end(struct log_intake *intake);

/* Find or begin the record's compile. */
void log_set_compile(struct log_intake *intake, struct record *record);

/* Take over what a writer's phases come to. */
void log_keep_phases(struct capture *capture, const struct phase_table *table,
    int64_t rank, int64_t process);

/* Let a configuration be found under the rank that it has now. */
void log_index_config(struct log_records *records, size_t row);

/* Take a metrics record of any stage. */
void log_take_metrics(struct log_intake *intake, struct record *record);

#endif
