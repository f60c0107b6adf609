/*
 * gbq.h - the public C API of gbq: index what torch.compile leaves behind
 * into one SQLite file, and read it again.
 *
 * The library never prints and never ends the process, unless memory is out:
 * then it says so and ends it with status 6. Texts that a call returns are
 * borrowed: they hold until the next call on the same handle. A handle belongs
 * to one thread at a time.
 *
 * libgbq exports what is declared here and nothing else. Functions and their
 * arguments stay in all versions of one major number; structs that gbq fills
 * or reads may get members at their end, so initialise them with { 0 }.
 */
#ifndef GBQ_H
#define GBQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GBQ_VERSION "0.1.0"

/*
 * Version of what reads files into rows, runs.reader: one more where the same
 * files give other rows, so that runs of two are compared with care.
 */
#define GBQ_READER 2

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* How a call ended; gbq_error_text() has the words. */
enum gbq_status {
	GBQ_OK,			/* done */
	GBQ_USAGE,		/* the caller asked for something impossible */
	GBQ_NO_INPUT,		/* there is no input that gbq reads */
	GBQ_PARTIAL,		/* some inputs could not be used */
	GBQ_DATABASE,		/* not a gbq database, damaged, or SQL error */
	GBQ_LIMIT,		/* a limit or timeout was reached, no memory */
	GBQ_IO,			/* I/O error or disk full */
	GBQ_BUSY,		/* locked by another process: try again */
	GBQ_INTERRUPTED		/* stopped by the user */
};

/* The exit status of a program for a status: 0, 2 to 6, 74, 75 or 130. */
int gbq_exit_code(enum gbq_status status);

struct gbq;			/* a database that is, or can be, open */
struct gbq_query;		/* a statement that is being read */

/* How to open a database. */
enum gbq_mode {
	GBQ_READ,		/* must exist, is never changed */
	GBQ_WRITE,		/* made if it is not there */
	GBQ_MEMORY,		/* a new one that lives as long as the handle */
	GBQ_UPGRADE		/* must exist; for gbq_upgrade() only */
};

/* A new handle; gbq_free() closes what it has open. */
struct gbq *gbq_new(void);
void gbq_free(struct gbq *gbq);

/*
 * Open a database file, closing what is open; path is ignored with GBQ_MEMORY.
 * GBQ_DATABASE: it is none, or of another schema version.
 */
enum gbq_status gbq_open(struct gbq *gbq, const char *path,
    enum gbq_mode mode);

/*
 * Open a cluster to read, closing what is open: "clickhouse://USER@HOST:PORT/
 * DATABASE". Runs are found with gbq_find_run(); run_id is the cluster's own
 * number. Saved queries over all runs, and those that answer a question, are
 * asked of the cluster. Other saved queries and sides of a diff fetch the rows
 * of the runs that were found. gbq_prepare() asks the cluster the SQL as it is.
 * GBQ_IO: no server answers; GBQ_DATABASE: it refuses.
 */
enum gbq_status gbq_open_cluster(struct gbq *gbq, const char *address);

/* Whether a cluster is open. */
bool gbq_is_cluster(const struct gbq *gbq);

/*
 * Close what is open, if anything is. GBQ_IO: what was written may not last;
 * what was there before does.
 */
enum gbq_status gbq_close(struct gbq *gbq);

/* The text of the last call that failed, without newline; never NULL. */
const char *gbq_error_text(const struct gbq *gbq);

/* ---- ingest ---- */

/* What became of one run of an ingest. */
enum gbq_outcome {
	GBQ_ADDED,		/* it is a new run of the database */
	GBQ_UNCHANGED,		/* the same bytes were ingested before */
	GBQ_REPLACED,		/* it took the place of the run of that name */
	GBQ_REFUSED,		/* not stored; message says why */
	GBQ_SKIPPED,		/* a part of an input left out: message */
	GBQ_FOUND		/* dry_run: it would be read */
};

