/*
 * test_json.c - the JSON reader: Python's grammar, and values.
 */
#include "parse_test.h"

#include <math.h>
#include <stdlib.h>

#include "util/json.h"

static struct parse_test test;
static struct json_reader reader;

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
	parse_test_release(&test);
	return 0;
}

static void
begin(const char *text)
{
	json_init(&reader, &test.arena, slice_of(text));
}

static bool
is_json(const char *text)
{
	begin(text);
	json_skip(&reader);
	return json_end(&reader);
}

static void
members_come_in_order_with_their_values(void **state)
{
	struct slice key, text;
	int64_t number = 0;
	double real = 0;
	bool flag = false;

	(void)state;
	begin(" { \"a\" : \"x\" ,\"b\":-7, \"c\":[1,{\"d\":2}],\"e\":1.5e1,"
	    "\"f\":true}\n");
	assert_true(json_enter_object(&reader));
	assert_true(json_next_key(&reader, &key));
	assert_slice(key, "a");
	assert_true(json_get_string(&reader, &text));
	assert_slice(text, "x");
	assert_true(json_next_key(&reader, &key));
	assert_true(json_get_int(&reader, &number));
	assert_int_equal(number, -7);
	assert_true(json_next_key(&reader, &key));
	assert_true(json_get_raw(&reader, &text));
	assert_slice(text, "[1,{\"d\":2}]");
	assert_true(json_next_key(&reader, &key));
	assert_true(json_get_double(&reader, &real));
	assert_true(real == 15);
	assert_true(json_next_key(&reader, &key));
	assert_slice(key, "f");
	assert_true(json_get_bool(&reader, &flag) && flag);
	assert_false(json_next_key(&reader, &key));
	assert_true(json_end(&reader));
}

static void
containers_are_left_where_they_end(void **state)
{
	struct slice key;
	int64_t number = 0, sum = 0;

	(void)state;
	begin("[[1,2],[],{},{\"a\":[4]},8]");
	assert_true(json_enter_array(&reader));
	while (json_next_item(&reader)) {
		if (json_peek(&reader) == JSON_ARRAY) {
			json_enter_array(&reader);
			while (json_next_item(&reader)) {
				json_get_int(&reader, &number);
				sum += number;
			}
		} else if (json_peek(&reader) == JSON_OBJECT) {
			json_enter_object(&reader);
			while (json_next_key(&reader, &key))
				json_skip(&reader);
		} else {
			json_get_int(&reader, &number);
			sum += number;
		}
	}
	assert_int_equal(sum, 11);
	assert_true(json_end(&reader));
}

static void
a_value_of_another_type_leaves_the_variable(void **state)
{
	struct slice text = { 0 };
	int64_t number = 5;

	(void)state;
	begin("[null,\"x\",[1],1.0,99999999999999999999,7]");
	json_enter_array(&reader);
	json_next_item(&reader);
	assert_false(json_get_string(&reader, &text));
	assert_slice(text, NULL);
	while (json_next_item(&reader) && number == 5)
		json_get_int(&reader, &number);
	assert_int_equal(number, 7);
	assert_true(json_end(&reader));
}

static void
texts_without_escapes_borrow_and_others_are_decoded(void **state)
{
	const char *json = "[\"pl\xc3\xa4in\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t"
	    "\\u00e9\\u4E2d\\ud83d\\ude00.\",\"\\u0041\"]";
	struct slice text;

	(void)state;
	begin(json);
	json_enter_array(&reader);
	json_next_item(&reader);
	json_get_string(&reader, &text);
	assert_ptr_equal(text.at, json + 2);
	assert_slice(text, "pl\xc3\xa4in");
	json_next_item(&reader);
	json_get_string(&reader, &text);
	assert_slice(text, "\"\\/\b\f\n\r\t\xc3\xa9\xe4\xb8\xad"
	    "\xf0\x9f\x98\x80.");
	json_next_item(&reader);
	json_get_string(&reader, &text);
	assert_slice(text, "A");
	assert_false(json_next_item(&reader));
	assert_false(reader.lone_surrogate);
}

static void
a_lone_surrogate_is_replaced_and_flagged(void **state)
{
	struct slice text;

	(void)state;
	begin("\"sur\\udc80rogate\"");
	assert_true(json_get_string(&reader, &text));
	assert_slice(text, "sur\xef\xbf\xbdrogate");
	assert_true(reader.lone_surrogate);
	begin("\"\\ud83d\\ud83d\\ude00\\ud83dx\"");
	json_get_string(&reader, &text);
	assert_slice(text, "\xef\xbf\xbd\xf0\x9f\x98\x80\xef\xbf\xbdx");
}

