/*
 * rows.h - a run after the join, as the store takes it: one struct a table
 * row. Texts are interned (equal texts have equal pointers) and belong to the
 * capture; indexes name rows of the same run, SIZE_MAX for none.
 */
#ifndef GBQ_MODEL_ROWS_H
#define GBQ_MODEL_ROWS_H

#include "model/capture.h"
#include "model/guard_text.h"
#include "model/match_key.h"
#include "model/place.h"

#define NO_ROW SIZE_MAX

/* Where something happened; all parts may be unknown. */
struct place {
	struct slice file;
	int64_t line;
	struct slice function;		/* resumed function's name */
	struct slice source;
};

enum compile_status {
	COMPILE_OK,		/* a graph with at least one op */
	COMPILE_EMPTY,		/* finished without any op */
	COMPILE_SKIPPED,	/* the frame runs eager */
	COMPILE_FAILED,
	COMPILE_LIMIT,		/* hit the recompile limit */
	COMPILE_UNFINISHED,	/* started, no metrics */
	COMPILE_UNKNOWN		/* the report has no metrics pages */
};

const char *compile_status_name(enum compile_status status);

/* One compiled frame: all attempts of one instance of a compile id. */
struct compile_row {
	struct compile_key key;
	int64_t instance;
	int64_t attempts;		/* UNKNOWN_INT if not told */
	struct place frame;		/* line: co_firstlineno */
	struct slice frame_name;	/* as torch names it */
	struct owner owner;
	enum compile_status status;
	struct slice tlparse_status;
	const struct metrics *metrics;		/* forward; NULL: none */
	const struct metrics *page;	/* with the tables of its page */
	const struct log_compile *log;	/* NULL: no log tells of it */
	struct slice started_at, ended_at;	/* UTC; or absent */
	const struct metrics *backward;		/* bwd page; NULL: none */
	double lost_restart_s, lost_skip_s;	/* NaN: not known */
	int64_t graphs;			/* UNKNOWN_INT without metrics */
	int64_t graphs_captured;
	int64_t restart_rows, break_events;
	int64_t recompile_rows, guard_rows;	/* of recompile_row, so far */
	bool is_recompile;
	bool limit_hit;
	bool has_row;			/* the failures page tells of metrics */
	int64_t first_file_number;	/* UNKNOWN_INT: no files */
	int64_t first_order;		/* its files' smallest order */
	int64_t last_attempt;
	size_t first_event;		/* of its reason files; NO_ROW */
	size_t reason_events;		/* that many stand together */
	size_t next_found, next_no_resume;	/* of them, where to go on */
	const stack_array *stack;	/* last: the compiled frame; or NULL */
	struct place entry;	/* the call of compiled code that led here */
};

enum evidence {
	EVIDENCE_REASON,
	EVIDENCE_RESTART,
	EVIDENCE_FAILURE,
	EVIDENCE_CONSOLE
};

const char *evidence_name(enum evidence evidence);

struct event_row {
	size_t compile;			/* NO_ROW: no compile has it */
	struct compile_key key;
	int64_t attempt;
	size_t site;
	enum evidence evidence;
	enum break_form form;
	const struct reason *reason;	/* parsed text */
	struct slice body;		/* its text with "\n", if looked at */
	bool is_mended;		/* its file is damaged, this is a restart's */
	bool has_restart;		/* a restart row names it */
	struct slice gb_id;		/* by text or registry; or absent */
	struct slice kind;
	struct slice detail;
	const char *hint_class;
	const char **hint_classes;	/* of each hint of the first part */
	struct slice consequence_gb_id;
	struct place place;
	const char *place_from;		/* NULL: no place */
	struct owner owner;
	struct place via, own, caller;
	size_t same_as;		/* event whose stack is this one's; NO_ROW */
	int64_t frame_line;		/* of the compiled frame in the stack */
	size_t frame_depth;		/* its index in the stack; NO_ROW */
	size_t file, twin;		/* in capture.files; NO_ROW */
	double lost_restart_s, lost_skip_s;	/* its share */
};

enum restart_class {
	RESTART_GRAPH_BREAK,
	RESTART_AUTOGRAD_GRAD,
	RESTART_REQUIRES_GRAD,
	RESTART_UNSPECIALIZE,
	RESTART_TENSORIFY,
	RESTART_COLLECTIVE,
	RESTART_UNKNOWN
};

