/*
 * mirror.c - rows from a cluster into tables of a database in memory. The
 * tables are temporary ones: they stand before the views of the same names.
 */
#include "remote/push.h"

#include <stdlib.h>
#include <string.h>

#include "store/store.h"

struct mirror_table {
	const char *name;
	const char *select;		/* … WHERE run_id = */
	const char *insert;
	size_t columns;
	bool has_tags;			/* its values are typed as those */
	bool is_wanted;
	size_t runs;			/* that are loaded, of mirror.runs */
};

struct mirror {
	struct clickhouse *clickhouse;
	sqlite3 *db;
	struct arena arena;
	ARRAY_OF(struct mirror_table) tables;
	ARRAY_OF(int64_t) runs;
};

static enum gbq_status
mirror_failed(struct mirror *mirror, struct error *error)
{
	return store_failed(mirror->db, "cannot copy the runs", error);
}

static enum gbq_status
mirror_run(struct mirror *mirror, const char *sql, struct error *error)
{
	return sqlite3_exec(mirror->db, sql, NULL, NULL, NULL) == SQLITE_OK ?
	    GBQ_OK : mirror_failed(mirror, error);
}

/* ---- tables ---- */

/* What is in the artifacts of a run stays where they were ingested. */
static const char *
column_on_cluster(const char *column)
{
	return strcmp(column, "stored") == 0 ? "0 AS stored" : column;
}

/* Statements of a table from the columns of the view. */
static void
mirror_describe(struct mirror *mirror, struct mirror_table *table,
    sqlite3_stmt *columns)
{
	struct buffer select = { 0 }, insert = { 0 }, values = { 0 };
	const char *name;

	for (; sqlite3_step(columns) == SQLITE_ROW; table->columns++) {
		name = (const char *)sqlite3_column_text(columns, 0);
		buffer_add_string(&select, table->columns ? ", " : "SELECT ");
		buffer_add_string(&select, column_on_cluster(name));
		buffer_add_string(&values, table->columns ? ", ?" : "(?");
	}
	buffer_add_string(&select, " FROM ");
	buffer_add_string(&select, table->name);
	buffer_add_string(&select, " WHERE run_id = ");
	buffer_add_string(&insert, "INSERT INTO temp.");
	buffer_add_string(&insert, table->name);
	buffer_add_string(&insert, " VALUES ");
	buffer_add_slice(&insert, buffer_slice(&values));
	buffer_add_string(&insert, ")");
	table->select = slice_string(&mirror->arena, buffer_slice(&select));
	table->insert = slice_string(&mirror->arena, buffer_slice(&insert));
	table->has_tags = strcmp(table->name, "tags") == 0;
	buffer_release(&select);
	buffer_release(&insert);
	buffer_release(&values);
}

/* A table with the columns of the view, and their affinities. */
static enum gbq_status
make_table(struct mirror *mirror, struct mirror_table *table,
    struct error *error)
{
	sqlite3_stmt *columns = NULL;
	struct buffer sql = { 0 };
	enum gbq_status status;

	buffer_add_string(&sql, "CREATE TEMP TABLE ");
	buffer_add_string(&sql, table->name);
	buffer_add_string(&sql, " AS SELECT * FROM main.");
	buffer_add_string(&sql, table->name);
	buffer_add_string(&sql, " LIMIT 0; CREATE INDEX temp.");
	buffer_add_string(&sql, table->name);
	buffer_add_string(&sql, "_run ON ");
	buffer_add_string(&sql, table->name);
	buffer_add_string(&sql, "(run_id)");
	status = mirror_run(mirror, buffer_string(&sql), error);
	buffer_release(&sql);
	if (status != GBQ_OK)
		return status;
	if (sqlite3_prepare_v2(mirror->db, "SELECT name FROM"
	    " pragma_table_info(?1, 'temp') ORDER BY cid", -1, &columns,
	    NULL) != SQLITE_OK)
		return mirror_failed(mirror, error);
	sqlite3_bind_text(columns, 1, table->name, -1, SQLITE_STATIC);
	mirror_describe(mirror, table, columns);
	sqlite3_finalize(columns);
	return GBQ_OK;
}

/* break_kinds is no view of runs: gbq has its own. */
static enum gbq_status
list_tables(struct mirror *mirror, struct error *error)
{
	sqlite3_stmt *names = NULL;
	const char *name;

	if (sqlite3_prepare_v2(mirror->db, "SELECT name FROM sqlite_schema"
	    " WHERE type = 'view' AND name <> 'break_kinds' ORDER BY name",
	    -1, &names, NULL) != SQLITE_OK)
		return mirror_failed(mirror, error);
	while (sqlite3_step(names) == SQLITE_ROW) {
		name = (const char *)sqlite3_column_text(names, 0);
		array_add(&mirror->tables)->name = arena_copy(&mirror->arena,
		    name, strlen(name));
	}
	return sqlite3_finalize(names) == SQLITE_OK ? GBQ_OK :
	    mirror_failed(mirror, error);
}

