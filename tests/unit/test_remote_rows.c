/*
 * test_remote_rows.c - what a ClickHouse server answers becomes typed cells.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "remote/clickhouse.h"

static enum gbq_status
begin(struct remote_rows *rows, const char *text, int *code)
{
	memset(rows, 0, sizeof(*rows));
	buffer_add_string(&rows->body, text);
	return remote_rows_begin(rows, code, NULL);
}

static void
cells_have_types(void **state)
{
	struct remote_rows rows;
	bool row;

	(void)state;
	assert_int_equal(begin(&rows, "a\tb\tc\td\te\n"
	    "UInt64\tNullable(Float64)\tLowCardinality(Nullable(String))\t"
	    "Date\tInt64\n"
	    "18446744073709551615\tnan\tx\\ty\\\\\\n\\'\\0z\t2026-01-02\t-3\n"
	    "1\t-1.5e3\t\\N\t\\\\N\t0\n", NULL), GBQ_OK);
	assert_int_equal(rows.columns.count, 5);
	assert_string_equal(rows.columns.items[4].name, "e");
	assert_int_equal(remote_rows_next(&rows, &row, NULL), GBQ_OK);
	assert_true(row);
	assert_int_equal(rows.cells[0].type, GBQ_REAL);
	assert_int_equal(rows.cells[1].type, GBQ_NULL);
	assert_int_equal(rows.cells[2].type, GBQ_TEXT);
	assert_int_equal(rows.cells[2].len, 8);
	assert_memory_equal(rows.cells[2].bytes, "x\ty\\\n'\0z", 9);
	assert_string_equal(rows.cells[3].bytes, "2026-01-02");
	assert_int_equal(rows.cells[4].integer, -3);
	assert_int_equal(remote_rows_next(&rows, &row, NULL), GBQ_OK);
	assert_true(row);
	assert_int_equal(rows.cells[0].integer, 1);
	assert_true(rows.cells[1].real == -1500.0);
	assert_int_equal(rows.cells[2].type, GBQ_NULL);
	assert_string_equal(rows.cells[3].bytes, "\\N");
	assert_int_equal(remote_rows_next(&rows, &row, NULL), GBQ_OK);
	assert_false(row);
	remote_rows_release(&rows);
}

static void
an_answer_may_have_no_rows(void **state)
{
	struct remote_rows rows;
	bool row = true;

	(void)state;
	assert_int_equal(begin(&rows, "a\nString\n", NULL), GBQ_OK);
	assert_int_equal(remote_rows_next(&rows, &row, NULL), GBQ_OK);
	assert_false(row);
	remote_rows_release(&rows);
	assert_int_equal(begin(&rows, "a\nString\n\n", NULL), GBQ_OK);
	assert_int_equal(remote_rows_next(&rows, &row, NULL), GBQ_OK);
	assert_true(row);
	assert_string_equal(rows.cells[0].bytes, "");
	remote_rows_release(&rows);
}

static void
an_error_behind_rows_is_recognised(void **state)
{
	static const char *const tails[] = {
		"Code: 241, e.displayText() = DB::Exception: Memory limit "
		    "(total) exceeded, e.what() = DB::Exception\n",
		"12Code: 241, e.displayText() = DB::NetException: no memory",
		"Code: 241. DB::Exception: Memory limit. "
		    "(MEMORY_LIMIT_EXCEEDED) (version 26.9.2.1)\n",
		"__exception__\r\nabcdefgh\r\nCode: 241. DB::Exception: x\n34 "
		    "abcdefgh\r\n__exception__\r\n" };
	struct buffer text = { 0 };
	struct remote_rows rows;
	int code;

	(void)state;
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		buffer_clear(&text);
		buffer_add_string(&text, "a\nInt64\n1\n");
		buffer_add_string(&text, tails[i]);
		assert_int_equal(begin(&rows, buffer_string(&text), &code),
		    GBQ_DATABASE);
		assert_int_equal(code, 241);
		remote_rows_release(&rows);
	}
	buffer_release(&text);
}

static void
a_cut_or_foreign_answer_is_refused(void **state)
{
	static const char *const texts[] = { "a\tb\nString\tString\nx\ty",
		"a\tb\nString\n", "a\n", "<html>\n" };
	struct remote_rows rows;
	bool row;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		assert_int_equal(begin(&rows, texts[i], NULL),
		    GBQ_DATABASE);
		remote_rows_release(&rows);
	}
	assert_int_equal(begin(&rows, "a\tb\nString\tString\nx\n", NULL), 0);
	assert_int_equal(remote_rows_next(&rows, &row, NULL),
	    GBQ_DATABASE);
	remote_rows_release(&rows);
	assert_int_equal(begin(&rows, "a\tb\nString\tString\nx\ty\tz\n", NULL),
	    0);
	assert_int_equal(remote_rows_next(&rows, &row, NULL),
	    GBQ_DATABASE);
	remote_rows_release(&rows);
}

static void
an_error_text_tells_its_number(void **state)
{
	struct slice message;

	(void)state;
	assert_int_equal(remote_error_code(slice_of("Code: 60, "
	    "e.displayText() = DB::Exception: Table x. (version 18), e.what() "
	    "= DB::Exception"), &message), 60);
	assert_true(slice_equal(message, LITERAL("Table x.")));
	assert_int_equal(remote_error_code(slice_of("Code: 516. "
	    "DB::Exception: wrong: (version 26.9.2.1)\n"), &message), 516);
	assert_true(slice_equal(message, LITERAL("wrong:")));
	assert_int_equal(remote_error_code(slice_of("Code: 60"), NULL), 0);
	assert_int_equal(remote_error_code(slice_of("exit Code: 3, x"), NULL),
	    0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_have_types),
		cmocka_unit_test(an_answer_may_have_no_rows),
		cmocka_unit_test(an_error_behind_rows_is_recognised),
		cmocka_unit_test(a_cut_or_foreign_answer_is_refused),
		cmocka_unit_test(an_error_text_tells_its_number)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