struct gbq_tag {
	const char *key, *value;
};

/* How far an ingest has come. */
struct gbq_progress {
	size_t done, units;	/* runs in folders, archives */
	int64_t done_bytes, bytes;	/* of these */
};

/* Zeroed, this is the default. */
struct gbq_ingest_options {
	const char *name;	/* of the run; NULL: from the path */
	bool replace;		/* supersede the run of that name */
	bool no_content;	/* store only the hashes of files */
	const char *with_console;	/* console text of the run, or NULL */
	bool rehash;		/* read also what seems unchanged */
	bool dry_run;		/* only tell what there is; needs no database */
	size_t jobs;		/* threads that read; 0 and 1: none */
	/* What an archive may cost; 0: the default. */
	int64_t limit_bytes, limit_entries, limit_ratio;
	const struct gbq_tag *tags;
	size_t tag_count;
	/* Called now and then by the calling thread, or NULL. */
	void (*progress)(void *data, const struct gbq_progress *progress);
};

struct gbq_ingest_result {
	enum gbq_outcome outcome;
	enum gbq_status status;	/* of what was refused */
	int64_t run_id;		/* 0 unless it is stored */
	const char *name;
	const char *path;
	const char *kind;	/* "report", "trace", "console"; or NULL */
	const char *message;	/* NULL where there is nothing to say */
	int64_t files, bytes;	/* of what was found */
	int64_t problems, losses;	/* of what is stored */
};

typedef void gbq_ingest_function(void *data,
    const struct gbq_ingest_result *result);

/*
 * Read reports, traces, console texts, archives and folders of them; each run
 * is one transaction. The function (may be NULL) is called for every run, in
 * an order that does not depend on the number of jobs, and for every input
 * that was refused. GBQ_PARTIAL: some were taken; GBQ_NO_INPUT: there was
 * none; another status where all were refused for the same reason.
 */
enum gbq_status gbq_ingest_paths(struct gbq *gbq, const char *const *paths,
    size_t path_count, const struct gbq_ingest_options *options,
    gbq_ingest_function *function, void *data);

/* The same for one path. */
enum gbq_status gbq_ingest(struct gbq *gbq, const char *path,
    const struct gbq_ingest_options *options, gbq_ingest_function *function,
    void *data);

/* Remove a run and what only it used. */
enum gbq_status gbq_remove_run(struct gbq *gbq, int64_t run_id);

/* Give a run another name. GBQ_USAGE: it is empty. */
enum gbq_status gbq_rename_run(struct gbq *gbq, int64_t run_id,
    const char *name);

/*
 * Set tags of a run, or remove those with a value of NULL: all of them or, on
 * an error, none. GBQ_NO_INPUT: the run has no tag of a name to remove.
 */
enum gbq_status gbq_edit_tags(struct gbq *gbq, int64_t run_id,
    const struct gbq_tag *tags, size_t count);

/* ---- runs from one database to another ---- */

/* What to leave out of a copy. Any of them leaves out contents, too. */
struct gbq_redaction {
	bool paths;		/* parts of paths become hashes */
	bool source;		/* source lines, reasons but their first line */
	bool values;		/* of contexts, explanations and guards */
};

/*
 * Whether runs can be copied: both databases are of this version of gbq.
 * GBQ_DATABASE: they are not. The text of an error is to's.
 */
enum gbq_status gbq_check_copy(struct gbq *to, struct gbq *from);

/*
 * Copy a run in one transaction; redaction NULL: all of it. If to has a run of
 * the same run_key, *added is false and *new_id that run's. The text of an
 * error is to's.
 */
enum gbq_status gbq_copy_run(struct gbq *to, struct gbq *from,
    int64_t run_id, const struct gbq_redaction *redaction, int64_t *new_id,
    bool *added);

/* ---- runs to a cluster ---- */

