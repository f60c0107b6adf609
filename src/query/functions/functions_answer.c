/*
 * functions_answer.c - arguments, answers and errors of SQL functions.
 */
#include "query/functions/functions_private.h"

struct slice
function_argument(sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);

	return (struct slice){ text ? text : "",
	    text ? (size_t)sqlite3_value_bytes(value) : 0 };
}

void
function_answer(sqlite3_context *context, struct slice text)
{
	sqlite3_result_text64(context, text.at ? text.at : "", text.len,
	    SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Every schema of gbq has this table. */
static bool
is_gbq_database(sqlite3 *db)
{
	return sqlite3_table_column_metadata(db, NULL, "kind_wording",
	    "gb_id", NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
}

void
function_error(sqlite3_context *context, enum gbq_status status,
    const char *words)
{
	sqlite3_result_error(context, words, -1);
	if (status == GBQ_IO)
		sqlite3_result_error_code(context, SQLITE_IOERR);
	else if (status == GBQ_BUSY)
		sqlite3_result_error_code(context, SQLITE_BUSY);
}

void
function_database_error(sqlite3_context *context, const char *function,
    const char *words)
{
	struct buffer text = { 0 };

	buffer_printf(&text, "%s: %s", function, words);
	if (!is_gbq_database(sqlite3_context_db_handle(context)))
		buffer_add_string(&text, " (this is no database of gbq)");
	sqlite3_result_error(context, buffer_string(&text), -1);
	buffer_release(&text);
}
