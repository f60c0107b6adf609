/*
 * test_envelope.c - the top level of records.
 */
#include "parse_test.h"

#include "parse/log/envelope.h"

static struct parse_test test;
static struct envelope envelope;

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

static bool
parse(const char *json)
{
	return envelope_parse(&test.arena, slice_of(json), &envelope);
}

static void
an_artifact_has_a_name_a_place_and_a_payload(void **state)
{
	(void)state;
	assert_true(parse("{\"artifact\": {\"name\": \"dynamo_error\", "
	    "\"encoding\": \"string\"}, \"rank\": 1, \"frame_id\": 3, "
	    "\"frame_compile_id\": 0, \"attempt\": 2, "
	    "\"compiled_autograd_id\": 7, \"has_payload\": \"abc\"}"));
	assert_int_equal(envelope.kind, ENVELOPE_ARTIFACT);
	assert_slice(envelope.kind_name, "artifact");
	assert_slice(envelope.name, "dynamo_error");
	assert_slice(envelope.encoding, "string");
	assert_int_equal(envelope.key.rank, 1);
	assert_int_equal(envelope.key.frame, 3);
	assert_int_equal(envelope.key.frame_compile, 0);
	assert_int_equal(envelope.key.compiled_autograd, 7);
	assert_int_equal(envelope.key.process, NO_ID);
	assert_int_equal(envelope.attempt, 2);
	assert_slice(envelope.md5, "abc");
}

static void
what_is_missing_or_null_is_no_id(void **state)
{
	(void)state;
	assert_true(parse("{\"artifact\": {\"name\": \"torch_version\"}, "
	    "\"frame_id\": null}"));
	assert_int_equal(envelope.key.frame, NO_ID);
	assert_int_equal(envelope.attempt, NO_ID);
	assert_slice(envelope.md5, NULL);
	assert_slice(envelope.encoding, NULL);
}

static void
an_unknown_key_is_kept_with_its_value(void **state)
{
	(void)state;
	assert_true(parse("{\"frame_id\": 1, \"new_thing\": {\"a\": [1]}, "
	    "\"other\": 2}"));
	assert_int_equal(envelope.kind, ENVELOPE_OTHER);
	assert_slice(envelope.kind_name, "new_thing");
	assert_slice(envelope.value, "{\"a\": [1]}");
}

static void
a_known_key_wins_over_an_unknown_one(void **state)
{
	(void)state;
	assert_true(parse("{\"extra\": 1, \"dynamo_start\": {\"stack\": []},"
	    " \"link\": {\"name\": \"n\"}}"));
	assert_int_equal(envelope.kind, ENVELOPE_DYNAMO_START);
	assert_slice(envelope.value, "{\"stack\": []}");
	assert_slice(envelope.name, NULL);
}

static void
a_stack_beside_the_kind_stands_in_place_of_ids(void **state)
{
	(void)state;
	assert_true(parse("{\"describe_source\": {}, \"stack\": "
	    "[{\"line\": 2}]}"));
	assert_int_equal(envelope.kind, ENVELOPE_DESCRIBE_SOURCE);
	assert_slice(envelope.stack, "[{\"line\": 2}]");
}

static void
output_code_is_named_by_its_file(void **state)
{
	(void)state;
	assert_true(parse("{\"inductor_output_code\": {\"filename\": "
	    "\"/c/\\u00e9.py\", \"file_path\": \"/d\"}}"));
	assert_int_equal(envelope.kind, ENVELOPE_INDUCTOR_OUTPUT_CODE);
	assert_slice(envelope.name, "/c/\xc3\xa9.py");
}

static void
a_record_without_any_kind_is_none(void **state)
{
	(void)state;
	assert_true(parse("{}"));
	assert_int_equal(envelope.kind, ENVELOPE_NONE);
	assert_slice(envelope.kind_name, NULL);
}

static void
what_is_no_object_is_no_record(void **state)
{
	(void)state;
	assert_false(parse(""));
	assert_false(parse("[]"));
	assert_false(parse("{\"artifact\": {\"name\": \"x\""));
	assert_false(parse("{\"a\": 1} {"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(an_artifact_has_a_name_a_place_and_a_payload),
		CASE(what_is_missing_or_null_is_no_id),
		CASE(an_unknown_key_is_kept_with_its_value),
		CASE(a_known_key_wins_over_an_unknown_one),
		CASE(a_stack_beside_the_kind_stands_in_place_of_ids),
		CASE(output_code_is_named_by_its_file),
		CASE(a_record_without_any_kind_is_none),
		CASE(what_is_no_object_is_no_record),
	};

	return cmocka_run_group_tests_name("envelope", tests, NULL, NULL);
}
