/*
 * join_known.h - which rows of a run the messages of its console text are:
 * what the run has already is not counted again.
 */
#ifndef GBQ_INGEST_JOIN_KNOWN_H
#define GBQ_INGEST_JOIN_KNOWN_H

#include "ingest/join.h"
#include "util/row_index.h"

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

#endif
