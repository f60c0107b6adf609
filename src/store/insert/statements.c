/*
 * statements.c - prepared statements by their SQL. Must not know what they
 * are for.
 */
#include "store/insert/statements.h"

#include <assert.h>

sqlite3_stmt *
statements_get(struct statements *statements, sqlite3 *db, const char *sql)
{
	struct table_entry *found = table_find(&statements->by_sql,
	    slice_of(sql));
	sqlite3_stmt *statement;

	if (found) {
		statement = statements->list.items[found->value];
		assert(!sqlite3_stmt_busy(statement));
		return statement;
	}
	if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT,
	    &statement, NULL) != SQLITE_OK)
		return NULL;
	table_put(&statements->by_sql, slice_of(sql),
	    &statements->texts)->value = statements->list.count;
	*(sqlite3_stmt **)array_add(&statements->list) = statement;
	return statement;
}

void
statement_end(sqlite3_stmt *statement)
{
	if (!statement)
		return;
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

void
statements_release(struct statements *statements)
{
	size_t i;

	for (i = 0; i < statements->list.count; i++)
		sqlite3_finalize(statements->list.items[i]);
	array_release(&statements->list);
	table_release(&statements->by_sql);
	arena_release(&statements->texts);
}
