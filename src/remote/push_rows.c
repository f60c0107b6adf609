/*
 * push_rows.c - rows of views become lines, hashes and sums.
 */
#include "remote/push.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "store/failure.h"
#include "util/hash.h"

static enum gbq_status
sqlite_error(const struct push_rows *rows, struct error *error)
{
	return store_failed(rows->db, "cannot read the run", error);
}

enum gbq_status
push_rows_init(struct push_rows *rows, sqlite3 *db,
    const struct push_tables *tables, struct error *error)
{
	size_t count = tables->items.count;

	memset(rows, 0, sizeof(*rows));
	rows->db = db;
	rows->tables = tables;
	rows->statements = mem_calloc(count + 1, sizeof(*rows->statements));
	for (size_t i = 0; i < count; i++) {
		if (sqlite3_prepare_v3(db, tables->items.items[i].select, -1,
		    SQLITE_PREPARE_PERSISTENT, &rows->statements[i], NULL))
			return sqlite_error(rows, error);
	}
	return GBQ_OK;
}

void
push_rows_release(struct push_rows *rows)
{
	for (size_t i = 0; rows->statements && i < rows->tables->items.count;
	    i++)
		sqlite3_finalize(rows->statements[i]);
	free(rows->statements);
	buffer_release(&rows->line);
	buffer_release(&rows->compared);
	memset(rows, 0, sizeof(*rows));
}

/* Go to the next row; *row false and the statement reset at the end. */
static enum gbq_status
push_rows_step(struct push_rows *rows, sqlite3_stmt *stmt, bool *row,
    struct error *error)
{
	*row = sqlite3_step(stmt) == SQLITE_ROW;
	if (*row)
		return GBQ_OK;
	return sqlite3_reset(stmt) == SQLITE_OK ? GBQ_OK :
	    sqlite_error(rows, error);
}

static sqlite3_stmt *
push_rows_begin(struct push_rows *rows, size_t table, int64_t local_id)
{
	sqlite3_stmt *stmt = rows->statements[table];

	if (rows->tables->items.items[table].of_runs)
		sqlite3_bind_int64(stmt, 1, local_id);
	return stmt;
}

enum gbq_status
push_rows_read(struct push_rows *rows, size_t table, int64_t local_id,
    struct hash *hash, push_row_function *function, void *data,
    struct error *error)
{
	const struct push_table *of = &rows->tables->items.items[table];
	sqlite3_stmt *stmt = push_rows_begin(rows, table, local_id);
	enum gbq_status status;
	bool row;

	hash_add(hash, slice_of(of->name));
	hash_add(hash, LITERAL("\n"));
	while ((status = push_rows_step(rows, stmt, &row, error)) ==
		GBQ_OK &&
	    row) {
		buffer_clear(&rows->line);
		buffer_clear(&rows->compared);
		status = batch_row(&rows->line, &rows->compared, of, stmt,
		    error);
		hash_add(hash, buffer_slice(&rows->compared));
		hash_add(hash, LITERAL("\n"));
		if (status == GBQ_OK && function)
			status = function(data, buffer_slice(&rows->line),
			    error);
		if (status != GBQ_OK)
			break;
	}
	sqlite3_reset(stmt);
	return status;
}

enum gbq_status
push_rows_content(struct push_rows *rows, const struct push_run *run,
    char content[HASH_HEX_SIZE], struct error *error)
{
	struct hash *hash = hash_new(HASH_SHA256);
	enum gbq_status status = GBQ_OK;

	hash_add(hash, slice_of(run->job));
	for (size_t i = 0; i < rows->tables->items.count &&
	    status == GBQ_OK; i++) {
		if (rows->tables->items.items[i].of_runs)
			status = push_rows_read(rows, i, run->local_id, hash,
			    NULL, NULL, error);
	}
	hash_end(hash, content);
	hash_free(hash);
	return status;
}

/* ---- sums ---- */

static bool
is_summed(const struct push_column *column)
{
	return column->kind != GBQ_REAL && !column->is_local &&
	    strcmp(column->name, "run_id") != 0;
}

void
row_sums_sql(struct buffer *sql, const struct push_table *table)
{
	const char *comma = "";

	buffer_add_string(sql, "count(), toString(sum(halfMD5("
	    "arrayStringConcat([");
	for (size_t i = 0; i < table->column_count; i++) {
		if (!is_summed(&table->columns[i]))
			continue;
		buffer_printf(sql, "%sifNull(toString(`%s`), '\\\\N')", comma,
		    table->columns[i].name);
		comma = ", ";
	}
	buffer_add_string(sql, "], '\\t'))))");
	for (size_t i = 0; i < table->column_count; i++) {
		if (table->columns[i].kind == GBQ_REAL)
			buffer_printf(sql, ", sum(ifNull(`%s`, 0))",
			    table->columns[i].name);
	}
}

/* The cells of a row as the cluster sums them. */
static void
add_summed(struct buffer *text, const struct push_table *table,
    sqlite3_stmt *stmt)
{
	struct buffer cell = { 0 };
	const char *tab = "";

	for (size_t i = 0; i < table->column_count; i++) {
		const struct push_column *column = &table->columns[i];

		if (!is_summed(column))
			continue;
		buffer_add_string(text, tab);
		tab = "\t";
		buffer_clear(&cell);
		if (column->is_json)
			batch_json(&cell, sqlite3_column_text(stmt, (int)i),
			    (size_t)sqlite3_column_bytes(stmt, (int)i));
		if (sqlite3_column_type(stmt, (int)i) == SQLITE_NULL)
			buffer_add_string(text, "\\N");
		else if (column->is_json)
			buffer_add_slice(text, buffer_slice(&cell));
		else
			buffer_add(text, sqlite3_column_text(stmt, (int)i),
			    (size_t)sqlite3_column_bytes(stmt, (int)i));
	}
	buffer_release(&cell);
}

static uint64_t
half_md5(struct hash *hash, struct slice text)
{
	char hex[HASH_HEX_SIZE];

	hash_begin(hash);
	hash_add(hash, text);
	hash_end(hash, hex);
	hex[16] = '\0';
	return strtoull(hex, NULL, 16);
}

static void
add_reals(struct row_sums *sums, const struct push_table *table,
    sqlite3_stmt *stmt)
{
	size_t at = 0;
	double value;

	for (size_t i = 0; i < table->column_count; i++) {
		if (table->columns[i].kind != GBQ_REAL)
			continue;
		value = sqlite3_column_double(stmt, (int)i);
		if (at == sums->reals.count) {
			*array_add(&sums->reals) = 0;
			*array_add(&sums->sizes) = 0;
		}
		sums->reals.items[at] += value;
		sums->sizes.items[at++] += fabs(value);
	}
}

enum gbq_status
row_sums_read(struct row_sums *sums, struct push_rows *rows, size_t table,
    int64_t local_id, struct error *error)
{
	const struct push_table *of = &rows->tables->items.items[table];
	sqlite3_stmt *stmt = push_rows_begin(rows, table, local_id);
	struct hash *hash = hash_new(HASH_MD5);
	enum gbq_status status;
	bool row;

	memset(sums, 0, sizeof(*sums));
	while ((status = push_rows_step(rows, stmt, &row, error)) ==
		GBQ_OK &&
	    row) {
		buffer_clear(&rows->line);
		add_summed(&rows->line, of, stmt);
		sums->text += half_md5(hash, buffer_slice(&rows->line));
		sums->count++;
		add_reals(sums, of, stmt);
	}
	hash_free(hash);
	return status;
}

void
row_sums_release(struct row_sums *sums)
{
	array_release(&sums->reals);
	array_release(&sums->sizes);
}