/* What became of a run. */
enum gbq_push_outcome {
	GBQ_PUSH_ADDED,
	GBQ_PUSH_CHANGED,	/* sent in place of an older state of it */
	GBQ_PUSH_UNCHANGED,	/* the cluster has it; nothing was sent */
	GBQ_PUSH_REPAIRED	/* verify: it differed there, sent again */
};

/* Zeroed but for the URL, this is the default. */
struct gbq_push_options {
	/*
	 * clickhouse://USER@HOST:PORT/DATABASE, clickhouses:// with TLS. The
	 * password comes from $GBQ_CLICKHOUSE_PASSWORD or the file that
	 * $GBQ_CLICKHOUSE_PASSWORD_FILE names.
	 */
	const char *url;
	const char *layout;	/* single, cluster=NAME, cloud; or NULL */
	bool init;		/* make database and tables, or move them on */
	bool verify;		/* compare all runs with what is there */
	int tries;		/* of a request that may pass; 0: 5 */
	/* Called now and then by the calling thread, or NULL. */
	void (*progress)(void *data, const struct gbq_progress *progress);
};

struct gbq_push_result {
	enum gbq_push_outcome outcome;
	int64_t run_id;		/* in this database */
	const char *name;
	int64_t rows;		/* that were sent; 0 where it is unchanged */
};

/* What all came to. */
struct gbq_push_totals {
	int64_t added, changed, unchanged, repaired;	/* runs */
	int64_t differing;	/* runs that differ even after a repair */
	int64_t rows, bytes, posts;	/* sent; bytes are gzip */
	int64_t made;		/* definitions that init carried out */
};

typedef void gbq_push_function(void *data,
    const struct gbq_push_result *result);

/*
 * Send the rows that the public views have of runs to a ClickHouse server or
 * cluster, without contents; run_ids are ascending. What the cluster has
 * unchanged is not sent. Killed at any moment and called again, it goes on.
 * The function (may be NULL) is called for each run that is there. GBQ_USAGE:
 * the URL or layout is wrong; GBQ_IO: no server answers; GBQ_DATABASE: it
 * refuses, or has no tables (init); GBQ_BUSY: it has too much to do.
 */
enum gbq_status gbq_push(struct gbq *gbq, const int64_t *run_ids,
    size_t run_count, const struct gbq_push_options *options,
    gbq_push_function *function, void *data, struct gbq_push_totals *totals);

/*
 * Call the function with each statement that makes the tables for a layout and
 * a version of the server ("18.16", "24.8"). GBQ_USAGE: one of them is wrong.
 */
enum gbq_status gbq_push_definitions(struct gbq *gbq, const char *layout,
    const char *database, const char *version,
    void (*function)(void *data, const char *sql), void *data);

/* ---- contents ---- */

/* Takes a piece of a content; false stops the reading (GBQ_IO). */
typedef bool gbq_content_function(void *data, const char *bytes, size_t len);

/*
 * Read the bytes of a hash (artifacts.hash, 32 hex digits) piece by piece.
 * GBQ_NO_INPUT: the database does not have them (artifacts.stored is 0);
 * GBQ_DATABASE: they are damaged, and what was given before may be wrong.
 */
enum gbq_status gbq_content(struct gbq *gbq, const char *hash,
    gbq_content_function *function, void *data);

typedef void gbq_message_function(void *data, const char *text);

/*
 * Write the files of a run below a folder that does not exist or is empty,
 * as they were. The function (may be NULL) is told of each that could not be
 * written. GBQ_NO_INPUT: contents of the run were not kept; GBQ_USAGE: the
 * folder is not empty; GBQ_PARTIAL: some files could not be written;
 * GBQ_DATABASE: some are damaged, the others are written.
 */
enum gbq_status gbq_extract(struct gbq *gbq, int64_t run_id,
    const char *folder, gbq_message_function *function, void *data);

/* ---- search ---- */

enum gbq_search_what {
	GBQ_SEARCH_LINES,	/* lines that match */
	GBQ_SEARCH_COUNTS,	/* how many lines of each file match */
	GBQ_SEARCH_FILES	/* which files have one */
};

