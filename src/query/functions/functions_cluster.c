/*
 * functions_cluster.c - functions of single values that another engine has
 * under another name.
 */

#include "query/functions/functions_private.h"

/* Towards 0, as in C; SQLite's own is so too, but for reals. */
void
function_idiv(sqlite3_context *context, int count, sqlite3_value **values)
{
	sqlite3_int64 a = sqlite3_value_int64(values[0]);
	sqlite3_int64 b = sqlite3_value_int64(values[1]);

	(void)count;
	if (b != 0 && sqlite3_value_type(values[0]) != SQLITE_NULL)
		sqlite3_result_int64(context, b == -1 ?
		    (sqlite3_int64)(0 - (uint64_t)a) : a / b);
}

void
function_make_text(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	if (sqlite3_value_type(values[0]) != SQLITE_NULL)
		function_answer(context, function_argument(values[0]));
}

void
function_number(sqlite3_context *context, int count, sqlite3_value **values)
{
	double number;

	(void)count;
	if (sqlite3_value_type(values[0]) != SQLITE_NULL &&
	    slice_to_double(function_argument(values[0]), &number))
		sqlite3_result_double(context, number);
}

void
function_name_glob(sqlite3_context *context, int count,
    sqlite3_value **values)
{
	const char *name = (const char *)sqlite3_value_text(values[0]);
	const char *glob = (const char *)sqlite3_value_text(values[1]);

	(void)count;
	/* as GLOB: the time it takes is that of both lengths' product */
	if (sqlite3_value_bytes(values[1]) >
	    sqlite3_limit(sqlite3_context_db_handle(context),
	    SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1))
		sqlite3_result_error(context,
		    "LIKE or GLOB pattern too complex", -1);
	else if (name && glob)
		sqlite3_result_int(context, sqlite3_strglob(glob, name) == 0);
}
