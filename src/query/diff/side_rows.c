/*
 * side_rows.c - rows of a run into a side's arena.
 */
#include "query/diff/side.h"

#include <math.h>

#include "store/failure.h"

enum gbq_status
side_each_row(struct gbq_side *side, sqlite3 *db, const char *sql,
    int64_t run_id, side_row_function *function, struct error *error)
{
	struct side_query query = { side, NULL };
	int code;

	code = sqlite3_prepare_v2(db, sql, -1, &query.stmt, NULL);
	if (code == SQLITE_OK) {
		sqlite3_bind_int64(query.stmt, 1, run_id);
		while ((code = sqlite3_step(query.stmt)) == SQLITE_ROW)
			function(&query);
	}
	sqlite3_finalize(query.stmt);
	return code == SQLITE_DONE ? GBQ_OK :
	    store_failed(db, "cannot read the run", error);
}

const char *
side_column_text(struct side_query *query, int column)
{
	return side_column_slice(query, column).at;
}

struct slice
side_column_slice(struct side_query *query, int column)
{
	const unsigned char *text = sqlite3_column_text(query->stmt, column);
	struct slice value = { (const char *)text, 0 };

	if (!text)
		return value;
	value.len = (size_t)sqlite3_column_bytes(query->stmt, column);
	/* few differ: equal ones are compared by where they are */
	return table_put(&query->side->texts, value,
	    &query->side->arena)->key;
}

int64_t
side_column_int(struct side_query *query, int column, int64_t missing)
{
	if (sqlite3_column_type(query->stmt, column) == SQLITE_NULL)
		return missing;
	return count_capped(sqlite3_column_int64(query->stmt, column));
}

double
side_column_real(struct side_query *query, int column)
{
	if (sqlite3_column_type(query->stmt, column) == SQLITE_NULL)
		return NAN;
	return sqlite3_column_double(query->stmt, column);
}

struct slice
side_text_key(struct gbq_side *side, const char *text)
{
	struct buffer key = { 0 };
	struct slice copy = { 0 };

	if (!text)
		return copy;
	match_key_text(&key, slice_of(text));
	copy = slice_copy(&side->arena, buffer_slice(&key));
	buffer_release(&key);
	return copy;
}

struct slice
side_path_key(struct gbq_side *side, const char *path)
{
	struct buffer key = { 0 };
	struct slice copy = { 0 };

	if (!path)
		return copy;
	match_key_path(&key, slice_of(path), NULL);
	copy = slice_copy(&side->arena, buffer_slice(&key));
	buffer_release(&key);
	return copy;
}