/* Zeroed, this is the default, but for the runs. */
struct gbq_search_options {
	const int64_t *runs;	/* to be searched, ascending */
	size_t run_count;
	enum gbq_search_what what;
	bool fixed;		/* the pattern is the text itself */
	bool ignore_case;
	const char *in;		/* files that are: graph, code, runnable,
				 * guards, reason, bytecode; NULL: all */
	int64_t max_lines;	/* of a file; 0: all */
	size_t context;		/* lines around each that matches */
	size_t jobs;		/* threads; 0 and 1: none */
};

/* A file that has the bytes; texts may be NULL, numbers below 0: not known. */
struct gbq_search_file {
	int64_t run_id, rank, process;
	const char *run, *path, *compile_id, *kind;
};

struct gbq_search_line {
	int64_t number;		/* from 1 */
	const char *text;	/* without newline; may be no UTF-8 */
	size_t len;
	bool is_context;	/* it stands around one that matches */
	size_t start, end;	/* of the first match in it */
};

/*
 * What was found in a content, with all files that hold it. Lines of one
 * content may come in several calls.
 */
struct gbq_search_hit {
	const struct gbq_search_file *files;
	size_t file_count;
	const struct gbq_search_line *lines;	/* GBQ_SEARCH_LINES */
	size_t line_count;
	int64_t count;		/* GBQ_SEARCH_COUNTS: lines that match */
	bool is_binary;		/* it matches, but is no text: no lines */
	bool is_more;		/* of the same files as the call before */
};

/* What was searched. */
struct gbq_search_totals {
	int64_t files;		/* of the runs, as options->in says */
	int64_t not_kept;	/* of these, that the database lacks */
	int64_t contents, bytes; /* different ones, that are searched */
};

/* False: stop. */
typedef bool gbq_search_function(void *data,
    const struct gbq_search_hit *hit);

/*
 * Search stored files line by line for a regular expression of PCRE2. Files
 * come in the order of runs and paths, each content once: where it comes
 * first. The order does not depend on jobs. Text is UTF-8, \w, \d, \s and \b
 * are ASCII. A file is binary where its first 32 KiB have NULs and are no
 * UTF-8, or have more NULs than lines. A line above 16 MiB is searched in
 * parts. GBQ_USAGE: a bad pattern, the text says where; GBQ_LIMIT: a line
 * takes too many steps to match. totals may be NULL.
 */
enum gbq_status gbq_search(struct gbq *gbq, const char *pattern,
    const struct gbq_search_options *options, gbq_search_function *function,
    void *data, struct gbq_search_totals *totals);

/* ---- runs ---- */

/*
 * The run that a text names, of a database or a cluster. "id:12", "name:TEXT",
 * "key:HEX" (what its run_key begins with), "@latest" and "@-1" (the one
 * before) mean that only. Else the first of these that finds one: an exact
 * name (the newest run of it), "NAME@latest" and "NAME@-1", a number, six hex
 * digits and more that a run_key begins with, "TAG=VALUE" (the newest run that
 * has it), a glob that matches one name. GBQ_NO_INPUT: there is none;
 * GBQ_USAGE: a glob or a run_key matches several, or the text can be no run.
 */
enum gbq_status gbq_find_run(struct gbq *gbq, const char *text,
    int64_t *run_id);

/* ---- queries ---- */

/*
 * All SQL of this API can only read: writes, ATTACH, file functions and
 * settings are refused, whatever the mode the database was opened with.
 */

enum gbq_type {
	GBQ_NULL,
	GBQ_INTEGER,
	GBQ_REAL,
	GBQ_TEXT,
	GBQ_BLOB
};

/* The value of a column; a NUL follows the bytes of a text. */
struct gbq_value {
	enum gbq_type type;
	int64_t integer;
	double real;
	const char *bytes;	/* GBQ_TEXT, GBQ_BLOB; else NULL */
	size_t len;
};

