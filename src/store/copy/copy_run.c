/*
 * copy_run.c - the transaction of a copy, and what is checked before.
 */
#include "store/copy/copy.h"

#include <string.h>

/* ---- configurations: each distinct one is there once ---- */

/* A redacted one is another than the whole one. */
static const char add_set_sql[] =
    "INSERT INTO config_set (hash) SELECT ?1"
    " WHERE NOT EXISTS (SELECT 1 FROM config_set WHERE hash = ?1)";

static enum gbq_status
copy_run_find_set(struct copy *copy, struct slice hash, int64_t *id)
{
	sqlite3_stmt *statement;
	int code;

	if (sqlite3_prepare_v2(copy->to->db, "SELECT config_id FROM"
	    " config_set WHERE hash = ?1", -1, &statement, NULL) != SQLITE_OK)
		return copy_failed(copy, copy->to);
	sqlite3_bind_text(statement, 1, hash.at, (int)hash.len,
	    SQLITE_STATIC);
	code = sqlite3_step(statement);
	*id = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE ? GBQ_OK :
	    copy_failed(copy, copy->to);
}

/* The row that is at hand: key, value. */
static enum gbq_status
copy_run_add_item(struct copy *copy, sqlite3_stmt *insert, int64_t id,
    sqlite3_stmt *row)
{
	enum copy_change changes[2];
	struct buffer value = { 0 };
	struct slice text = { (const char *)sqlite3_column_text(row, 1),
		(size_t)sqlite3_column_bytes(row, 1) };
	int code;

	copy_changes(copy, "config_item", "value", true, changes);
	sqlite3_bind_int64(insert, 1, id);
	sqlite3_bind_value(insert, 2, sqlite3_column_value(row, 0));
	if (text.at && copy_change_text(changes, text, &value))
		sqlite3_bind_text64(insert, 3, buffer_string(&value),
		    value.len, SQLITE_TRANSIENT, SQLITE_UTF8);
	else
		sqlite3_bind_null(insert, 3);
	code = sqlite3_step(insert);
	sqlite3_reset(insert);
	buffer_release(&value);
	return code == SQLITE_DONE ? GBQ_OK : copy_failed(copy, copy->to);
}

static enum gbq_status
copy_items(struct copy *copy, int64_t old, int64_t id)
{
	sqlite3_stmt *row = NULL, *insert = NULL;
	enum gbq_status status = GBQ_OK;

	if (sqlite3_prepare_v2(copy->from->db, "SELECT key, value FROM"
	    " config_item WHERE config_id = ?1", -1, &row, NULL) != SQLITE_OK)
		return copy_failed(copy, copy->from);
	if (sqlite3_prepare_v2(copy->to->db, "INSERT INTO config_item"
	    " VALUES (?1, ?2, ?3)", -1, &insert, NULL) != SQLITE_OK)
		status = copy_failed(copy, copy->to);
	sqlite3_bind_int64(row, 1, old);
	while (status == GBQ_OK && sqlite3_step(row) == SQLITE_ROW)
		status = copy_run_add_item(copy, insert, id, row);
	if (sqlite3_finalize(row) != SQLITE_OK && status == GBQ_OK)
		status = copy_failed(copy, copy->from);
	sqlite3_finalize(insert);
	return status;
}

static enum gbq_status
copy_config(struct copy *copy, int64_t old, struct slice old_hash)
{
	struct buffer hash = { 0 };
	sqlite3_stmt *insert;
	enum gbq_status status;
	int64_t id = 0;

	buffer_add_slice(&hash, old_hash);
	if (copy->redaction.paths)
		buffer_add_string(&hash, "-paths");
	status = copy_run_find_set(copy, buffer_slice(&hash), &id);
	if (status == GBQ_OK && id == 0) {
		if (sqlite3_prepare_v2(copy->to->db, add_set_sql, -1,
		    &insert, NULL) != SQLITE_OK)
			status = copy_failed(copy, copy->to);
		sqlite3_bind_text(insert, 1, buffer_string(&hash), -1,
		    SQLITE_STATIC);
		if (status == GBQ_OK && sqlite3_step(insert) !=
		    SQLITE_DONE)
			status = copy_failed(copy, copy->to);
		sqlite3_finalize(insert);
		id = sqlite3_last_insert_rowid(copy->to->db);
		if (status == GBQ_OK)
			status = copy_items(copy, old, id);
	}
	table_put_number(&copy->configs, (uint64_t)old, 0)->value =
	    (uint64_t)id;
	buffer_release(&hash);
	return status;
}

