/*
 * check.h - what must hold in every database: SQLite's own checks, that each
 * stored content comes back whole, and the laws of schema/checks/.
 */
#ifndef GBQ_QUERY_CHECK_H
#define GBQ_QUERY_CHECK_H

#include "gbq.h"
#include "query/guard.h"
#include "util/memory.h"

/* All zero is one that is not loaded. */
struct check_list {
	struct arena arena;
	ARRAY_OF(struct gbq_invariant) laws;	/* in the order of checking */
	bool loaded;
};

/*
 * Read the embedded files, once. A law is "-- check ID: text" and a query. The
 * two that no query tells, "contents" and "views", are in the list, too.
 */
void check_load(struct check_list *list);

void check_release(struct check_list *list);

/*
 * Check a database that is under guard. function is called once for each
 * invariant and run that breaks it. An invariant that a damaged file keeps
 * from being checked is broken. IO, BUSY, LIMIT, INTERRUPTED: not all was
 * checked.
 */
enum gbq_status check_database(struct guard *guard, struct check_list *list,
    gbq_finding_function *function, void *data, struct error *error);

#endif