/* Called now and then while a query works; true stops it. */
typedef bool gbq_stop_function(void *data);

/* Limits of the queries to come; zeroed: none. */
struct gbq_limits {
	double timeout_s;		/* of one statement */
	gbq_stop_function *stop;	/* asked now and then; or NULL */
	void *stop_data;
	/*
	 * What SQLite may take in the whole process. A statement that needs
	 * more fails with GBQ_LIMIT.
	 */
	int64_t memory_bytes;
};

void gbq_set_limits(struct gbq *gbq, const struct gbq_limits *limits);

/*
 * Whether a statement is at work so many seconds after its time limit: in one
 * function of SQL, which nothing stops. May be asked in a signal handler.
 */
bool gbq_is_late(const struct gbq *gbq, double seconds);

/*
 * Prepare the first statement of sql. *rest (may be NULL) receives what
 * follows it. *query is NULL, the status GBQ_OK, where there is only space or
 * comment.
 */
enum gbq_status gbq_prepare(struct gbq *gbq, struct gbq_query **query,
    const char *sql, const char **rest);

/* Prepare a saved query by name; the parameters not set are NULL. */
enum gbq_status gbq_prepare_saved(struct gbq *gbq, struct gbq_query **query,
    const char *name);

/* Whether the statement has a parameter of that name (without colon). */
bool gbq_has_parameter(const struct gbq_query *query, const char *name);

/*
 * Set a parameter (without colon). gbq_bind() takes what looks like a number
 * for one. GBQ_USAGE where there is no such parameter.
 */
enum gbq_status gbq_bind(struct gbq_query *query, const char *name,
    const char *value);
enum gbq_status gbq_bind_text(struct gbq_query *query, const char *name,
    const char *value);
enum gbq_status gbq_bind_integer(struct gbq_query *query, const char *name,
    int64_t value);

/*
 * No more rows will be read: a cluster need not send them. Before the first
 * step.
 */
void gbq_limit_rows(struct gbq_query *query, size_t count);

/* Go to the next row; *row is false at the end. */
enum gbq_status gbq_step(struct gbq_query *query, bool *row);

size_t gbq_column_count(const struct gbq_query *query);
const char *gbq_column_name(const struct gbq_query *query, size_t column);

/* A value of the current row, valid until the next gbq_step(). */
struct gbq_value gbq_column(const struct gbq_query *query, size_t column);

/* End a query; NULL is allowed. */
void gbq_finish(struct gbq_query *query);

/* ---- diff ---- */

/* One side of a diff, in memory: a run, or what its baseline file says. */
struct gbq_side;

enum { GBQ_SIDE_BASE, GBQ_SIDE_NEW, GBQ_SIDES };

/* Read a run. It may come from another handle than the other side. */
enum gbq_status gbq_side_of_run(struct gbq *gbq, int64_t run_id,
    struct gbq_side **side);

/*
 * Read a baseline file, pipe or FIFO. GBQ_USAGE: a line is wrong, the text
 * says which. GBQ_LIMIT: it has more than 64 MiB.
 */
enum gbq_status gbq_side_of_baseline(struct gbq *gbq, const char *path,
    struct gbq_side **side);

/*
 * The same for a text that may be a run's name instead: *side is NULL where no
 * baseline file is of that path. A pipe or FIFO is read, once.
 */
enum gbq_status gbq_side_of_baseline_if(struct gbq *gbq, const char *path,
    struct gbq_side **side);

/* The side's sites as the text of a baseline file; free() it. */
char *gbq_baseline_text(const struct gbq_side *side);

void gbq_side_free(struct gbq_side *side);

enum gbq_diff_state {
	GBQ_STATE_SAME,
	GBQ_STATE_MOVED,	/* same break, other line, function or file */
	GBQ_STATE_CHANGED,	/* same place, other kind or wording */
	GBQ_STATE_GONE,
	GBQ_STATE_NEW,
	GBQ_STATES
};