static enum gbq_status
copy_configs(struct copy *copy)
{
	enum gbq_status status = GBQ_OK;
	sqlite3_stmt *row;

	if (sqlite3_prepare_v2(copy->from->db, "SELECT config_id, hash FROM"
	    " config_set WHERE config_id IN (SELECT config_id FROM config"
	    " WHERE run_id = ?1)", -1, &row, NULL) != SQLITE_OK)
		return copy_failed(copy, copy->from);
	sqlite3_bind_int64(row, 1, copy->run_id);
	while (status == GBQ_OK && sqlite3_step(row) == SQLITE_ROW)
		status = copy_config(copy, sqlite3_column_int64(row, 0),
		    (struct slice){ (const char *)sqlite3_column_text(row, 1),
		    (size_t)sqlite3_column_bytes(row, 1) });
	if (sqlite3_finalize(row) != SQLITE_OK && status == GBQ_OK)
		status = copy_failed(copy, copy->from);
	return status;
}

/* ---- the run ---- */

static enum gbq_status
choose_ids(struct copy *copy)
{
	enum gbq_status status;

	status = store_get_int(copy->to, "SELECT coalesce(max(seq), 0) + 1"
	    " FROM sqlite_sequence WHERE name = 'run'", &copy->new_id,
	    copy->error);
	if (status == GBQ_OK)
		status = store_next_text(copy->to, &copy->first_text,
		    copy->error);
	copy->next_text = copy->first_text;
	if (sqlite3_prepare_v2(copy->from->db, "SELECT body FROM text WHERE"
	    " text_id = ?1", -1, &copy->get_text, NULL) != SQLITE_OK)
		return copy_failed(copy, copy->from);
	if (sqlite3_prepare_v2(copy->to->db, "INSERT INTO text VALUES"
	    " (?1, ?2)", -1, &copy->put_text, NULL) != SQLITE_OK)
		return copy_failed(copy, copy->to);
	return status;
}

static enum gbq_status
copy_run_set_text_range(struct copy *copy)
{
	sqlite3_stmt *statement;
	int code;

	if (sqlite3_prepare_v2(copy->to->db, "UPDATE run SET first_text ="
	    " ?2, last_text = ?3 WHERE run_id = ?1", -1, &statement, NULL) !=
	    SQLITE_OK)
		return copy_failed(copy, copy->to);
	sqlite3_bind_int64(statement, 1, copy->new_id);
	sqlite3_bind_int64(statement, 2, copy->first_text);
	sqlite3_bind_int64(statement, 3, copy->next_text - 1);
	code = sqlite3_step(statement);
	sqlite3_finalize(statement);
	return code == SQLITE_DONE ? GBQ_OK : copy_failed(copy, copy->to);
}

static enum gbq_status
copy_run_copy_all(struct copy *copy)
{
	const char *const *table = store_run_tables;
	enum gbq_status status = copy_contents(copy);

	if (status == GBQ_OK)
		status = choose_ids(copy);
	if (status == GBQ_OK)
		status = copy_configs(copy);
	for (; *table && status == GBQ_OK; table++)
		status = copy_table(copy, *table);
	/* Redacted files have others. */
	if (status == GBQ_OK)
		status = store_fill_short_files(copy->to, copy->new_id,
		    copy->new_id, copy->error);
	return status == GBQ_OK ? copy_run_set_text_range(copy) : status;
}

static void
copy_run_release(struct copy *copy)
{
	sqlite3_finalize(copy->get_text);
	sqlite3_finalize(copy->put_text);
	table_release(&copy->texts);
	table_release(&copy->contents);
	table_release(&copy->configs);
}

