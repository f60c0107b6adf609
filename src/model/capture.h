/*
 * capture.h - everything read of one run before it is joined: its files and
 * the record that a parser made of each. All texts are interned: equal texts
 * have equal pointers, and nothing borrows from a file's bytes any more.
 */
#ifndef GBQ_MODEL_CAPTURE_H
#define GBQ_MODEL_CAPTURE_H

#include "model/graph.h"
#include "model/log_records.h"
#include "model/records.h"
#include "util/table.h"
#include "util/pack/text_pack.h"

/* What a file is, by its name (parse/file_name.c). */
enum file_kind {
	FILE_UNKNOWN,
	FILE_INDEX,
	FILE_FAILURES_PAGE,
	FILE_METRICS,
	FILE_BWD_METRICS,
	FILE_AOT_BWD_METRICS,
	FILE_BREAK_REASON,
	FILE_RECOMPILE_REASONS,
	FILE_ORIGINAL_BYTECODE,
	FILE_MODIFIED_BYTECODE,
	FILE_TORCH_VERSION,
	FILE_CACHE,
	FILE_COLLECTIVES,
	FILE_OUTPUT_GRAPH,
	FILE_GRAPH,
	FILE_OUTPUT_CODE,
	FILE_RUNNABLE,
	FILE_GUARDS,
	FILE_DYNAMO_ERROR,
	FILE_EXPORT,
	FILE_TRACE_LOG,
	FILE_CONSOLE,
	FILE_RAW_LOG,
	FILE_RAW_JSONL,
	FILE_COMPILE_DIRECTORY,
	FILE_CHROMIUM_EVENTS,
	FILE_OTHER
};

/* What is wrong with the bytes of a page, as far as they tell themselves. */
enum file_damage {
	PAGE_SOUND,
	PAGE_EMPTY,
	PAGE_NULS,		/* NUL bytes are in it */
	PAGE_BLANK,		/* nothing but NUL bytes */
	PAGE_CUT,		/* its form has an end, which is not there */
	PAGE_RENAMED		/* its name is the MD5 of something else */
};

struct captured_file {
	struct slice path;		/* relative to the run's root */
	struct slice path_bytes;	/* the same; absent: path is exact */
	struct slice name;		/* without number and extension */
	int64_t number;			/* UNKNOWN_INT if it has none */
	enum file_kind kind;
	const char *kind_name;		/* as artifacts.kind shows it */
	struct compile_key key;		/* rank is set at the root too */
	bool has_folder;		/* lies in a compile's folder */
	bool long_folder;		/* "CA_F_C_A", not "F_C_A" */
	bool is_loose;			/* a page outside of its folder */
	bool is_notice;			/* a reason file that is a notice */
	bool is_runtime;		/* metrics of what ran */
	bool is_compared;		/* a log beside it has its record */
	bool is_recorded;		/* its record was found */
	bool is_replaced;		/* what it shows is dropped */
	bool is_told;			/* a problem row tells of a loss */
	enum file_damage damage;
	/* Of what it shows, to be compared with its record's; 0: unknown. */
	uint64_t digest;
	int64_t attempt;		/* NO_ID if there is none */
	int64_t bytes;
	/*
	 * A record that only a log has: a file that is none. order sorts it
	 * among its like, instance is what the log tells.
	 */
	bool from_log;
	/* The page of the record that is gone: its number is known, too. */
	struct slice page;
	int64_t order;			/* offset in the log; or number */
	int64_t instance;
	size_t log_file;		/* the log, in files */
	int64_t log_offset;		/* of the record's line */
	char hash[33];			/* SHA-256, first 32 hex digits */
	size_t content;			/* in the run's contents (store) */
};

/* Where a file stands among the pages: it is one, or one that is gone. */
static inline bool
file_is_page(const struct captured_file *file)
{
	return !file->from_log || file->page.at;
}

/* The path of a page, also of one that is gone. */
static inline struct slice
file_page_path(const struct captured_file *file)
{
	return file->page.at ? file->page : file->path;
}

struct captured_metrics {
	size_t file;
	struct metrics metrics;		/* of the page */
	const struct metrics *log;	/* the log's record of it, or NULL */
	bool damaged;			/* the page is cut */
};

struct captured_reason {
	size_t file;
	struct reason reason;
};

struct captured_recompile {
	size_t file;
	recompile_reason_array reasons;
};

struct captured_bytecode {
	size_t file;
	struct slice function;		/* as in the file name */
	struct packed_text listing;	/* in the capture's listings */
};

