/*
 * join_private.h - guard failures while join_causes() groups them.
 */
#ifndef GBQ_INGEST_JOIN_JOIN_PRIVATE_H
#define GBQ_INGEST_JOIN_JOIN_PRIVATE_H

#include "ingest/join/join.h"
#include "util/table.h"

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

/*
 * Whether an event at the message's place may be the message's: of its
 * compile, where both tell theirs. Where it tells no place, one of its kind
 * whose explanation it is, of the first so many events.
 */
bool known_like(struct known *known, const struct join *join,
    const struct event_row *printed, size_t events);

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
