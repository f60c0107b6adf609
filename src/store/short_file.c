/*
 * short_file.c - short names of files, for rows that came without: those of an
 * older schema, and copies in which the file has another name.
 */
#include "model/place.h"
#include "store/store_private.h"

static const char fill_sql[] = "UPDATE break_event SET short_file ="
    " short_path((SELECT body FROM text WHERE text_id = file_text))"
    " WHERE run_id BETWEEN ?1 AND ?2 AND short_file IS NULL"
    " AND file_text IS NOT NULL";

static void
sql_short_path(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *text = (const char *)sqlite3_value_text(values[0]);
	struct slice path = { text, (size_t)sqlite3_value_bytes(values[0]) };

	(void)count;
	if (!text)
		return;
	path = path_short(path);
	sqlite3_result_text64(context, path.at, path.len, SQLITE_TRANSIENT,
	    SQLITE_UTF8);
}

enum gbq_status
store_fill_short_files(struct store *store, int64_t first_run,
    int64_t last_run, struct error *error)
{
	sqlite3_stmt *statement = NULL;
	enum gbq_status status = GBQ_OK;

	if (sqlite3_create_function(store->db, "short_path", 1, SQLITE_UTF8,
	    NULL, sql_short_path, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(store->db, fill_sql, -1, &statement, NULL) !=
	    SQLITE_OK ||
	    sqlite3_bind_int64(statement, 1, first_run) != SQLITE_OK ||
	    sqlite3_bind_int64(statement, 2, last_run) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_DONE)
		status = store_failed(store->db, "cannot name the files of "
		    "breaks", error);
	sqlite3_finalize(statement);
	return status;
}
