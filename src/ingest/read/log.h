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

/* Files of one name in the folder of one compile and attempt. */
struct name_count {
	struct compile_key key;
	int64_t attempt;
	struct slice name;
	size_t first;		/* in named_files, where they stand together */
	int64_t files;		/* in the report */
	int64_t records;	/* of the log so far */
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
	ARRAY_OF(struct name_count) names;	/* sorted */
	ARRAY_OF(size_t) named_files;	/* in capture.files */
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

/* Count the report's files by name, before the records come. */
void log_count_names(struct log_intake *intake);

/* The name tlparse would give the file of a record; absent: it writes none. */
struct slice log_file_name(const struct envelope *envelope);

/* What a file of that name is. */
enum file_kind log_kind_of(struct slice name);

/*
 * Whether the record needs a file of its own: the report has none for it, and
 * it either belongs to a compile that the report lacks or carries events,
 * restarts or failures. Takes the report's file if it has one.
 */
bool log_is_only(struct log_intake *intake, const struct record *record,
    struct slice name, enum file_kind kind);

/* A file that stands for a record of the log; returns its index. */
size_t log_add_file(struct log_intake *intake, const struct record *record,
    struct slice name, bool parse);

/* Count a record that the report lacks, for one problem row a name. */
void log_note_only(struct log_intake *intake, struct slice name,
    int64_t offset);

/* Keep the log's own text of a reason that tlparse changed. */
void log_keep_reason(struct log_intake *intake, const struct record *record,
    struct slice name);

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
