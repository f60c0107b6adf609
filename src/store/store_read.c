/*
 * store_read.c - the few look-ups that ingest needs.
 */
#include "store/kind_read.h"
#include "store/store_private.h"

enum gbq_status
store_load_kinds(struct store *store, struct kind_table *kinds,
    struct error *error)
{
	return kind_read(store->db, kinds) == SQLITE_OK ? GBQ_OK :
	    store_failed(store->db, store->path, error);
}

static enum gbq_status
store_read_find_run(struct store *store, const char *sql, struct slice key,
    int64_t *run_id, struct error *error)
{
	sqlite3_stmt *statement = store_statement(store, sql);
	enum gbq_status status = GBQ_OK;
	int code;

	*run_id = 0;
	sqlite3_bind_text(statement, 1, key.at, (int)key.len, SQLITE_STATIC);
	code = statement ? sqlite3_step(statement) : SQLITE_ERROR;
	if (code == SQLITE_ROW)
		*run_id = sqlite3_column_int64(statement, 0);
	else if (code != SQLITE_DONE)
		status = store_failed(store->db, store->path, error);
	statement_end(statement);
	return status;
}

enum gbq_status
store_find_run(struct store *store, const char *run_key, int64_t *run_id,
    struct error *error)
{
	return store_read_find_run(store,
	    "SELECT run_id FROM run WHERE run_key = ?1", slice_of(run_key),
	    run_id, error);
}

enum gbq_status
store_find_name(struct store *store, struct slice name, int64_t *run_id,
    struct error *error)
{
	return store_read_find_run(store,
	    "SELECT max(run_id) FROM run WHERE name = ?1", name, run_id, error);
}
