/*
 * test_recompile_reasons.c - recompile_reasons_N.json, JSON or not.
 */
#include "parse_test.h"

#include "parse/guard/guard.h"

static struct parse_test test;
static recompile_reason_array reasons;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	array_release(&reasons);
	parse_test_release(&test);
	return 0;
}

static void
parse(const char *text)
{
	array_release(&reasons);
	recompile_reasons_parse(&test.context, slice_of(text), &reasons);
}

static void
one_reason_is_bare_text_in_a_json_file(void **state)
{
	(void)state;
	parse("60/0: tensor 'x' requires_grad mismatch. expected "
	    "requires_grad=0");
	assert_int_equal(reasons.count, 1);
	assert_slice(reasons.items[0].missed_compile_id, "60/0");
	assert_slice(reasons.items[0].guard, "tensor 'x' requires_grad "
	    "mismatch. expected requires_grad=0");
	assert_slice(reasons.items[0].file, NULL);
	assert_int_equal(reasons.items[0].line, UNKNOWN_INT);
}

static void
several_reasons_are_a_list_in_order(void **state)
{
	(void)state;
	parse("[\n  \"4/1: L['s'] == 'c&d'   \",\n  \"4/0: a\\\\n\"\n]\n");
	assert_int_equal(reasons.count, 2);
	assert_slice(reasons.items[0].missed_compile_id, "4/1");
	assert_slice(reasons.items[0].guard, "L['s'] == 'c&d'   ");
	assert_slice(reasons.items[1].guard, "a\\n");
}

static void
the_innermost_frame_of_the_user_stack_is_the_place(void **state)
{
	(void)state;
	parse("41/0: len(args) == 2      # return f(*args)  # s.py:354 in c\n"
	    "User stack trace:\n"
	    "  File \"/a.py\", line 3, in f\n    g(x)\n"
	    "  File \"/t/s.py\", line 354, in call_operator\n"
	    "    return f(*args)");
	assert_slice(reasons.items[0].guard,
	    "len(args) == 2      # return f(*args)  # s.py:354 in c");
	assert_slice(reasons.items[0].file, "/t/s.py");
	assert_int_equal(reasons.items[0].line, 354);
	assert_slice(reasons.items[0].function, "call_operator");
}

static void
a_compiled_autograd_id_keeps_its_mark(void **state)
{
	(void)state;
	parse("!0/1/0: Cache miss");
	assert_slice(reasons.items[0].missed_compile_id, "!0/1/0");
	assert_slice(reasons.items[0].guard, "Cache miss");
}

static void
a_reason_without_an_id_is_a_guard_as_a_whole(void **state)
{
	(void)state;
	parse("Unable to find recompilation reasons");
	assert_int_equal(reasons.count, 1);
	assert_slice(reasons.items[0].missed_compile_id, NULL);
	assert_slice(reasons.items[0].guard,
	    "Unable to find recompilation reasons");
	parse("x/0: a");
	assert_slice(reasons.items[0].missed_compile_id, NULL);
	assert_slice(reasons.items[0].guard, "x/0: a");
}

static void
nulls_and_empty_texts_stay_apart(void **state)
{
	(void)state;
	parse("[null, \"\", \"0/0: a\"]");
	assert_int_equal(reasons.count, 3);
	assert_slice(reasons.items[0].text, NULL);
	assert_slice(reasons.items[0].guard, NULL);
	assert_slice(reasons.items[1].text, "");
	assert_slice(reasons.items[1].guard, "");
	parse("null\n");
	assert_int_equal(reasons.count, 1);
	assert_slice(reasons.items[0].text, NULL);
	parse("[]");
	assert_int_equal(reasons.count, 0);
	parse("");
	assert_int_equal(reasons.count, 1);
	assert_slice(reasons.items[0].text, "");
}

static void
escapes_become_their_characters(void **state)
{
	(void)state;
	parse("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u4e2d\\ud83d\\ude00\"]");
	assert_slice(reasons.items[0].text, "\"\\/\b\f\n\r\t\xc3\xa9"
	    "\xe4\xb8\xad\xf0\x9f\x98\x80");
	assert_int_equal(test.problems.list.count, 0);
}

static void
a_lone_surrogate_is_replaced_and_noted(void **state)
{
	(void)state;
	parse("[\"a\\udc80b\\ud83dc\"]");
	assert_slice(reasons.items[0].text, "a\xef\xbf\xbd" "b\xef\xbf\xbd"
	    "c");
	assert_int_equal(test.problems.list.count, 1);
	assert_int_equal(test.problems.list.items[0].severity, SEVERITY_NOTE);
}

static void
what_is_no_list_of_strings_is_bare_text(void **state)
{
	static const char *const texts[] = {
		"[\"a\"", "[\"a\",]", "[\"a\"] b", "[1]", "[\"\\x\"]",
		"[\"\\u12\"]", "[\"a\nb\"]", "{}", "[\"a", "[\"a\\", "[",
		"[null", "[nul]", "[\"a\" \"b\"]",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		parse(texts[i]);
		assert_int_equal(reasons.count, 1);
		assert_slice(reasons.items[0].text, texts[i]);
	}
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(one_reason_is_bare_text_in_a_json_file),
		CASE(several_reasons_are_a_list_in_order),
		CASE(the_innermost_frame_of_the_user_stack_is_the_place),
		CASE(a_compiled_autograd_id_keeps_its_mark),
		CASE(a_reason_without_an_id_is_a_guard_as_a_whole),
		CASE(nulls_and_empty_texts_stay_apart),
		CASE(escapes_become_their_characters),
		CASE(a_lone_surrogate_is_replaced_and_noted),
		CASE(what_is_no_list_of_strings_is_bare_text),
	};

	return cmocka_run_group_tests_name("recompile_reasons", tests, NULL,
	    NULL);
}
