/*
 * store_input.c - the table input.
 */
#include "store/store.h"

#include "store/store_private.h"

#define DESCRIPTION							\
	"SELECT run_id, name, problems, (SELECT count(*) FROM problem"	\
	" WHERE problem.run_id = run.run_id AND severity IN"		\
	" ('loss', 'error')), source_path, EXISTS (SELECT 1 FROM artifact" \
	" JOIN content USING (content_id) WHERE artifact.run_id ="	\
	" run.run_id AND kept = 1) OR NOT EXISTS (SELECT 1 FROM artifact" \
	" JOIN content USING (content_id) WHERE artifact.run_id ="	\
	" run.run_id AND kept = 0 AND bytes > 0) FROM run "

static enum gbq_status
store_input_failed(struct store *store, struct error *error)
{
	return store_failed(store->db, store->path, error);
}

static enum gbq_status
store_input_prepare(struct store *store, const char *sql,
    sqlite3_stmt **statement, struct error *error)
{
	*statement = store_statement(store, sql);
	return *statement ? GBQ_OK : store_input_failed(store, error);
}

/* Give the statement back, whose last step gave the code. */
static enum gbq_status
store_input_end(struct store *store, sqlite3_stmt *statement, int code,
    struct error *error)
{
	enum gbq_status status = code == SQLITE_DONE ? GBQ_OK :
	    store_input_failed(store, error);

	statement_end(statement);
	return status;
}

static void
bind_bytes(sqlite3_stmt *statement, int parameter, struct slice bytes)
{
	sqlite3_bind_blob64(statement, parameter, bytes.at, bytes.len,
	    SQLITE_STATIC);
}

/* Tell all rows; gives the statement back. */
static enum gbq_status
tell_runs(struct store *store, sqlite3_stmt *statement,
    stored_run_function *function, void *data, struct error *error)
{
	int code;

	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		struct stored_run run = {
			sqlite3_column_int64(statement, 0),
			{ (const char *)sqlite3_column_text(statement, 1),
			    (size_t)sqlite3_column_bytes(statement, 1) },
			sqlite3_column_int64(statement, 2),
			sqlite3_column_int64(statement, 3),
			{ (const char *)sqlite3_column_text(statement, 4),
			    (size_t)sqlite3_column_bytes(statement, 4) },
			sqlite3_column_int(statement, 5)
		};

		function(data, &run);
	}
	return store_input_end(store, statement, code, error);
}

enum gbq_status
store_find_input(struct store *store, const struct store_input *input,
    stored_run_function *function, void *data, struct error *error)
{
	sqlite3_stmt *statement;
	enum gbq_status status;

	status = store_input_prepare(store,
	    DESCRIPTION "JOIN input USING (run_id)"
			" WHERE path = ?1 AND stamp = ?2 ORDER BY position",
	    &statement, error);
	if (status != GBQ_OK)
		return status;
	bind_bytes(statement, 1, input->path);
	sqlite3_bind_text(statement, 2, input->stamp, -1, SQLITE_STATIC);
	return tell_runs(store, statement, function, data, error);
}

enum gbq_status
store_describe_run(struct store *store, int64_t run_id,
    stored_run_function *function, void *data, struct error *error)
{
	sqlite3_stmt *statement;
	enum gbq_status status;

	status = store_input_prepare(store, DESCRIPTION "WHERE run_id = ?1",
	    &statement, error);
	if (status != GBQ_OK)
		return status;
	sqlite3_bind_int64(statement, 1, run_id);
	return tell_runs(store, statement, function, data, error);
}

static enum gbq_status
forget_path(struct store *store, struct slice path, struct error *error)
{
	sqlite3_stmt *statement;
	enum gbq_status status;

	status = store_input_prepare(store, "DELETE FROM input WHERE path = ?1",
	    &statement, error);
	if (status != GBQ_OK)
		return status;
	bind_bytes(statement, 1, path);
	return store_input_end(store, statement, sqlite3_step(statement),
	    error);
}

static enum gbq_status
store_input_add_rows(struct store *store, const struct store_input *input,
    const int64_t *runs, size_t count, struct error *error)
{
	sqlite3_stmt *statement;
	enum gbq_status status;
	int code = SQLITE_DONE;
	size_t i;

	/* A run may have been removed meanwhile. */
	status = store_input_prepare(store,
	    "INSERT INTO input (path, position, run_id,"
	    " stamp) SELECT ?1, ?4, run_id, ?3 FROM run WHERE run_id = ?2",
	    &statement, error);
	if (status != GBQ_OK)
		return status;
	for (i = 0; i < count && code == SQLITE_DONE; i++) {
		bind_bytes(statement, 1, input->path);
		sqlite3_bind_int64(statement, 2, runs[i]);
		sqlite3_bind_text(statement, 3, input->stamp, -1,
		    SQLITE_STATIC);
		sqlite3_bind_int64(statement, 4, (int64_t)i);
		code = sqlite3_step(statement);
		sqlite3_reset(statement);
	}
	return store_input_end(store, statement, code, error);
}

enum gbq_status
store_note_input(struct store *store, const struct store_input *input,
    const int64_t *runs, size_t count, struct error *error)
{
	bool own = sqlite3_get_autocommit(store->db);
	enum gbq_status status = GBQ_OK;

	if (own)
		status = store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != GBQ_OK)
		return status;
	status = forget_path(store, input->path, error);
	if (status == GBQ_OK)
		status = store_input_add_rows(store, input, runs, count, error);
	if (own && status == GBQ_OK)
		status = store_execute(store, "COMMIT", error);
	if (own && status != GBQ_OK)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}
