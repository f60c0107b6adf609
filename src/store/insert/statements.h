/*
 * statements.h - statements of a store, prepared once: a sweep of small runs
 * would spend half of its time on preparing the same ones for each.
 */
#ifndef GBQ_STORE_INSERT_STATEMENTS_H
#define GBQ_STORE_INSERT_STATEMENTS_H

#include <sqlite3.h>

#include "util/table.h"

/* All zero is empty. */
struct statements {
	ARRAY_OF(sqlite3_stmt *) list;
	struct hash_table by_sql;	/* index in the list */
	struct arena texts;	/* sqlite3_sql() lacks what follows it */
};

/*
 * The statement of that SQL, ready to be bound; give it back by
 * statement_end(). It stays the store's. NULL: SQLite says why. One caller at
 * a time may use a statement.
 */
sqlite3_stmt *statements_get(struct statements *statements, sqlite3 *db,
    const char *sql);

/* Reset and unbind; the result of the last step is lost. NULL is allowed. */
void statement_end(sqlite3_stmt *statement);

/* Before the database is closed. */
void statements_release(struct statements *statements);

#endif