static void
numbers_that_are_not_finite_pass_with_a_flag(void **state)
{
	double value = 0;

	(void)state;
	assert_true(is_json("[NaN,Infinity,-Infinity]"));
	assert_true(reader.not_finite);
	begin("NaN");
	assert_true(json_get_double(&reader, &value));
	assert_true(isnan(value));
	assert_true(is_json("[1.5]"));
	assert_false(reader.not_finite);
	assert_false(is_json("-NaN"));
}

static void
bytes_that_are_no_utf8_pass(void **state)
{
	struct slice text;

	(void)state;
	begin("\"a\xff\xc3\"");
	assert_true(json_get_string(&reader, &text));
	assert_slice(text, "a\xff\xc3");
}

static void
what_python_refuses_is_refused(void **state)
{
	static const char *const bad[] = {
		"", " ", "[", "]", "[1,]", "[,1]", "[1 2]", "[1}", "{\"a\":1]",
		"{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{}x",
		"[]]", "tru", "true1", "nul", "01", "-", "1.", ".5", "1e",
		"+1", "\"", "\"a", "\"a\\", "\"\\x\"", "\"\\u12\"",
		"\"\\u12g4\"", "\"a\tb\"", "\"a\nb\"", "'a'", "{1:2}",
		"[\"aaaaaaaaaaaaaaa\x01\"]",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (is_json(bad[i]))
			fail_msg("taken: %s", bad[i]);
	}
}

static void
a_text_is_never_read_beyond_its_end(void **state)
{
	const char *json = "{\"a\":[1,-2.5e3,\"b\\u00e9\",true,null]}";
	size_t len = strlen(json), i;
	char *copy;

	(void)state;
	for (i = 0; i < len; i++) {
		copy = mem_calloc(1, i ? i : 1);
		memcpy(copy, json, i);
		json_init(&reader, &test.arena, (struct slice){ copy, i });
		json_skip(&reader);
		assert_false(json_end(&reader));
		free(copy);
	}
	assert_true(is_json(json));
}

static void
nesting_has_a_limit_and_needs_no_stack(void **state)
{
	static char deep[3 * JSON_MAX_DEPTH];

	(void)state;
	memset(deep, '[', JSON_MAX_DEPTH);
	memset(deep + JSON_MAX_DEPTH, ']', JSON_MAX_DEPTH);
	assert_true(is_json(deep));
	memset(deep, '[', JSON_MAX_DEPTH + 1);
	memset(deep + JSON_MAX_DEPTH + 1, ']', JSON_MAX_DEPTH + 1);
	assert_false(is_json(deep));
}

static void
a_json_string_alone_gives_its_text(void **state)
{
	struct slice text;

	(void)state;
	assert_true(json_text(&test.arena, LITERAL("\"{\\\"a\\\": 1}\""),
	    &text));
	assert_slice(text, "{\"a\": 1}");
	assert_false(json_text(&test.arena, LITERAL("12"), &text));
	assert_false(json_text(&test.arena, LITERAL("\"a\" 1"), &text));
}

static void
numbers_alone_are_told_from_texts(void **state)
{
	static const char *const no[] = { "", "-", "012", "1.", "1e", "NaN",
		"1 ", "0x1" };
	size_t i;

	(void)state;
	for (i = 0; i < LENGTH(no); i++)
		assert_false(json_is_number(slice_of(no[i])));
	assert_false(json_is_number((struct slice){ 0 }));
	assert_true(json_is_number(LITERAL("-0.5E+7")));
}

static void
texts_are_written_as_json(void **state)
{
	struct buffer out = { 0 };

	(void)state;
	json_add_text(&out, LITERAL("a\"\\\n\001\xff\xc3\xa9"));
	assert_string_equal(buffer_string(&out),
	    "\"a\\\"\\\\\\n\\u0001\xef\xbf\xbd\xc3\xa9\"");
	buffer_release(&out);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(members_come_in_order_with_their_values),
		CASE(containers_are_left_where_they_end),
		CASE(a_value_of_another_type_leaves_the_variable),
		CASE(texts_without_escapes_borrow_and_others_are_decoded),
		CASE(a_lone_surrogate_is_replaced_and_flagged),
		CASE(numbers_that_are_not_finite_pass_with_a_flag),
		CASE(bytes_that_are_no_utf8_pass),
		CASE(what_python_refuses_is_refused),
		CASE(a_text_is_never_read_beyond_its_end),
		CASE(nesting_has_a_limit_and_needs_no_stack),
		CASE(a_json_string_alone_gives_its_text),
		CASE(numbers_alone_are_told_from_texts),
		CASE(texts_are_written_as_json),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