struct captured_cache {
	size_t file;
	struct slice cache, state;
	struct slice key, reason;	/* from the JSON; absent: not named */
};

struct captured_graph {
	size_t file;
	struct graph graph;
};

struct captured_collectives {
	size_t file;
	slice_array names;	/* in the order of the schedule */
};

/* What a message of a console text is. */
enum console_message {
	MESSAGE_BREAK,
	MESSAGE_SUPPRESSED,	/* a break whose text was printed before */
	MESSAGE_NOTICE,
	MESSAGE_TWIN,		/* WON'T CONVERT, log of a break */
	MESSAGE_RECOMPILE,
	MESSAGE_LIMIT,
	MESSAGE_FAILURE,
	/* breaks that may be printed in other words, too: */
	MESSAGE_ITEM,		/* default warning, has a place */
	MESSAGE_WARNED,		/* default warning, has a kind */
	MESSAGE_EXPLAINED	/* by explain() */
};

struct captured_console {
	size_t file;
	enum console_message message;
	struct compile_key key;
	int64_t attempt;
	int64_t offset;
	struct reason reason;		/* breaks, notices, twins, failures */
	recompile_reason_array reasons;
	struct slice path;		/* the place that the text names */
	int64_t line;
	struct slice function;
	struct slice type, text;	/* of a failure or limit */
	bool ran;			/* it failed as compiled code ran */
	bool backward;			/* … as its backward was compiled */
	int64_t instance;		/* of a recompile without an id */
};

struct captured_failures {
	size_t file;
	failure_row_array rows;
};

struct captured_index {
	size_t file;
	index_entry_array entries;
	bool is_export;
};

/* A file that index.html or compile_directory.json names and that is gone. */
struct missing_file {
	struct slice path;
	size_t named_by;		/* in files */
	bool in_log;			/* its record was read instead */
	bool is_taken;			/* by the log's groups */
};

struct capture {
	struct arena arena;
	struct intern_table texts;
	struct problem_list problems;
	ARRAY_OF(struct captured_file) files;	/* in order of path */
	slice_array empty_folders;	/* paths, any bytes */
	ARRAY_OF(struct missing_file) missing;
	struct row_index missing_by_path;
	ARRAY_OF(struct captured_metrics) metrics;
	ARRAY_OF(struct captured_reason) reasons;
	ARRAY_OF(struct captured_recompile) recompiles;
	ARRAY_OF(struct captured_bytecode) bytecodes;
	struct text_pack *listings;	/* the texts of bytecodes */
	ARRAY_OF(struct captured_cache) caches;
	ARRAY_OF(struct captured_graph) graphs;
	ARRAY_OF(struct captured_collectives) collectives;
	ARRAY_OF(struct captured_console) console;
	ARRAY_OF(struct captured_failures) failure_pages;
	ARRAY_OF(struct captured_index) indexes;
	/* Compiles that files of a report in part name, as often as they do. */
	ARRAY_OF(struct compile_key) mentioned;
	bool is_console;		/* the run is a console text */
	/*
	 * It is a single file of a report, or files without failures page,
	 * compile folders and log: what tlparse makes of these besides is
	 * read, too, and counts are not known.
	 */
	bool is_part;
	struct log_records log;
	struct slice torch_version, torch_commit;
	slice_array torch_roots;	/* folders of torch, with final '/' */
};

void capture_init(struct capture *capture);
void capture_release(struct capture *capture);

/*
 * Bring the records into the order of their files, which is that of the paths:
 * an archive hands files out in its own order.
 */
void capture_sort(struct capture *capture);

/*
 * Take away what was read of the files that are replaced, but for what was
 * read last where a log's record took the place.
 */
void capture_drop_replaced(struct capture *capture);

/* Make the texts of a record the capture's own. */
void capture_own_reason(struct capture *capture, struct reason *reason);
void capture_own_metrics(struct capture *capture, struct metrics *metrics);
void capture_own_specialization(struct capture *capture,
    struct specialization *row);
void capture_own_guard(struct capture *capture, struct guard_added *row);
void capture_own_stack(struct capture *capture, stack_array *stack);
void capture_own_rows(struct capture *capture, failure_row_array *rows);
void capture_own_index(struct capture *capture, index_entry_array *entries);
void capture_own_recompiles(struct capture *capture,
    recompile_reason_array *reasons);
void capture_own_graph(struct capture *capture, struct graph *graph);

#endif
