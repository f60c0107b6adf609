/*
 * join_private.h - guard failures while join_causes() groups them.
 */
#ifndef GBQ_INGEST_JOIN_JOIN_PRIVATE_H
#define GBQ_INGEST_JOIN_JOIN_PRIVATE_H

#include "ingest/join/join.h"
#include "util/row_index.h"

/* A guard failure of which torch gave the reason. */
struct guard_failure {
	struct guard_row *row;
	const struct recompile_reason *reason;
	size_t compile;
	size_t call;		/* of its recompile: join_calls() */
	size_t position;	/* in order of time, from 0 */
	size_t group;		/* failures of one class, source and code */
};

typedef ARRAY_OF(struct guard_failure) guard_failure_array;

/*
 * Recompiles in order of time: order[i] is an index of rows->recompiles,
 * calls[i] numbers the call that it happened in. One call is a recompiled
 * frame with all that is compiled below it until it returns.
 */
void join_calls(const struct rows *rows, size_t *order, size_t *calls);

/* The values of each cause's failures: cause_row.values. */
void join_cause_values(struct join *join, const guard_failure_array *failures);

/*
 * ---- join_followers.c ----
 *
 * call stacks of a run's breaks, for join_followers.c.
 */

/* A line of a function; functions of one name are told apart by start. */
struct call_place {
	struct slice file, function;	/* resumed function's name */
	int64_t start;			/* first line; 0: not known */
	int64_t line;
	bool is_torch;			/* torch's or the standard library's */
};

/* The user stack of an event, outermost first. */
struct event_calls {
	struct call_place *places;
	size_t count;
	size_t root;		/* of the compiled frame; NO_ROW: unknown */
};

/* A compiled frame that an event broke, in a compile of a rank and process. */
struct broken_frame {
	struct call_place code;		/* of the compiled frame */
	int64_t line;			/* of the break in it */
	bool is_eager;			/* all of it runs eager */
	int64_t rank, process, order;
	size_t site, compile, event;
};

/* Some of them: [from, to). */
struct broken_range {
	size_t from, to;
};

struct site_events {
	size_t *events;
	size_t count;
};

struct followers {
	struct join *join;
	ARRAY_OF(struct call_place) starts;	/* of functions; sorted */
	ARRAY_OF(struct broken_frame) broken;	/* by code, then in order */
	struct row_index broken_by_compile;
	size_t *before;		/* for each compile; NO_ROW */
	struct event_calls *calls;		/* of each event */
	struct site_events *sites;
	size_t *by_site;			/* events, for sites */
	bool *is_marked;			/* of sites */
	ARRAY_OF(size_t) marked;		/* those sites */
	size_t *called, *resumed;		/* of sites: counts */
	ARRAY_OF(size_t) counted;		/* sites with a count */
	size_t pairs;				/* of sites, tried */
};

void followers_init(struct followers *followers);
void followers_release(struct followers *followers);

/* The function that holds a line. */
struct call_place code_of(const struct followers *followers,
    struct slice file, struct slice function, int64_t line);

bool same_code(const struct call_place *a, const struct call_place *b);

/*
 * The frames of a function that broke before a compile, of the same rank and
 * process; of very many the last 4,096.
 */
struct broken_range broken_before(const struct followers *followers,
    const struct call_place *code, const struct compile_row *compile);

/* Mark a site, once. */
void mark_site(struct followers *followers, size_t site);

/* Bring indexes of sites in order. */
void sort_sites(size_t *sites, size_t count);

typedef void mark_function(struct followers *followers,
    const struct call_place *callers, size_t count,
    const struct compile_row *compile);

/*
 * Mark the sites whose breaks a compile was called below: by its start stack,
 * or that of its first event, and by the compile before it, whose frame the
 * start stack leaves out.
 */
void mark_compile(struct followers *followers, size_t compile,
    mark_function *mark_callers);

/* Mark the sites after whose breaks a compile's function resumes. */
void mark_origin(struct followers *followers, size_t compile);

/* Make the marks rows->below of a compile, and begin anew. */
void add_marked(struct followers *followers, size_t compile, bool resumes);

/*
 * ---- join_known.c ----
 *
 * which rows of a run the messages of its console text are:
 * what the run has already is not counted again.
 */

/*
 * Events and failures by compile and place. All zero is an empty one; rows
 * that were added since are taken in by each look-up. Of the rows that share
 * compile and place only the first 1,000 are looked at.
 */
struct known {
	struct row_index index;
	size_t events, failures;	/* rows that were taken in */
};

void known_release(struct known *known);

/*
 * Whether the run has the event of a message: same compile, kind and place.
 * Where torch before 2.6 wrote no reason files, an event that has no place
 * takes the message's.
 */
bool known_event(struct known *known, struct join *join,
    const struct event_row *printed);

/* Whether it has a failure, or the recompile limit of a compile. */
bool known_failure(struct known *known, const struct join *join,
    const struct failure_out *printed);
bool known_limit(struct known *known, const struct join *join,
    const struct compile_key *key);

/* The break with its stack that an event repeats: same kind and place. */
size_t known_first(struct known *known, const struct join *join,
    const struct event_row *event);

/* Whether a compile (or NO_ROW) has a GB0219 event. */
bool known_twin(struct known *known, const struct join *join, size_t compile);

/*
 * ---- join_page_rows.c ----
 *
 * the rows that failures_and_restarts.html should have by the metrics pages.
 */

/* A row that the failures page should have. */
struct expected_row {
	size_t file;			/* metrics page */
	struct slice type, reason;
};

/* A link of a rank's rows: the end of a path. */
struct page_link {
	struct slice text;
	int64_t rank;
	bool numberless;		/* names the path without "_N.html" */
	bool has_page;			/* the report has what it names */
};

/* A metrics page by rank and number. */
struct numbered_page {
	const struct captured_metrics *captured;
	int64_t rank, number;
};

/* What all failures pages of the run are compared with. */
struct page_rows {
	struct join *join;
	ARRAY_OF(struct numbered_page) pages;	/* sorted */
	ARRAY_OF(struct page_link) links;	/* of the pages' rows, once */
	struct row_index links_by_text;
	/* Rows that the page of the rank at hand should have. */
	ARRAY_OF(struct expected_row) expected;
	struct row_index expected_by_link;	/* and by type and reason */
};

void page_rows_init(struct page_rows *rows, struct join *join);
void page_rows_release(struct page_rows *rows);

/* Take the rows of a rank as the expected ones. */
void page_rows_expect(struct page_rows *rows, int64_t rank);

/* The number of a row's link in links; NO_ROW: it has none. */
size_t page_rows_link(const struct page_rows *rows,
    const struct failure_row *row, int64_t rank);

/*
 * The first expected row from one on that a row of the page with that link is;
 * NO_ROW: none. Of later rows none may be looked for before it.
 */
size_t page_rows_find(struct page_rows *rows, const struct failure_row *row,
    size_t link, size_t from);

#endif
