/*
 * test_remote_tables.c - rows become lines, views become tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "remote/batch.h"
#include "remote/tables.h"

static const struct gbq_column_doc columns[] = {
	{ "run_id", "the run", "INTEGER" },
	{ "seconds", "time", "REAL" },
	{ "text", "words", "TEXT" },
	{ "parts", "JSON object of parts", "TEXT" },
	{ "source_path", "where", "TEXT" }
};
static const struct gbq_view_doc views[] = {
	{ "runs", "", "", columns, 5 },
	{ "things", "", "", columns, 5 },
	{ "words", "", "", columns + 1, 2 }
};

static sqlite3_stmt *
prepare(sqlite3 **db, const char *sql)
{
	sqlite3_stmt *stmt = NULL;

	assert_int_equal(sqlite3_open(":memory:", db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(*db, sql, -1, &stmt, NULL), 0);
	return stmt;
}

static void
the_table_of_runs_comes_last(void **state)
{
	struct push_tables tables;

	(void)state;
	push_tables_init(&tables, views, 3);
	assert_int_equal(tables.items.count, 3);
	assert_string_equal(tables.items.items[2].name, "runs");
	assert_true(tables.items.items[0].of_runs);
	assert_false(tables.items.items[1].of_runs);
	assert_string_equal(tables.items.items[1].select,
	    "SELECT \"seconds\", \"text\" FROM \"words\"");
	push_tables_release(&tables);
}

static void
cells_are_escaped_and_compared(void **state)
{
	struct buffer line = { 0 }, compared = { 0 };
	struct push_tables tables;
	sqlite3_stmt *stmt;
	sqlite3 *db;

	(void)state;
	stmt = prepare(&db, "SELECT 7, 0.1, char(9, 10, 92, 13) || '\"', "
	    "'{\"a\": [1, \"b: \\\" c\"]}', '/here'");
	push_tables_init(&tables, views, 3);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	assert_int_equal(batch_row(&line, &compared, &tables.items.items[0],
	    stmt, NULL), GBQ_OK);
	assert_string_equal(buffer_string(&line),
	    "0.10000000000000001\t\\t\\n\\\\\r\"\t"
	    "{\"a\":[1,\"b: \\\\\" c\"]}\t/here");
	assert_null(strstr(buffer_string(&compared), "/here"));
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	buffer_release(&line);
	buffer_release(&compared);
	push_tables_release(&tables);
}

static void
a_cell_of_another_type_is_an_error(void **state)
{
	struct buffer line = { 0 };
	struct push_tables tables;
	struct error error;
	sqlite3_stmt *stmt;
	sqlite3 *db;

	(void)state;
	stmt = prepare(&db, "SELECT 7, 'slow', NULL, NULL, NULL");
	push_tables_init(&tables, views, 3);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	assert_int_equal(batch_row(&line, NULL, &tables.items.items[0], stmt,
	    &error), GBQ_DATABASE);
	assert_non_null(strstr(error.message, "seconds"));
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	buffer_release(&line);
	push_tables_release(&tables);
}

/* Unpack gzip; the bytes that come out. */
static size_t
unpack(struct slice body, char *out, size_t size)
{
	z_stream stream = { 0 };

	stream.next_in = (unsigned char *)(uintptr_t)body.at;
	stream.avail_in = (unsigned)body.len;
	stream.next_out = (unsigned char *)out;
	stream.avail_out = (unsigned)size;
	assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
	assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
	inflateEnd(&stream);
	return size - stream.avail_out;
}

static void
a_batch_is_gzip_and_can_be_begun_anew(void **state)
{
	struct batch *batch = batch_new();
	char *out = mem_calloc(1, 3000000);
	size_t rows = 0;

	(void)state;
	while (!batch_is_full(batch)) {
		batch_add(batch, LITERAL("0123456789\n"));
		rows++;
	}
	assert_int_equal(rows, BATCH_ROWS);
	assert_int_equal(unpack(batch_end(batch), out, 3000000), rows * 11);
	batch_begin(batch);
	assert_int_equal(batch_rows(batch), 0);
	batch_add(batch, LITERAL("x\n"));
	assert_int_equal(unpack(batch_end(batch), out, 3000000), 2);
	assert_memory_equal(out, "x\n", 2);
	free(out);
	batch_free(batch);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_of_runs_comes_last),
		cmocka_unit_test(cells_are_escaped_and_compared),
		cmocka_unit_test(a_cell_of_another_type_is_an_error),
		cmocka_unit_test(a_batch_is_gzip_and_can_be_begun_anew)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
