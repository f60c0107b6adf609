/*
 * test_dialect.c - SQL of the common subset as ClickHouse reads it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "query/dialect.h"

static struct gbq_value
text_of(const char *bytes, size_t len)
{
	return (struct gbq_value){ GBQ_TEXT, 0, 0, bytes, len };
}

static void
expect_with(const struct dialect_options *options, const char *sql,
    const char *written)
{
	struct buffer out = { 0 };

	dialect_write(&out, slice_of(sql), options);
	assert_string_equal(buffer_string(&out), written);
	buffer_release(&out);
}

static void
expect(const char *sql, const char *written)
{
	static const struct dialect_options options = { NULL, 0, false };

	expect_with(&options, sql, written);
}

static void
comments_are_left_out(void **state)
{
	(void)state;
	expect("-- name: x\n-- help: 'it\nSELECT 1 /* ; ' */ + 2 -- end",
	    "SELECT 1 + 2 ");
	expect("SELECT '-- no', \"/* no */\"", "SELECT '-- no', \"/* no */\"");
	expect("SELECT 1 /* no end", "SELECT 1 ");
	expect("SELECT 1;", "SELECT 1");
}

static void
functions_are_renamed_before_a_bracket_only(void **state)
{
	(void)state;
	expect("SELECT p95(x), P50 (y), p95 FROM t",
	    "SELECT quantileExact(0.95)(x), quantileExact(0.5) (y), p95 "
	    "FROM t");
	expect("SELECT json_int(m, 'a'), 'json_int('",
	    "SELECT visitParamExtractInt(m, 'a'), 'json_int('");
	expect("SELECT any_value(x), argmax(a, b), idiv(1, 2), xp95(x)",
	    "SELECT any(x), argMax(a, b), intDiv(1, 2), xp95(x)");
}

static void
quotes_and_backslashes_of_literals_are_escaped(void **state)
{
	(void)state;
	expect("SELECT 'it''s', '\\', ''", "SELECT 'it\\'s', '\\\\', ''");
	expect("SELECT '''; DROP", "SELECT '\\'; DRO'");
}

static void
parameters_become_literals(void **state)
{
	const struct dialect_parameter list[] = {
		{ "a", text_of("x' OR '1'='1", 12) },
		{ "b", text_of("\\'; DROP TABLE runs; --\n\t", 25) },
		{ "nul", text_of("a\0b", 3) },
		{ "n", { GBQ_INTEGER, -12, 0, NULL, 0 } },
		{ "r", { GBQ_REAL, 0, 0.1, NULL, 0 } },
		{ "inf", { GBQ_REAL, 0, 1e308 * 10, NULL, 0 } },
	};
	const struct dialect_options options = { list, 6, false };

	(void)state;
	expect_with(&options, "SELECT :a", "SELECT 'x\\' OR \\'1\\'=\\'1'");
	expect_with(&options, "SELECT :b,:n",
	    "SELECT '\\\\\\'; DROP TABLE runs; --\n\t',-12");
	expect_with(&options, "SELECT :nul", "SELECT 'a\\0b'");
	expect_with(&options, "SELECT :r, :inf, :none",
	    "SELECT 0.10000000000000001, NULL, NULL");
	expect_with(&options, "SELECT ':a', \":a\", :aa -- :a",
	    "SELECT ':a', \":a\", NULL ");
}

static void
a_glob_becomes_a_regular_expression(void **state)
{
	const struct dialect_parameter list[] = {
		{ "glob", text_of("a.*'[^]\\]?", 10) },
	};
	const struct dialect_options options = { list, 1, false };
	struct buffer out = { 0 };

	(void)state;
	expect_with(&options, "name_glob(r.name, :glob) AND x = :glob",
	    "match(r.name, '(?s)^a\\\\..*\\'[^\\\\]\\\\\\\\].$')"
	    " AND x = 'a.*\\'[^]\\\\]?'");
	dialect_regex(&out, LITERAL("n[0-9]t{1}[]x]|"));
	assert_string_equal(buffer_string(&out),
	    "(?s)^n[0-9]t\\{1\\}[\\]x]\\|$");
	buffer_clear(&out);
	dialect_regex(&out, LITERAL("a[b"));
	assert_string_equal(buffer_string(&out),
	    "(?s)^a[^\\x00-\\x{10FFFF}]b$");
	buffer_release(&out);
}

static void
the_text_of_a_user_stays_as_it_is(void **state)
{
	const struct dialect_parameter list[] = {
		{ "a", text_of("it's", 4) },
	};
	const struct dialect_options options = { list, 1, true };

	(void)state;
	expect_with(&options, "SELECT p95(run_id) /* x */, 'a\\b', c ? :a :b\n"
	    "FROM breaks; -- end", "SELECT p95(run_id) /* x */, 'a\\b', c ? "
	    "'it\\'s' :b\nFROM breaks; -- end");
}

static void
words_and_parameters_are_found_outside_of_literals(void **state)
{
	struct slice sql = LITERAL("SELECT ':a', :b -- :c\n FROM \"d\", e");

	(void)state;
	assert_false(dialect_has_parameter(sql, "a"));
	assert_true(dialect_has_parameter(sql, "b"));
	assert_false(dialect_has_parameter(sql, "c"));
	assert_true(dialect_has_word(sql, "E"));
	assert_false(dialect_has_word(sql, "d"));
	assert_false(dialect_has_word(sql, "b"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_are_left_out),
		cmocka_unit_test(functions_are_renamed_before_a_bracket_only),
		cmocka_unit_test(
		    quotes_and_backslashes_of_literals_are_escaped),
		cmocka_unit_test(parameters_become_literals),
		cmocka_unit_test(a_glob_becomes_a_regular_expression),
		cmocka_unit_test(the_text_of_a_user_stays_as_it_is),
		cmocka_unit_test(
		    words_and_parameters_are_found_outside_of_literals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
