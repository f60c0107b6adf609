/*
 * test_aggregates.c - SQL functions over rows: whole numbers as they are, and
 * memory that is out is an error, no other answer.
 */
#include "query/functions/functions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static int
open_database(void **state)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	assert_int_equal(functions_add(db), SQLITE_OK);
	*state = db;
	return 0;
}

static int
close_database(void **state)
{
	sqlite3_hard_heap_limit64(0);
	return sqlite3_close(*state) != SQLITE_OK;
}

static sqlite3_stmt *
prepare_sql(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *row;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL),
	    SQLITE_OK);
	return row;
}

static void
assert_answer(sqlite3 *db, const char *sql, const char *answer)
{
	sqlite3_stmt *row = prepare_sql(db, sql);

	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(row, 0),
	    answer);
	sqlite3_finalize(row);
}

static void
whole_numbers_are_no_doubles(void **state)
{
	assert_answer(*state, "SELECT p50(9223372036854775807)",
	    "9223372036854775807");
	assert_answer(*state, "SELECT p50(-9223372036854775807 - 1)",
	    "-9223372036854775808");
	assert_answer(*state, "SELECT p99(column1) FROM (VALUES"
	    " (9007199254740993), (9007199254740992))", "9007199254740993");
	assert_answer(*state, "SELECT p50(column1) FROM (VALUES"
	    " (9007199254740993), (0.5))", "9.00719925474099e+15");
	assert_answer(*state, "SELECT argmax(column2, column1) FROM (VALUES"
	    " (9007199254740992, 'less'), (9007199254740993, 'more'))",
	    "more");
}

static void
texts_go_on_behind_a_nul(void **state)
{
	assert_answer(*state, "SELECT argmax(column2, column1) FROM (VALUES"
	    " ('a' || char(0) || 'b', 'more'), ('a', 'less'))", "more");
	assert_answer(*state, "SELECT argmin(column2, column1) FROM (VALUES"
	    " ('a' || char(0) || 'b', 'more'), ('a', 'less'))", "less");
}

/* A copy of the value does not fit, all else does. */
static void
no_memory_is_an_error(void **state)
{
	static const char *const list[] = {
		"SELECT argmin(?1, 1)",
		"SELECT argmax(1, ?1)",
		"SELECT any_value(?1)",
		"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1"
		    " FROM c WHERE x < 400000) SELECT p90(x) FROM c",
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		static const char text[4000000];
		sqlite3_stmt *row = prepare_sql(*state, list[i]);

		sqlite3_bind_text(row, 1, text, sizeof(text), SQLITE_STATIC);
		sqlite3_hard_heap_limit64(sqlite3_memory_used() + 2000000);
		assert_int_equal(sqlite3_step(row), SQLITE_NOMEM);
		sqlite3_hard_heap_limit64(0);
		sqlite3_finalize(row);
	}
}

/* It would take time by the product of both lengths. */
static void
a_long_glob_is_an_error(void **state)
{
	sqlite3_stmt *row = prepare_sql(*state, "SELECT name_glob('a',"
	    " replace(hex(zeroblob(30000)), '0', '*'))");

	assert_int_equal(sqlite3_step(row), SQLITE_ERROR);
	sqlite3_finalize(row);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(whole_numbers_are_no_doubles,
		    open_database, close_database),
		cmocka_unit_test_setup_teardown(texts_go_on_behind_a_nul,
		    open_database, close_database),
		cmocka_unit_test_setup_teardown(no_memory_is_an_error,
		    open_database, close_database),
		cmocka_unit_test_setup_teardown(a_long_glob_is_an_error,
		    open_database, close_database),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