/* "same", "moved", "changed", "gone", "new". */
const char *gbq_state_name(enum gbq_diff_state state);

#define GBQ_NO_LINE INT64_MIN

/* The run of a side; texts may be NULL, numbers below 0: not known. */
struct gbq_diff_run {
	const char *name, *run_key, *source_path;
	const char *torch_version, *torch_commit;
	const char *counts_are, *source_kind;
	int64_t run_id;			/* 0: none */
	int64_t ranks, complete, unfinished, failures, unread;
	int64_t losses;			/* problems above a warning */
	const char *loss;		/* what they are, the most first */
	bool is_baseline;
	bool breaks_known;
};

/* Something around the code that differs: torch, a setting, a tag. */
struct gbq_diff_fact {
	const char *key;
	const char *values[GBQ_SIDES];	/* NULL: not there */
};

/* A count or a sum of both sides: integers, seconds, or not known. */
struct gbq_diff_total {
	const char *name;
	struct gbq_value values[GBQ_SIDES];
};

/* A site of graph breaks; texts may be NULL. */
struct gbq_diff_site {
	const char *gb_id, *kind, *detail, *file, *function, *source;
	const char *owner, *library, *hint_class, *ranks;
	const char *via_file, *via_function, *via_source;
	int64_t line, via_line;		/* GBQ_NO_LINE: not known */
	int64_t events, compiles, eager_frames;
	bool own;
	const char *comment;		/* in a baseline file */
	const char *handle;		/* "s3"; NULL: in a baseline file */
};

/* A site before and after; one is NULL where it is gone or new. */
struct gbq_diff_pair {
	enum gbq_diff_state state;
	const char *pass;		/* of the matcher; NULL: unpaired */
	const char *note;		/* what differs; NULL: nothing */
	bool uncertain;			/* gone or new, but data was lost */
	const struct gbq_diff_site *sides[GBQ_SIDES];
};

/* A cause of recompiles, or failures of one sort. Texts may be NULL. */
struct gbq_diff_item {
	const char *category;		/* guard class; failure category */
	const char *name;		/* guarded source; fail type */
	const char *text;		/* guard; reason, its first line */
	const char *stage, *file, *function;
	int64_t line;
	int64_t count;			/* recompiles; failures */
	int64_t guard_failures;		/* of a cause */
	const char *handle;		/* of the first: "c2", "f1"; or NULL */
};

struct gbq_diff_item_pair {
	enum gbq_diff_state state;
	const char *pass, *note;
	const struct gbq_diff_item *sides[GBQ_SIDES];
};

/* A compiled frame with those that resume in it. */
struct gbq_diff_frame {
	const char *function, *file;
	int64_t line;
	const char *frames[GBQ_SIDES];	/* "[0, 3]": frame ids */
	double seconds[GBQ_SIDES];	/* below 0: not known or not there */
};

struct gbq_diff_cache {
	const char *cache, *state;
	int64_t counts[GBQ_SIDES];
};

/* A part of a cache key that differs; values cut to where they begin to. */
struct gbq_cache_part {
	const char *name;
	const char *values[GBQ_SIDES];	/* NULL: not in that key */
};

/* A miss in NEW, and the hit or miss in BASE that it stands for. */
struct gbq_diff_cache_key {
	const char *cache, *function, *file;
	int64_t line;
	const char *states[GBQ_SIDES], *keys[GBQ_SIDES];
	const char *compile_ids[GBQ_SIDES];
	bool same_key;			/* the entry was gone, or not taken */
	bool parts_known;		/* both sides list the key's parts */
	const struct gbq_cache_part *parts;
	size_t part_count;
};

/* Graphs of one stage of one frame whose normalised hashes differ. */
struct gbq_diff_graph {
	const char *stage, *function, *file;
	int64_t line;
	int64_t counts[GBQ_SIDES];	/* of graphs */
	int64_t equal;			/* that both sides have */
	const char *only[GBQ_SIDES];	/* JSON: compiles of the others */
};

