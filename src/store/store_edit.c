/*
 * store_edit.c - what people change of a stored run: its name and its tags.
 */
#include "store/store_private.h"

/* 1234567e8 is the start of a commit hash, not a number. */
static bool
is_plain_real(struct slice text, double *real)
{
	return (slice_find_byte(text, '.') != SIZE_MAX ||
	    slice_contains(text, LITERAL("e-")) ||
	    slice_contains(text, LITERAL("E-")) ||
	    slice_contains(text, LITERAL("e+")) ||
	    slice_contains(text, LITERAL("E+"))) &&
	    slice_to_double(text, real);
}

struct gbq_value
store_tag_value(struct slice text)
{
	struct gbq_value value = { .type = GBQ_NULL };

	if (slice_to_plain_int(text, &value.integer))
		return (struct gbq_value){ .type = GBQ_INTEGER,
		    .integer = value.integer, .real = (double)value.integer };
	if (is_plain_real(text, &value.real))
		return (struct gbq_value){ .type = GBQ_REAL,
		    .real = value.real };
	return (struct gbq_value){ .type = GBQ_TEXT, .bytes = text.at,
	    .len = text.len };
}

int
store_bind_value(sqlite3_stmt *statement, int index,
    const struct gbq_value *value)
{
	switch (value->type) {
	case GBQ_INTEGER:
		return sqlite3_bind_int64(statement, index, value->integer);
	case GBQ_REAL:
		return sqlite3_bind_double(statement, index, value->real);
	case GBQ_TEXT:
		return sqlite3_bind_text64(statement, index, value->bytes,
		    value->len, SQLITE_TRANSIENT, SQLITE_UTF8);
	case GBQ_BLOB:
		return sqlite3_bind_blob64(statement, index, value->bytes,
		    value->len, SQLITE_TRANSIENT);
	case GBQ_NULL:
		break;
	}
	return sqlite3_bind_null(statement, index);
}

static enum gbq_status
store_edit_begin(struct store *store, const char *sql, sqlite3_stmt **statement,
    struct error *error)
{
	if (sqlite3_prepare_v2(store->db, sql, -1, statement, NULL) !=
	    SQLITE_OK)
		return store_failed(store->db, "cannot change the run", error);
	return GBQ_OK;
}

static void
bind_slice(sqlite3_stmt *statement, int index, struct slice text)
{
	sqlite3_bind_text64(statement, index, text.at, text.len,
	    SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Run the statement and end it; *changes: rows that it changed. */
static enum gbq_status
store_edit_end(struct store *store, sqlite3_stmt *statement, int *changes,
    struct error *error)
{
	int code = sqlite3_step(statement);

	sqlite3_finalize(statement);
	*changes = sqlite3_changes(store->db);
	return code == SQLITE_DONE ? GBQ_OK :
	    store_failed(store->db, "cannot change the run", error);
}

static enum gbq_status
store_edit_no_run(int64_t run_id, struct error *error)
{
	return error_set(error, GBQ_NO_INPUT, "there is no run %lld",
	    (long long)run_id);
}

enum gbq_status
store_rename_run(struct store *store, int64_t run_id, struct slice name,
    struct error *error)
{
	sqlite3_stmt *statement;
	int changes = 0;
	enum gbq_status status;

	if (slice_trim(name).len == 0)
		return error_set(error, GBQ_USAGE, "a run needs a name");
	status = store_edit_begin(store,
	    "UPDATE run SET name = ?2 WHERE run_id = ?1", &statement, error);
	if (status != GBQ_OK)
		return status;
	sqlite3_bind_int64(statement, 1, run_id);
	bind_slice(statement, 2, name);
	status = store_edit_end(store, statement, &changes, error);
	return status == GBQ_OK && !changes
	    ? store_edit_no_run(run_id, error)
	    : status;
}

static enum gbq_status
remove_tag(struct store *store, int64_t run_id, const char *key,
    struct error *error)
{
	sqlite3_stmt *statement;
	int changes = 0;
	enum gbq_status status;

	status = store_edit_begin(store,
	    "DELETE FROM tag WHERE run_id = ?1 AND key = ?2", &statement,
	    error);
	if (status != GBQ_OK)
		return status;
	sqlite3_bind_int64(statement, 1, run_id);
	bind_slice(statement, 2, slice_of(key));
	status = store_edit_end(store, statement, &changes, error);
	if (status != GBQ_OK || changes)
		return status;
	return error_set(error, GBQ_NO_INPUT, "run %lld has no tag '%s'",
	    (long long)run_id, key);
}

static enum gbq_status
set_tag(struct store *store, int64_t run_id, const struct gbq_tag *tag,
    struct error *error)
{
	sqlite3_stmt *statement;
	struct gbq_value value = store_tag_value(slice_of(tag->value));
	int changes;
	enum gbq_status status;

	if (slice_trim(slice_of(tag->key)).len == 0)
		return error_set(error, GBQ_USAGE, "a tag needs a key");
	status = store_edit_begin(store, "INSERT INTO tag (run_id, key, value)"
	    " SELECT run_id, ?2, ?3 FROM run WHERE run_id = ?1"
	    " ON CONFLICT DO UPDATE SET value = excluded.value", &statement,
	    error);
	if (status != GBQ_OK)
		return status;
	sqlite3_bind_int64(statement, 1, run_id);
	bind_slice(statement, 2, slice_of(tag->key));
	store_bind_value(statement, 3, &value);
	status = store_edit_end(store, statement, &changes, error);
	return status == GBQ_OK && !changes
	    ? store_edit_no_run(run_id, error)
	    : status;
}

enum gbq_status
store_edit_tags(struct store *store, int64_t run_id,
    const struct gbq_tag *tags, size_t count, struct error *error)
{
	enum gbq_status status = store_execute(store, "BEGIN IMMEDIATE", error);
	size_t i;

	if (status != GBQ_OK)
		return status;
	for (i = 0; i < count && status == GBQ_OK; i++)
		status = tags[i].value ?
		    set_tag(store, run_id, &tags[i], error) :
		    remove_tag(store, run_id, tags[i].key, error);
	if (status == GBQ_OK)
		status = store_execute(store, "COMMIT", error);
	if (status != GBQ_OK)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}
