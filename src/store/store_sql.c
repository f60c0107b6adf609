/*
 * store_sql.c - the small questions and orders to SQLite that the files of
 * store/ share.
 */
#include "store/store_private.h"

enum gbq_status
store_execute(struct store *store, const char *sql, struct error *error)
{
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return store_failed(store->db, store->path, error);
	return GBQ_OK;
}

sqlite3_stmt *
store_statement(struct store *store, const char *sql)
{
	return statements_get(&store->statements, store->db, sql);
}

enum gbq_status
store_of_run(struct store *store, const char *sql, int64_t run_id,
    const char *what, struct error *error)
{
	sqlite3_stmt *statement = store_statement(store, sql);
	enum gbq_status status = GBQ_OK;

	sqlite3_bind_int64(statement, 1, run_id);
	if (!statement || sqlite3_step(statement) != SQLITE_DONE)
		status = store_failed(store->db, what, error);
	statement_end(statement);
	return status;
}

enum gbq_status
store_get_int(struct store *store, const char *sql, int64_t *out,
    struct error *error)
{
	sqlite3_stmt *statement = store_statement(store, sql);
	enum gbq_status status = GBQ_OK;

	if (statement && sqlite3_step(statement) == SQLITE_ROW)
		*out = sqlite3_column_int64(statement, 0);
	else
		status = store_failed(store->db, store->path, error);
	statement_end(statement);
	return status;
}

enum gbq_status
store_next_text(struct store *store, int64_t *id, struct error *error)
{
	int64_t last = 0;
	enum gbq_status status = store_get_int(store,
	    "SELECT coalesce(max(text_id), 0) FROM text", &last, error);

	if (status == GBQ_OK && (last < 0 || last > MAX_TEXT_ID))
		return error_set(error, GBQ_DATABASE,
		    "the database is damaged: there is a text %lld",
		    (long long)last);
	*id = last + 1;
	return status;
}
