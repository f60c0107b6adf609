/*
 * stored_files.c - reads back what ingest was given. Writes nothing.
 */
#include "store/store.h"

#include <string.h>

#include "store/store_private.h"

/* Takes the row that a statement is at. */
typedef void row_function(struct stored_files *files, sqlite3_stmt *row);

static struct slice
column_copy(struct stored_files *files, sqlite3_stmt *row, int column)
{
	const char *at = sqlite3_column_type(row, column) == SQLITE_NULL ?
	    NULL : sqlite3_column_blob(row, column);
	size_t len = (size_t)sqlite3_column_bytes(row, column);

	if (sqlite3_column_type(row, column) == SQLITE_NULL)
		return (struct slice){ 0 };
	return slice_copy(&files->arena, (struct slice){ at ? at : "", len });
}

static char *
column_string(struct stored_files *files, sqlite3_stmt *row, int column)
{
	return slice_string(&files->arena, column_copy(files, row, column));
}

static void
stored_files_take_run(struct stored_files *files, sqlite3_stmt *row)
{
	files->run_key = column_string(files, row, 0);
	files->name = column_string(files, row, 1);
	files->source_kind = column_string(files, row, 2);
	files->source_path = column_string(files, row, 3);
}

static void
stored_files_take(struct stored_files *files, sqlite3_stmt *row)
{
	struct stored_file *file = array_add(&files->files);

	file->path = column_copy(files, row, 0);
	file->bytes = sqlite3_column_int64(row, 1);
	file->kept = sqlite3_column_int(row, 2) == 1;
	if (sqlite3_column_bytes(row, 3) == HASH_HEX_SIZE - 1)
		memcpy(file->hash, sqlite3_column_text(row, 3),
		    HASH_HEX_SIZE - 1);
	if (sqlite3_column_type(row, 4) != SQLITE_NULL)
		file->unreadable = column_string(files, row, 4);
}

static void
stored_files_take_folder(struct stored_files *files, sqlite3_stmt *row)
{
	struct slice *path = array_add(&files->empty_folders);

	*path = column_copy(files, row, 0);
}

static void
take_problem(struct stored_files *files, sqlite3_stmt *row)
{
	static const enum severity severities[] = { SEVERITY_NOTE,
		SEVERITY_WARNING, SEVERITY_LOSS, SEVERITY_ERROR };
	struct slice severity = column_copy(files, row, 0);
	struct problem *problem = array_add(&files->problems.list);
	size_t i;

	problem->from_input = true;
	for (i = 0; i < LENGTH(severities); i++) {
		if (slice_equal(severity,
		    slice_of(severity_name(severities[i]))))
			problem->severity = severities[i];
	}
	problem->code = column_string(files, row, 1);
	problem->path = column_copy(files, row, 2);
	problem->offset = sqlite3_column_type(row, 3) == SQLITE_NULL ?
	    UNKNOWN_INT : sqlite3_column_int64(row, 3);
	problem->message = column_copy(files, row, 4);
	problem->rank = sqlite3_column_type(row, 5) == SQLITE_NULL ? NO_ID :
	    sqlite3_column_int64(row, 5);
	problem->count = sqlite3_column_int64(row, 6);
}

static enum gbq_status
stored_files_each_row(struct stored_files *files, struct store *store,
    const char *sql, int64_t run_id, row_function *take, struct error *error)
{
	sqlite3_stmt *row;
	int code;

	if (sqlite3_prepare_v2(store->db, sql, -1, &row, NULL) != SQLITE_OK)
		return store_failed(store->db, store->path, error);
	sqlite3_bind_int64(row, 1, run_id);
	while ((code = sqlite3_step(row)) == SQLITE_ROW)
		take(files, row);
	sqlite3_finalize(row);
	return code == SQLITE_DONE ? GBQ_OK :
	    store_failed(store->db, store->path, error);
}

static const struct {
	const char *sql;
	row_function *take;
} parts[] = {
	{ "SELECT run_key, name, source_kind, source_path FROM run"
	    " WHERE run_id = ?1", stored_files_take_run },
	{ "SELECT coalesce(a.path_bytes, CAST(a.path AS BLOB)) AS bytes,"
	    " c.bytes, c.kept, lower(hex(c.hash)), p.message"
	    " FROM artifact AS a JOIN content AS c USING (content_id)"
	    " LEFT JOIN (SELECT file, min(message) AS message FROM problem"
	    " WHERE run_id = ?1 AND code = 'file_unreadable' GROUP BY file)"
	    " AS p ON p.file = a.path"
	    " WHERE a.run_id = ?1 AND a.log_offset IS NULL"
	    " ORDER BY a.path LIKE 'console:%',"
	    " coalesce(a.path_bytes, CAST(a.path AS BLOB))",
	    stored_files_take },
	{ "SELECT path FROM empty_folder WHERE run_id = ?1 ORDER BY path",
	    stored_files_take_folder },
	{ "SELECT severity, code, file, offset, message, rank, count"
	    " FROM problem WHERE run_id = ?1 AND from_input = 1"
	    " ORDER BY problem_no",
	    take_problem },
};

enum gbq_status
stored_files_load(struct stored_files *files, struct store *store,
    int64_t run_id, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	size_t i;

	memset(files, 0, sizeof(*files));
	arena_init(&files->arena);
	files->problems.arena = &files->arena;
	files->problems.rank = NO_ID;
	for (i = 0; i < LENGTH(parts) && status == GBQ_OK; i++)
		status = stored_files_each_row(files, store, parts[i].sql,
		    run_id, parts[i].take, error);
	if (status == GBQ_OK && !files->run_key)
		return error_set(error, GBQ_NO_INPUT,
		    "there is no run %lld", (long long)run_id);
	return status;
}

void
stored_files_release(struct stored_files *files)
{
	array_release(&files->files);
	array_release(&files->empty_folders);
	array_release(&files->problems.list);
	arena_release(&files->arena);
}
