/*
 * text.h - a graph-break site as a few lines for people.
 */
#ifndef GBQ_CLI_FORMAT_TEXT_H
#define GBQ_CLI_FORMAT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/context.h"
#include "gbq.h"
#include "util/text.h"

/*
 * Append the site of the query's current row (columns of view sites): its
 * handle, kind, counts, "place <- via <- own", source line and hint. at_least:
 * the counts are lower bounds.
 */
void site_text(struct buffer *out, const struct gbq_query *row, bool at_least,
    const struct colors *colors);

/* The parts of it: "GB0059 KIND: DETAIL", "8 events (8 skip) in 8 compiles". */
void site_kind(struct buffer *out, const struct gbq_query *row);
void site_costs(struct buffer *out, const struct gbq_query *row,
    bool at_least, const struct colors *colors);


/*
 * Append one line for the break event of the current row (columns of view
 * breaks).
 */
void event_line(struct buffer *out, const struct gbq_query *row);

/* Append "[0/1#1_2@r3] " of a row with the columns of a compile id. */
void compile_label(struct buffer *out, const struct gbq_query *row);

/* Append "place <- via <- own"; equal parts are told once. */
void place_line(struct buffer *out, const struct gbq_query *row);

/* Append "; also removes 3 sites, 12 events, 9 recompiles", if any. */
void frees_text(struct buffer *out, const struct gbq_query *row);

/*
 * ---- counts.c ----
 *
 * JSON objects of counts, as saved queries have them: {"resume": 6, "skip": 2}.
 */

/*
 * Append "6 resume, 2 skip" of words of a column; nothing for NULL and what is
 * no such object.
 */
void add_counts(struct buffer *out, const char *column, const char *json,
    const struct colors *colors);

/* The count of that name; 0 where there is none. */
int64_t count_in(const char *json, const char *name);

/*
 * ---- cause_text.c ----
 *
 * a cause of recompiles as a few lines for people.
 */

/*
 * Append the cause of the query's current row (columns of saved query
 * recompile_causes): its handle, what failed, counts, place, other names and
 * values. most: the recompiles that a whole bar stands for; 0: none.
 */
void cause_text(struct buffer *out, const struct gbq_query *row, int64_t most,
    const struct colors *colors);

/*
 * "size of kwargs['input_ids']" of a row with guard_class, root_source and
 * guard.
 */
void cause_title(struct buffer *out, const struct gbq_query *row);

/*
 * Append the text of an item of triage that is no site: "size of x: 2, 3",
 * "Triton: CompilationError". The row is of saved query triage.
 */
void item_title(struct buffer *out, const struct gbq_query *row);

/* Append the values of guard_values, "2, 3, 1"; nothing if there are none. */
void cause_values(struct buffer *out, const struct gbq_query *row);

/*
 * ---- run_text.c ----
 *
 * what people are told about a run before anything else: its
 * name, its counts of breaks, and what makes counts doubtful.
 */

struct run_facts {
	char *label;		/* "mixtral_moe (run 3)", or the path */
	char *break_counts;	/* "31 events in 6 sites of 6 kinds, …" */
	char *compile_time;	/* "73.6 s compile; lost: 39.0 s (53 %) …" */
	char *recompile_counts;	/* "39 recompiles, 142 guard failures, …" */
	char *tags;		/* "iter_ms=12.3, gpu=a100", or "" */
	ARRAY_OF(struct buffer) doubts;		/* texts, the gravest first */
	int64_t break_events, break_sites;	/* all of the run */
	int64_t unread;		/* messages of torch; 0 also: not known */
	bool at_least;		/* counts of breaks are lower bounds */
	bool break_events_known;
};

/*
 * Read the facts of a run; exit status, the message printed. Release them in
 * any case.
 */
int run_facts_load(struct context *context, int64_t run_id,
    struct run_facts *facts);

/* Append "mixtral_moe (run 3): 31 events in 6 sites …" as a line. */
void run_heading(struct buffer *out, const struct run_facts *facts);

/* Append the doubts as lines. */
void add_doubt(struct buffer *out, const struct run_facts *facts,
    const struct colors *colors);

void run_facts_release(struct run_facts *facts);

/*
 * ---- run_list.c ----
 *
 * the runs that several arguments name.
 */

/* All zero is an empty one. */
struct run_list {
	int64_t *items;
	size_t count, capacity;
};

/*
 * Find the runs that the arguments from a number on name, ascending, each
 * once; an argument may be a glob that fits several. None: the newest run, or
 * with --all all. 0 or an exit status, the message printed.
 */
int run_list_find(struct context *context, int first,
    struct run_list *list);

void run_list_release(struct run_list *list);

#endif
