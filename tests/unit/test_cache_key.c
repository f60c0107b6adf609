/*
 * test_cache_key.c - the parts of a compile cache's key.
 */
#include "parse_test.h"

#include "parse/cache_key.h"

static struct parse_test test;
static cache_component_array parts;

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
	array_release(&parts);
	parse_test_release(&test);
	return 0;
}

static void
read_parts(const char *json)
{
	cache_key_parse(&test.arena, slice_of(json), &parts);
}

static void
a_part_has_a_hash_a_name_and_a_value(void **state)
{
	(void)state;
	read_parts("{\"key\": \"f1\", \"components\": ["
	    "\"[abc] fx_kwargs[cudagraphs]: BoxedBool(value=False)\","
	    "\"[def] gm: <lambda>()\\n\\ndef forward(self): pass\"]}");
	assert_int_equal(parts.count, 2);
	assert_slice(parts.items[0].hash, "abc");
	assert_slice(parts.items[0].name, "fx_kwargs[cudagraphs]");
	assert_slice(parts.items[0].value, "BoxedBool(value=False)");
	assert_slice(parts.items[1].name, "gm");
	assert_slice(parts.items[1].value,
	    "<lambda>()\n\ndef forward(self): pass");
}

static void
brackets_of_a_value_are_no_part_of_the_name(void **state)
{
	(void)state;
	read_parts("{\"components\": [\"[a] tag: x[1]: 2\", "
	    "\"[b] conf[k: v]: w\", \"[c] empty: \"]}");
	assert_int_equal(parts.count, 3);
	assert_slice(parts.items[0].name, "tag");
	assert_slice(parts.items[0].value, "x[1]: 2");
	assert_slice(parts.items[1].name, "conf[k: v]");
	assert_slice(parts.items[2].value, "");
}

static void
items_of_another_form_are_left_out(void **state)
{
	(void)state;
	read_parts("{\"components\": [7, \"no hash\", \"[a] no value\", "
	    "\"[a] : nameless\", null, \"[b] good: 1\"]}");
	assert_int_equal(parts.count, 1);
	assert_slice(parts.items[0].name, "good");
}

static void
a_cut_file_has_no_parts(void **state)
{
	(void)state;
	read_parts("{\"components\": [\"[a] good: 1\", \"[b]");
	assert_int_equal(parts.count, 0);
	read_parts("{\"components\": []}");
	read_parts("[]");
	assert_int_equal(parts.count, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_part_has_a_hash_a_name_and_a_value),
		CASE(brackets_of_a_value_are_no_part_of_the_name),
		CASE(items_of_another_form_are_left_out),
		CASE(a_cut_file_has_no_parts),
	};

	return cmocka_run_group_tests_name("cache_key", tests, NULL, NULL);
}