/* The run_key of the run; NO_INPUT: there is no such run. */
static enum gbq_status
get_key(struct copy *copy, char key[40])
{
	sqlite3_stmt *row;
	const char *text;

	key[0] = '\0';
	if (sqlite3_prepare_v2(copy->from->db, "SELECT run_key FROM run WHERE"
	    " run_id = ?1", -1, &row, NULL) != SQLITE_OK)
		return copy_failed(copy, copy->from);
	sqlite3_bind_int64(row, 1, copy->run_id);
	if (sqlite3_step(row) == SQLITE_ROW) {
		text = (const char *)sqlite3_column_text(row, 0);
		if (text)
			strncat(key, text, 39);
	}
	if (sqlite3_finalize(row) != SQLITE_OK)
		return copy_failed(copy, copy->from);
	return *key ? GBQ_OK : error_set(copy->error, GBQ_NO_INPUT,
	    "there is no run %lld", (long long)copy->run_id);
}

enum gbq_status
store_copy_run(struct store *to, struct store *from, int64_t run_id,
    const struct gbq_redaction *redaction, int64_t *new_id, bool *added,
    struct error *error)
{
	struct copy copy = { .to = to, .from = from, .run_id = run_id,
	    .error = error };
	enum gbq_status status;
	char key[40];

	if (redaction)
		copy.redaction = *redaction;
	*added = false;
	status = get_key(&copy, key);
	if (status == GBQ_OK)
		status = store_find_run(to, key, new_id, error);
	if (status != GBQ_OK || *new_id)
		return status;
	copy.writing = contents_new(to, true, 0);
	status = copy_run_copy_all(&copy);
	copy_run_release(&copy);
	if (status == GBQ_OK)
		status = store_execute(to, "COMMIT", error);
	contents_free(copy.writing);
	if (!sqlite3_get_autocommit(to->db))
		sqlite3_exec(to->db, "ROLLBACK", NULL, NULL, NULL);
	*added = status == GBQ_OK;
	*new_id = copy.new_id;
	/* Another process may have brought it in between. */
	if (status == GBQ_DATABASE && store_find_run(to, key, new_id,
	    NULL) == GBQ_OK && *new_id)
		status = GBQ_OK;
	return status;
}

/* ---- before ---- */

/* Its columns in order; absent: it is no table. */
static enum gbq_status
copy_run_columns_of(struct store *store, const char *table,
    struct buffer *columns, struct error *error)
{
	sqlite3_stmt *row;

	if (sqlite3_prepare_v2(store->db, "SELECT group_concat(name) FROM"
	    " (SELECT i.name FROM pragma_table_info(?1) AS i WHERE EXISTS"
	    " (SELECT 1 FROM sqlite_schema AS s WHERE s.name = ?1 AND"
	    " s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%')"
	    " ORDER BY i.cid)", -1, &row, NULL) != SQLITE_OK)
		return store_failed(store->db, store->path, error);
	sqlite3_bind_text(row, 1, table, -1, SQLITE_STATIC);
	buffer_clear(columns);
	if (sqlite3_step(row) == SQLITE_ROW)
		buffer_add_string(columns, sqlite3_column_type(row, 0) ==
		    SQLITE_NULL ? "" : (const char *)sqlite3_column_text(row,
		    0));
	return sqlite3_finalize(row) == SQLITE_OK ? GBQ_OK :
	    store_failed(store->db, store->path, error);
}

static enum gbq_status
check_table(struct store *to, struct store *from, const char *table,
    struct error *error)
{
	struct buffer ours = { 0 }, theirs = { 0 };
	enum gbq_status status = copy_run_columns_of(to, table, &ours, error);

	if (status == GBQ_OK)
		status = copy_run_columns_of(from, table, &theirs, error);
	if (status == GBQ_OK && (theirs.len == 0 ||
	    !slice_equal(buffer_slice(&ours), buffer_slice(&theirs))))
		status = error_set(error, GBQ_DATABASE, "%s: its table %s "
		    "is not that of this version of gbq", from->path, table);
	buffer_release(&ours);
	buffer_release(&theirs);
	return status;
}

enum gbq_status
store_check_tables(struct store *to, struct store *from, struct error *error)
{
	static const char *const others[] = { "text", "content", "block",
		"config_set", "config_item", NULL };
	const char *const *table;
	enum gbq_status status = GBQ_OK;

	for (table = store_run_tables; *table && status == GBQ_OK; table++)
		status = check_table(to, from, *table, error);
	for (table = others; *table && status == GBQ_OK; table++)
		status = check_table(to, from, *table, error);
	return status;
}
