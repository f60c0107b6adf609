/*
 * join_causes.h - guard failures while join_causes() groups them.
 */
#ifndef GBQ_INGEST_JOIN_CAUSES_H
#define GBQ_INGEST_JOIN_CAUSES_H

#include "ingest/join.h"

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

#endif
