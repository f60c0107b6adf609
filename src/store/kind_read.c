/*
 * kind_read.c - reads table kind_wording. Needs no struct store, so that the
 * loadable extension can use it on any connection.
 */
#include "store/kind_read.h"

static struct slice
column_slice(sqlite3_stmt *statement, int column)
{
	return (struct slice){ (const char *)sqlite3_column_text(statement,
	    column), (size_t)sqlite3_column_bytes(statement, column) };
}

int
kind_read(sqlite3 *db, struct kind_table *kinds)
{
	sqlite3_stmt *statement;
	int code;

	code = sqlite3_prepare_v2(db, "SELECT kind, gb_id FROM kind_wording",
	    -1, &statement, NULL);
	if (code != SQLITE_OK)
		return code;
	while (sqlite3_step(statement) == SQLITE_ROW)
		kind_table_add(kinds, column_slice(statement, 0),
		    column_slice(statement, 1));
	kind_table_sort(kinds);
	return sqlite3_finalize(statement);
}