enum gbq_status
mirror_new(struct mirror **out, struct clickhouse *clickhouse, sqlite3 *db,
    struct error *error)
{
	struct mirror *mirror = mem_calloc(1, sizeof(*mirror));
	enum gbq_status status;

	mirror->clickhouse = clickhouse;
	mirror->db = db;
	arena_init(&mirror->arena);
	status = mirror_run(mirror, "PRAGMA temp_store = MEMORY", error);
	if (status == GBQ_OK)
		status = list_tables(mirror, error);
	for (size_t i = 0; status == GBQ_OK && i < mirror->tables.count;
	    i++)
		status = make_table(mirror, &mirror->tables.items[i], error);
	*out = mirror;
	if (status != GBQ_OK) {
		mirror_free(mirror);
		*out = NULL;
	}
	return status;
}

void
mirror_free(struct mirror *mirror)
{
	if (!mirror)
		return;
	array_release(&mirror->tables);
	array_release(&mirror->runs);
	arena_release(&mirror->arena);
	free(mirror);
}

/* ---- rows ---- */

void
mirror_add_run(struct mirror *mirror, int64_t run_id)
{
	for (size_t i = 0; i < mirror->runs.count; i++) {
		if (mirror->runs.items[i] == run_id)
			return;
	}
	*array_add(&mirror->runs) = run_id;
}

void
mirror_want(struct mirror *mirror, const char *table)
{
	for (size_t i = 0; i < mirror->tables.count; i++) {
		if (!table || sqlite3_stricmp(table,
		    mirror->tables.items[i].name) == 0)
			mirror->tables.items[i].is_wanted = true;
	}
}

/* The value of a tag, the last column of its table, is typed as in SQLite. */
static void
bind_cell(const struct mirror_table *table, sqlite3_stmt *insert, int index,
    const struct gbq_value *cell)
{
	struct gbq_value value = *cell;

	if (value.type == GBQ_TEXT && table->has_tags &&
	    index == (int)table->columns)
		value = store_tag_value((struct slice){ value.bytes,
		    value.len });
	store_bind_value(insert, index, &value);
}

static enum gbq_status
mirror_insert_rows(struct mirror *mirror, const struct mirror_table *table,
    struct remote_rows *rows, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	sqlite3_stmt *insert = NULL;
	bool row = false;

	if (sqlite3_prepare_v2(mirror->db, table->insert, -1, &insert,
	    NULL) != SQLITE_OK || rows->columns.count != table->columns)
		status = mirror_failed(mirror, error);
	while (status == GBQ_OK && (status = remote_rows_next(rows, &row,
	    error)) == GBQ_OK && row) {
		for (size_t i = 0; i < table->columns; i++)
			bind_cell(table, insert, (int)i + 1,
			    &rows->cells[i]);
		if (sqlite3_step(insert) != SQLITE_DONE)
			status = mirror_failed(mirror, error);
		sqlite3_reset(insert);
	}
	sqlite3_finalize(insert);
	return status;
}

static enum gbq_status
load_run(struct mirror *mirror, const struct mirror_table *table,
    int64_t run_id, struct error *error)
{
	struct remote_rows rows = { 0 };
	struct buffer sql = { 0 };
	enum gbq_status status;

	buffer_add_string(&sql, table->select);
	buffer_printf(&sql, "%lld", (long long)run_id);
	status = clickhouse_query(mirror->clickhouse, buffer_string(&sql),
	    NULL, &rows, error);
	if (status == GBQ_OK)
		status = mirror_insert_rows(mirror, table, &rows, error);
	remote_rows_release(&rows);
	buffer_release(&sql);
	return status;
}

static enum gbq_status
load_table(struct mirror *mirror, const struct mirror_table *table,
    struct error *error)
{
	enum gbq_status status = GBQ_OK;

	for (size_t i = table->runs; status == GBQ_OK &&
	    i < mirror->runs.count; i++)
		status = load_run(mirror, table, mirror->runs.items[i],
		    error);
	return status;
}

/* All or nothing: what is half there would be a wrong answer. */
enum gbq_status
mirror_load(struct mirror *mirror, struct error *error)
{
	enum gbq_status status = mirror_run(mirror, "BEGIN", error);
	struct mirror_table *table = mirror->tables.items;
	struct mirror_table *end = table + mirror->tables.count;

	for (; status == GBQ_OK && table < end; table++) {
		if (table->is_wanted)
			status = load_table(mirror, table, error);
	}
	if (status == GBQ_OK)
		status = mirror_run(mirror, "COMMIT", error);
	if (status != GBQ_OK) {
		mirror_run(mirror, "ROLLBACK", NULL);
		return status;
	}
	for (table = mirror->tables.items; table < end; table++) {
		if (table->is_wanted)
			table->runs = mirror->runs.count;
	}
	return GBQ_OK;
}
