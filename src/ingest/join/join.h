/*
 * join.h - from what was read of a run to its rows: one break is one event,
 * whichever files tell of it.
 *
 * The steps of join_run() each have a file join_*.c, those that judge sites in
 * sites/, and only add to *rows.
 * Nothing here does I/O or knows SQL; the order of the files does not matter.
 */
#ifndef GBQ_INGEST_JOIN_JOIN_H
#define GBQ_INGEST_JOIN_JOIN_H

#include "model/kinds.h"
#include "model/rows.h"

struct join {
	struct capture *capture;
	struct rows *rows;
	const struct kind_table *kinds;
	int64_t torch_minor;	/* 13 of "2.13.0"; UNKNOWN_INT */
	size_t *reason_of_file;	/* of join_reason_of(); join_run() frees it */
};

/* Fill *rows (but for run_key, name, source) from a capture. */
void join_run(struct capture *capture, const struct kind_table *kinds,
    struct rows *rows);

/* Compiles and their instances; file_compile. */
void join_compiles(struct join *join);

/*
 * Pair the log's records with compiles and metrics pages, and check the pages.
 * join_processes() drops the pids of a run in which each rank is one process;
 * join_sort_log() brings the log's compiles in order before join_compiles().
 */
void join_processes(struct join *join);
void join_sort_log(struct join *join);
void join_log(struct join *join);

/* Equal but for carriage returns and white space at both ends. */
bool join_same_text(struct slice a, struct slice b);

/* Metrics, stacks and recompiles of each compile. */
void join_metrics(struct join *join);

/* The log's record of a metrics page, else what the page says. */
const struct metrics *join_metrics_of(
    const struct captured_metrics *captured);

/*
 * A WON'T CONVERT text that is left alone lost its GB0219 text where the run
 * has others of that kind.
 */
void join_lone_twins(struct join *join);

/* Events from reason files; twins. */
void join_reasons(struct join *join);

/* Restart and failure rows of the metrics pages. */
void join_restarts(struct join *join);
void join_failures(struct join *join);

/*
 * Walk failures_and_restarts.html in step with the metrics pages: confirm,
 * or supply rows whose metrics page is missing.
 */
void join_failures_pages(struct join *join);

/*
 * Bring the failures into the order of their compiles, attempts and texts: a
 * report and its trace number them alike.
 */
void join_order_failures(struct join *join);

/* Forms that the text does not say. */
void join_forms(struct join *join);

/* Place, via, own place, caller of each event. */
void join_places(struct join *join);

/* The calls of compiled code that led to compiles, after join_places(). */
void join_entries(struct join *join);

/* Status and lost time of compiles. */
void join_costs(struct join *join);

/* What each guard failure says: rows->guards; their causes. */
void join_causes(struct join *join);

/* Bytecode pairs and cache artifacts. */
void join_artifacts(struct join *join);

/* Graphs and output code of each compile. */
void join_graphs(struct join *join);

/*
 * Add a restart reason of a compile; finds or makes its event.
 */
void join_add_restart(struct join *join, size_t compile, int64_t attempt,
    int64_t position, struct slice reason);

/* The order of rows->compiles: by key, then instance. */
int join_order_compiles(const void *a, const void *b);

/* Order of the frames (all compiles of one code) that two compiles are of. */
int join_compare_frames(const struct compile_row *a,
    const struct compile_row *b);

/*
 * The number of each compile's frame, from 0; less than the number of
 * compiles. The caller frees it.
 */
size_t *join_number_frames(const struct rows *rows);

/* What was read of a reason file; NULL if it is none, or NO_ROW. */
struct captured_reason *join_reason_of(struct join *join, size_t file);

/* A failure record, wherever it comes from. */
struct failure_record {
	size_t compile;
	struct compile_key key;
	int64_t attempt;
	enum metrics_stage stage;
	struct slice type, reason, file;
	int64_t line;
};

/* Add a failure; finds or makes its event. */
void join_add_failure(struct join *join, const struct failure_record *record);

/* An event of a compile (or NO_ROW) that is still to be filled in. */
struct event_row *join_new_event(struct join *join, size_t compile,
    const struct compile_key *key);

/* Events, failures and recompiles of console text. */
void join_console(struct join *join);

/* Console text beside a report or trace: make its keys those of the run. */
void join_adopt_console(struct join *join);

/* Set the position of the first guard failure of the newest recompile row. */
void join_set_position(struct rows *rows, struct recompile_row *row);

/* A failure's category by its type and text. */
const char *join_failure_category(struct slice type, struct slice reason);

/*
 * Add an event of a text that no reason file holds; returns its index.
 */
size_t join_add_event(struct join *join, size_t compile,
    const struct compile_key *key, int64_t attempt, enum evidence evidence,
    struct slice text);

/*
 * The event of a compile whose reason file holds the text (up to its first
 * "For more details" line), or NO_ROW. Of several, one of the form that is
 * preferred, else the first. Where none does, one whose file is damaged: it
 * takes the text.
 */
size_t join_find_event(struct join *join, size_t compile, struct slice text,
    enum break_form preferred);

/* Set kind, gb_id, detail, hint class, consequence of an event. */
void join_describe_event(struct join *join, struct event_row *event);

#endif
