/*
 * guard.h - what lets SQL of users run on a connection without danger: it can
 * read the database, and nothing else.
 *
 * A READONLY handle alone is not enough: VACUUM INTO and ATTACH write and
 * probe files, PRAGMAs change the connection.
 */
#ifndef GBQ_QUERY_GUARD_H
#define GBQ_QUERY_GUARD_H

#include <sqlite3.h>
#include <stdbool.h>

#include "gbq.h"
#include "util/error.h"
#include "util/text.h"

enum { GUARD_LIMITS = 7 };

struct guard {
	sqlite3 *db;			/* NULL: not installed */
	struct gbq_limits limits;	/* of one statement */
	volatile double deadline;	/* monotonic seconds; 0: none */
	enum gbq_status stopped;		/* why the query was stopped, or
	    OK */
	int old_limits[GUARD_LIMITS];	/* for guard_remove() */
	struct buffer modules;		/* names of virtual tables, in lines */
	char denied[96];		/* what was refused last; "": nothing */
	/* Told each table or view that a statement reads; or NULL. */
	void (*reads)(void *data, const char *table);
	void *reads_data;
};

/*
 * Put the connection under guard: authorizer, limits, progress handler.
 * The struct must stay where it is until guard_remove(). Fails, with the
 * connection as it was, where SQLite cannot be asked for its tables.
 */
enum gbq_status guard_install(struct guard *guard, sqlite3 *db,
    struct error *error);

/* Take the guard off, so that the program itself can write again. */
void guard_remove(struct guard *guard);

/*
 * The work of a statement goes on; used_s is the time that it took before.
 * Time between its steps, while a reader of the output waits, is not counted.
 */
void guard_resume(struct guard *guard, double used_s);

/* It rests: no deadline until guard_resume(). */
void guard_rest(struct guard *guard);

/*
 * Prepare one statement under guard; *stmt is NULL where sql is empty. *rest
 * receives what follows. Statements that are not read-only are refused.
 */
enum gbq_status guard_prepare(struct guard *guard, sqlite3_stmt **stmt,
    const char *sql, const char **rest, struct error *error);

/* Turn a failure of sqlite3_step() or _prepare() into a status and text. */
enum gbq_status guard_error(const struct guard *guard, int code,
    struct error *error);

#endif