const char *restart_class_name(enum restart_class restart_class);

struct restart_row {
	size_t compile;
	int64_t attempt;
	int64_t position;
	enum restart_class restart_class;
	struct slice gb_id;
	size_t event;
	struct slice reason;
};

struct failure_out {
	size_t compile;			/* NO_ROW: no compile has it */
	struct compile_key key;
	int64_t attempt;
	const char *stage;		/* forward, backward, aot_backward */
	const char *category;
	struct slice gb_id, kind;
	size_t event;
	struct slice type, reason;
	struct place place;
	struct place own;
};

struct site_row {
	size_t first_event;
	size_t first_compiled;		/* first event that has a compile */
	int64_t events, compiles, frames, max_compiles_per_frame;
	int64_t eager_frames;
	int64_t first_call_only;	/* 1, 0 or UNKNOWN_INT */
	int64_t cascade_events;		/* UNKNOWN_INT: names do not tell */
	int64_t forms[FORM_ERROR + 1];
	ARRAY_OF(int64_t) ranks;
	double compile_s, lost_restart_s, lost_skip_s;
};

/* A site that goes, most likely, when another one is fixed. */
struct follower_row {
	size_t site, leader;
	const char *why;		/* inlined, one_change, first_call */
};

/* A recompile of what a site's break made torch compile on its own. */
struct below_row {
	size_t compile, site;
	bool resumes;		/* its function resumes after the break */
};

struct recompile_row {
	size_t compile;
	const recompile_reason_array *reasons;
	int64_t first_position;		/* of its guard failures */
	size_t first_guard;		/* of its reasons, in guards */
};

/* A guard failure: one reason of a recompile. */
struct guard_row {
	struct guard_text text;
	size_t cause;			/* NO_ROW: torch gave no reason */
};

/* Guard failures that are one thing to act on. */
struct cause_row {
	enum guard_class guard_class;
	struct slice source;		/* as its first failure names it */
	struct slice root_source;	/* in the outermost of its frames */
	struct slice values;		/* JSON array: wanted and came */
	bool limit_hit;			/* one of its frames hit the limit */
};

struct bytecode_row {
	size_t compile;
	struct slice function;
	size_t original, modified;	/* in capture.files; NO_ROW */
	struct bytecode_change change;
};

struct cache_row {
	size_t compile;			/* NO_ROW: no compile has it */
	const struct captured_cache *cache;
};

struct graph_row {
	size_t compile;
	size_t file;			/* in capture.files */
	const struct graph *graph;
};

struct run_row {
	char run_key[33];		/* 32 hex digits */
	struct slice name, source_path;
	const char *mode, *source_kind, *layout, *counts_are;
	int64_t ranks;
	int64_t complete;		/* 1, 0 or UNKNOWN_INT */
	bool counts_known;	/* false: a part or an export, counts NULL */
	bool expects_metrics;	/* a compile without metrics is unfinished */
	bool restarts_known;	/* false: console text tells of none */
	/* false: neither metrics pages nor a failures page; 0 is NULL */
	bool failures_known;
	int64_t content_bytes;
	struct slice started_at, last_record_at;	/* UTC; or absent */
	int64_t break_counter;		/* torch's own, or UNKNOWN_INT */
};

/* A joined run. */
struct rows {
	struct run_row run;
	ARRAY_OF(size_t) file_compile;	/* for each file its compile row */
	ARRAY_OF(struct compile_row) compiles;	/* by key, then instance */
	ARRAY_OF(struct event_row) events;
	ARRAY_OF(struct restart_row) restarts;
	ARRAY_OF(struct failure_out) failures;
	ARRAY_OF(struct site_row) sites;
	ARRAY_OF(struct match_key) keys;	/* one for each site */
	ARRAY_OF(struct recompile_row) recompiles;
	ARRAY_OF(struct guard_row) guards;
	ARRAY_OF(struct cause_row) causes;	/* by first appearance */
	ARRAY_OF(struct bytecode_row) bytecodes;
	ARRAY_OF(struct cache_row) caches;
	ARRAY_OF(struct graph_row) graphs;	/* by compile, then number */
	ARRAY_OF(struct follower_row) followers;
	ARRAY_OF(struct below_row) below;
	/* Texts of restarts and failures that are events of their own. */
	ARRAY_OF(struct reason *) extra_reasons;
};

void rows_release(struct rows *rows);

#endif
