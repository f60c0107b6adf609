/*
 * copy_table.c - rows of one table: what a column is, its name tells. The SQL
 * is made of this program's own names of tables and columns.
 */
#include "store/copy/copy.h"

#include <string.h>

/* What is done to a column's value. */
enum column_kind {
	COLUMN_AS_IS,		/* or changed, if it is a text */
	COLUMN_RUN,
	COLUMN_TEXT,		/* names a row of table text */
	COLUMN_CONTENT,
	COLUMN_CONFIG,
	COLUMN_LATER		/* set once all is copied */
};

struct column {
	char name[64];
	enum column_kind kind;
	enum copy_change changes[2];
	bool required;		/* NOT NULL */
};

enum { MAX_COLUMNS = 128 };

struct table {
	struct copy *copy;
	const char *name;
	struct column columns[MAX_COLUMNS];
	int count;
	sqlite3_stmt *row, *insert;
	struct buffer changed;
};

enum gbq_status
copy_failed(struct copy *copy, struct store *store)
{
	return store_failed(store->db, "cannot copy the run", copy->error);
}

static bool
copy_table_ends(const char *name, const char *ending)
{
	size_t len = strlen(name), of = strlen(ending);

	return len >= of && strcmp(name + len - of, ending) == 0;
}

static enum column_kind
copy_table_kind_of(const char *name)
{
	if (strcmp(name, "run_id") == 0)
		return COLUMN_RUN;
	if (strcmp(name, "content_id") == 0)
		return COLUMN_CONTENT;
	if (strcmp(name, "config_id") == 0)
		return COLUMN_CONFIG;
	/* The run's range of texts, which copy_run() sets at the end. */
	if (strcmp(name, "first_text") == 0 || strcmp(name, "last_text") == 0)
		return COLUMN_LATER;
	return copy_table_ends(name, "_text") ? COLUMN_TEXT : COLUMN_AS_IS;
}

static enum gbq_status
list_columns(struct table *table)
{
	struct copy *copy = table->copy;
	sqlite3_stmt *row;
	int code;

	if (sqlite3_prepare_v2(copy->to->db, "SELECT name, \"notnull\","
	    " type LIKE '%TEXT%' OR name LIKE '%text' FROM"
	    " pragma_table_info(?1) ORDER BY cid", -1, &row, NULL) !=
	    SQLITE_OK)
		return copy_failed(copy, copy->to);
	sqlite3_bind_text(row, 1, table->name, -1, SQLITE_STATIC);
	while ((code = sqlite3_step(row)) == SQLITE_ROW &&
	    table->count < MAX_COLUMNS) {
		struct column *column = &table->columns[table->count++];
		const char *name = (const char *)sqlite3_column_text(row, 0);

		strncpy(column->name, name, sizeof(column->name) - 1);
		column->kind = copy_table_kind_of(column->name);
		column->required = sqlite3_column_int(row, 1);
		copy_changes(copy, table->name, column->name,
		    sqlite3_column_int(row, 2), column->changes);
	}
	sqlite3_finalize(row);
	return code == SQLITE_DONE ? GBQ_OK : copy_failed(copy, copy->to);
}

static void
copy_table_add_name(struct buffer *sql, const char *name)
{
	buffer_add_byte(sql, '"');
	buffer_add_string(sql, name);
	buffer_add_byte(sql, '"');
}

static enum gbq_status
prepare_row(struct table *table)
{
	struct copy *copy = table->copy;
	struct buffer sql = { 0 };
	int i;

	buffer_add_string(&sql, "SELECT ");
	for (i = 0; i < table->count; i++) {
		if (i)
			buffer_add_string(&sql, ", ");
		copy_table_add_name(&sql, table->columns[i].name);
	}
	buffer_add_string(&sql, " FROM ");
	copy_table_add_name(&sql, table->name);
	buffer_add_string(&sql, " WHERE run_id = ?1");
	i = sqlite3_prepare_v2(copy->from->db, buffer_string(&sql), -1,
	    &table->row, NULL);
	buffer_release(&sql);
	return i == SQLITE_OK ? GBQ_OK : copy_failed(copy, copy->from);
}

static enum gbq_status
prepare_insert(struct table *table)
{
	struct copy *copy = table->copy;
	struct buffer sql = { 0 };
	int i;

	buffer_add_string(&sql, "INSERT INTO ");
	copy_table_add_name(&sql, table->name);
	for (i = 0; i < table->count; i++)
		buffer_add_string(&sql, i ? ", ?" : " VALUES (?");
	buffer_add_string(&sql, ")");
	i = sqlite3_prepare_v2(copy->to->db, buffer_string(&sql), -1,
	    &table->insert, NULL);
	buffer_release(&sql);
	return i == SQLITE_OK ? GBQ_OK : copy_failed(copy, copy->to);
}

/* ---- texts ---- */

static enum gbq_status
put_text(struct copy *copy, struct slice text, int64_t *id)
{
	*id = copy->next_text++;
	sqlite3_bind_int64(copy->put_text, 1, *id);
	sqlite3_bind_text64(copy->put_text, 2, text.at, text.len,
	    SQLITE_STATIC, SQLITE_UTF8);
	if (sqlite3_step(copy->put_text) != SQLITE_DONE)
		return copy_failed(copy, copy->to);
	sqlite3_reset(copy->put_text);
	return GBQ_OK;
}

/* What a dropped text of a required column becomes. */
#define HIDDEN LITERAL("[redacted]")

static enum gbq_status
missing_text(struct copy *copy, int64_t id)
{
	return error_set(copy->error, GBQ_DATABASE,
	    "cannot copy the run: text %lld is missing", (long long)id);
}