#define GBQ_DIFF_LIST(type) \
	struct { const struct type *items; size_t count; }

struct gbq_diff {
	const char *verdict;	/* better, worse, mixed, same, unknown */
	const char *why;	/* one line */
	const char *progress;	/* more, in a second line; or NULL */
	const char *doubt;	/* why a side may have more than it shows; or
				   NULL */
	struct gbq_diff_run runs[GBQ_SIDES];
	GBQ_DIFF_LIST(gbq_diff_fact) environment;
	GBQ_DIFF_LIST(gbq_diff_total) totals;
	GBQ_DIFF_LIST(gbq_diff_pair) sites;	/* new, gone, changed, … */
	GBQ_DIFF_LIST(gbq_diff_item_pair) recompiles;
	GBQ_DIFF_LIST(gbq_diff_item_pair) failures;
	GBQ_DIFF_LIST(gbq_diff_frame) time;	/* largest change first */
	GBQ_DIFF_LIST(gbq_diff_cache) cache;
	GBQ_DIFF_LIST(gbq_diff_cache_key) cache_keys;	/* that changed */
	GBQ_DIFF_LIST(gbq_diff_graph) graphs;
	size_t states[GBQ_STATES];		/* sites of each state */
};

struct gbq_map {
	const char *from, *to;
};

/* Zeroed, this is the default. */
struct gbq_diff_options {
	bool exact;		/* link what is equal in all parts only */
	bool own;		/* sites in one's own code only */
	const struct gbq_map *maps;	/* folders or files: old, new */
	size_t map_count;
};

/*
 * Compare two sides. The diff borrows from them; free it first. Its sums are
 * checked: GBQ_DATABASE where they do not add up, which is a bug.
 */
enum gbq_status gbq_diff_sides(struct gbq *gbq, const struct gbq_side *base,
    const struct gbq_side *newer, const struct gbq_diff_options *options,
    struct gbq_diff **diff);

void gbq_diff_free(struct gbq_diff *diff);

/* The total of that name, or NULL. */
const struct gbq_diff_total *gbq_diff_total(const struct gbq_diff *diff,
    const char *name);

/* ---- gate ---- */

#define GBQ_NO_LIMIT (-1)

/* What a run must keep to. gbq_gate_init() sets: nothing but complete. */
struct gbq_gate_limits {
	int64_t max_sites, max_events, max_recompiles, max_failures;
	double max_time_s;		/* of compiling; below 0: no limit */
	bool own;			/* sites and events of own code only */
	bool allow_incomplete;
	bool allow_unread;		/* messages that were not understood */
	const struct gbq_side *baseline; /* no site that it does not have */
	const struct gbq_side *allowed;	/* sites that do not count; or NULL */
};

void gbq_gate_init(struct gbq_gate_limits *limits);

/* One rule and what became of it. */
struct gbq_gate_rule {
	const char *name;		/* "max-sites", "baseline", … */
	const char *text;		/* "3 sites, at most 2 allowed" */
	struct gbq_value value, limit;	/* GBQ_NULL: not known; none */
	bool checked;			/* false: no limit was given */
	bool passed;			/* of what was not checked: true */
};

/* A site that counts against a rule. */
struct gbq_gate_site {
	const char *rule;
	const struct gbq_diff_site *site;
};

struct gbq_gate {
	bool passed;
	GBQ_DIFF_LIST(gbq_gate_rule) rules;	/* all that there are */
	GBQ_DIFF_LIST(gbq_gate_site) sites;	/* of rules not passed */
	size_t allowed_sites;			/* left out of the counts */
	size_t gone_sites;		/* the baseline has, the run has not */
	size_t changed_sites;		/* other kind than in the baseline */
};

