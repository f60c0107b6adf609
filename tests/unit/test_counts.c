/*
 * test_counts.c - JSON objects of counts, in words and by name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/format/text.h"

static void
check_words(const char *json, const char *expected)
{
	struct buffer out = { 0 };

	add_counts(&out, "form", json, NULL);
	assert_string_equal(buffer_string(&out), expected);
	buffer_release(&out);
}

static void
counts_are_told_in_words(void **state)
{
	(void)state;
	check_words("{\"resume\":6,\"skip\":2}", "6 resume, 2 skip");
	check_words(" { \"resume\" : 6 } ", "6 resume");
	check_words("{\"no_resume\":1,\"error\":2}", "1 no resume, 2 raised");
	check_words("{}", "");
	check_words(NULL, "");
}

static void
names_may_hold_anything(void **state)
{
	(void)state;
	check_words("{\"a\\\"b: 9, \\\"c\":1,\"\\u001b[2J\":2}",
	    "1 a\"b: 9, \"c, 2 \\x1b[2J");
	check_words("{\"skip, 3 error\": 1}", "1 skip, 3 error");
}

static void
what_is_no_count_is_not_told(void **state)
{
	(void)state;
	check_words("{\"a\":\"x\",\"b\":null,\"c\":{\"d\":1},\"e\":5}", "5 e");
	check_words("[\"a\", 1]", "");
	check_words("no JSON", "");
}

static void
a_count_is_found_by_its_name(void **state)
{
	(void)state;
	assert_int_equal(count_in("{\"loss\":1,\"error\":2}", "error"), 2);
	assert_int_equal(count_in("{\"loss\": 3}", "loss"), 3);
	assert_int_equal(count_in("{\"x\": {\"loss\":1}}", "loss"), 0);
	assert_int_equal(count_in("{\"\\\"loss\\\":\":1}", "loss"), 0);
	assert_int_equal(count_in("{\"lo\\u0073s\":4}", "loss"), 4);
	assert_int_equal(count_in("{\"loss\":\"1\"}", "loss"), 0);
	assert_int_equal(count_in(NULL, "loss"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_told_in_words),
		cmocka_unit_test(names_may_hold_anything),
		cmocka_unit_test(what_is_no_count_is_not_told),
		cmocka_unit_test(a_count_is_found_by_its_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