/* What an id of the source became; 0: nothing. */
static int64_t
copied_id(const struct hash_table *ids, int64_t from)
{
	const struct table_entry *found = table_find_number(ids,
	    (uint64_t)from, 0);

	return found ? (int64_t)found->value : 0;
}

/*
 * The new id of a text as that column shows it: 0 for NULL. The same text
 * changed in another way is another text.
 */
static enum gbq_status
map_text(struct table *table, const struct column *column, int64_t old,
    int64_t *id)
{
	struct copy *copy = table->copy;
	enum gbq_status status = GBQ_OK;
	int64_t key;

	if (old < 1 || old > MAX_TEXT_ID)
		return missing_text(copy, old);
	key = old * (CHANGES * CHANGES) +
	    (int64_t)column->changes[0] * CHANGES +
	    (int64_t)column->changes[1];
	*id = copied_id(&copy->texts, key);
	if (*id)
		return GBQ_OK;
	sqlite3_bind_int64(copy->get_text, 1, old);
	if (sqlite3_step(copy->get_text) != SQLITE_ROW)
		return sqlite3_reset(copy->get_text) == SQLITE_OK ?
		    missing_text(copy, old) : copy_failed(copy, copy->from);
	buffer_clear(&table->changed);
	if (copy_change_text(column->changes, (struct slice){
	    (const char *)sqlite3_column_text(copy->get_text, 0),
	    (size_t)sqlite3_column_bytes(copy->get_text, 0) },
	    &table->changed))
		status = put_text(copy, buffer_slice(&table->changed), id);
	else if (column->required)
		status = put_text(copy, HIDDEN, id);
	sqlite3_reset(copy->get_text);
	if (*id)
		table_put_number(&copy->texts, (uint64_t)key, 0)->value =
		    (uint64_t)*id;
	return status;
}

/* ---- rows ---- */

static void
bind_id(struct table *table, int i, int64_t id)
{
	if (id)
		sqlite3_bind_int64(table->insert, i + 1, id);
	else
		sqlite3_bind_null(table->insert, i + 1);
}

static bool
is_changed(const struct column *column)
{
	return column->changes[0] != CHANGE_NONE ||
	    column->changes[1] != CHANGE_NONE;
}

/* A text in the row itself. */
static void
bind_changed(struct table *table, const struct column *column, int i)
{
	struct slice text = {
		(const char *)sqlite3_column_text(table->row, i),
		(size_t)sqlite3_column_bytes(table->row, i)
	};

	buffer_clear(&table->changed);
	if (copy_change_text(column->changes, text, &table->changed))
		text = buffer_slice(&table->changed);
	else if (column->required)
		text = HIDDEN;
	else
		text = (struct slice){ 0 };
	if (text.at)
		sqlite3_bind_text64(table->insert, i + 1, text.at, text.len,
		    SQLITE_TRANSIENT, SQLITE_UTF8);
	else
		sqlite3_bind_null(table->insert, i + 1);
}

static enum gbq_status
bind_column(struct table *table, int i)
{
	const struct column *column = &table->columns[i];
	struct copy *copy = table->copy;
	int64_t old = sqlite3_column_int64(table->row, i), id = 0;
	int type = sqlite3_column_type(table->row, i);
	enum gbq_status status = GBQ_OK;

	if (column->kind == COLUMN_RUN) {
		sqlite3_bind_int64(table->insert, i + 1, copy->new_id);
	} else if (type == SQLITE_NULL || column->kind == COLUMN_LATER) {
		sqlite3_bind_null(table->insert, i + 1);
	} else if (column->kind == COLUMN_TEXT) {
		status = map_text(table, column, old, &id);
		bind_id(table, i, id);
	} else if (column->kind == COLUMN_CONTENT) {
		bind_id(table, i, copied_id(&copy->contents, old));
	} else if (column->kind == COLUMN_CONFIG) {
		bind_id(table, i, copied_id(&copy->configs, old));
	} else if (is_changed(column)) {
		bind_changed(table, column, i);
	} else {
		sqlite3_bind_value(table->insert, i + 1,
		    sqlite3_column_value(table->row, i));
	}
	return status;
}

static enum gbq_status
copy_table_copy_row(struct table *table)
{
	enum gbq_status status = GBQ_OK;
	int i;

	for (i = 0; i < table->count && status == GBQ_OK; i++)
		status = bind_column(table, i);
	if (status == GBQ_OK &&
	    sqlite3_step(table->insert) != SQLITE_DONE)
		status = copy_failed(table->copy, table->copy->to);
	sqlite3_reset(table->insert);
	return status;
}

static enum gbq_status
copy_rows(struct table *table)
{
	enum gbq_status status = GBQ_OK;
	int code = SQLITE_DONE;

	sqlite3_bind_int64(table->row, 1, table->copy->run_id);
	while (status == GBQ_OK &&
	    (code = sqlite3_step(table->row)) == SQLITE_ROW)
		status = copy_table_copy_row(table);
	if (status == GBQ_OK && code != SQLITE_DONE)
		status = copy_failed(table->copy, table->copy->from);
	return status;
}

enum gbq_status
copy_table(struct copy *copy, const char *name)
{
	struct table table = { .copy = copy, .name = name };
	enum gbq_status status = list_columns(&table);

	if (status == GBQ_OK)
		status = prepare_row(&table);
	if (status == GBQ_OK)
		status = prepare_insert(&table);
	if (status == GBQ_OK)
		status = copy_rows(&table);
	sqlite3_finalize(table.row);
	sqlite3_finalize(table.insert);
	buffer_release(&table.changed);
	return status;
}