/* Judge a run; borrows from the sides. */
enum gbq_status gbq_gate_side(struct gbq *gbq, const struct gbq_side *side,
    const struct gbq_gate_limits *limits, struct gbq_gate **gate);

void gbq_gate_free(struct gbq_gate *gate);

/* The run of a side, and the site without a comment; NULL: all have one. */
const struct gbq_diff_run *gbq_side_run(const struct gbq_side *side);
const struct gbq_diff_site *gbq_side_uncommented(const struct gbq_side *side);

/* ---- trust ---- */

/*
 * What must hold in every database, and the query that selects what breaks it;
 * NULL: no query can tell.
 */
struct gbq_invariant {
	const char *id, *help, *sql;
};

/* All invariants, in the order in which they are checked. */
const struct gbq_invariant *gbq_invariant_list(struct gbq *gbq,
    size_t *count);

/* An invariant that a run breaks. */
struct gbq_finding {
	const char *invariant, *help;
	int64_t run_id;		/* 0: it concerns no single run */
	const char *run;	/* its name, or NULL */
	int64_t rows;		/* that break it */
	const char *first;	/* of these, in words */
};

typedef void gbq_finding_function(void *data,
    const struct gbq_finding *finding);

/*
 * Check the whole database, stored contents too; the function is called for
 * each invariant and run that breaks it. GBQ_OK: all was checked, whatever was
 * found.
 */
enum gbq_status gbq_check(struct gbq *gbq, gbq_finding_function *function,
    void *data);

/*
 * Move a database that was opened with GBQ_UPGRADE to the newest schema
 * version. *from and *to (may be NULL) are the versions before and after.
 */
enum gbq_status gbq_upgrade(struct gbq *gbq, int *from, int *to);

/*
 * Compute all rows of a run anew from its stored contents, in one transaction.
 * Its number, name and tags stay. GBQ_PARTIAL: contents were not kept, the run
 * is as before; GBQ_NO_INPUT: there is no such run.
 */
enum gbq_status gbq_rebuild_run(struct gbq *gbq, int64_t run_id);

/* ---- documentation ---- */

struct gbq_parameter {
	const char *name, *help;
};

/* A saved query (sql/NAME.sql). */
struct gbq_saved {
	const char *name, *help;
	const char *columns;	/* their names, or NULL */
	const char *table;	/* those worth a terminal's width, or NULL */
	const char *question;	/* that it answers; NULL: it serves a command */
	const char *sql;	/* the whole text, header too */
	const char *clickhouse;	/* what a cluster is asked, or NULL */
	const char *tag_column;	/* column with values of tags, or NULL */
	bool has_other_runs;	/* it reads more runs than its parameters */
	const struct gbq_parameter *parameters;
	size_t parameter_count;
};

/* The saved queries by name, and one of them; NULL if there is none. */
const struct gbq_saved *gbq_saved_list(struct gbq *gbq, size_t *count);
const struct gbq_saved *gbq_saved_find(struct gbq *gbq, const char *name);

struct gbq_column_doc {
	const char *name, *help;
	const char *type;	/* "INTEGER", …; "" where SQL gives none */
};

/* A public view of the database. */
struct gbq_view_doc {
	const char *name, *help;
	const char *sql;	/* CREATE VIEW … */
	const struct gbq_column_doc *columns;
	size_t column_count;
};

/* The views, sorted by name, and one of them; NULL if there is none. */
const struct gbq_view_doc *gbq_view_list(struct gbq *gbq, size_t *count);
const struct gbq_view_doc *gbq_view_find(struct gbq *gbq, const char *name);

/* An SQL function of the program and of the loadable extension. */
struct gbq_function_doc {
	const char *name;
	const char *call;	/* "content(hash)" */
	const char *help;
};

/* The functions, those for people first. */
const struct gbq_function_doc *gbq_function_list(size_t *count);

/*
 * The part of a file's path that people are told, as column short_file has it:
 * the end of path, which it points into.
 */
const char *gbq_short_path(const char *path);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
