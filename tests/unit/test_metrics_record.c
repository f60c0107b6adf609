/*
 * test_metrics_record.c - compilation_metrics of logs.
 */
#include "parse_test.h"

#include <math.h>

#include "parse/log/metrics_record.h"

static struct parse_test test;
static struct metrics metrics;

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
	metrics_free_arrays(&metrics);
	parse_test_release(&test);
	return 0;
}

static bool
parse(const char *json)
{
	metrics_free_arrays(&metrics);
	return metrics_record_parse(&test.context, slice_of(json),
	    METRICS_FORWARD, &metrics);
}

static void
fields_go_to_their_members(void **state)
{
	(void)state;
	assert_true(parse("{\"compile_id\": \"0/1\", \"co_name\": \"f\", "
	    "\"co_filename\": \"/a.py\", \"co_firstlineno\": 937, "
	    "\"guard_count\": 552, \"entire_frame_compile_time_s\": 13.67, "
	    "\"is_runtime\": false, \"is_forward\": true, "
	    "\"start_time_us\": 1796012161433333, \"num_graph_breaks\": 0, "
	    "\"pytorch_version\": \"2.13.0+cpu\", "
	    "\"dynamo_config\": \"{\\\"a\\\": 1}\"}"));
	assert_slice(metrics.compile_id, "0/1");
	assert_slice(metrics.co_name, "f");
	assert_slice(metrics.co_filename, "/a.py");
	assert_int_equal(metrics.co_firstlineno, 937);
	assert_int_equal(metrics.guards, 552);
	assert_true(metrics.entire_frame_s == 13.67);
	assert_int_equal(metrics.is_runtime, 0);
	assert_int_equal(metrics.is_forward, 1);
	assert_true(metrics.start_time_us == 1796012161433333);
	assert_int_equal(metrics.num_graph_breaks, 0);
	assert_slice(metrics.torch_version, "2.13.0+cpu");
	assert_slice(metrics.dynamo_config, "\"{\\\"a\\\": 1}\"");
}

static void
null_and_missing_are_unknown_not_zero(void **state)
{
	(void)state;
	assert_true(parse("{\"cache_size\": null, \"fail_type\": null, "
	    "\"restart_reasons\": null, \"inductor_compile_time_s\": null}"));
	assert_int_equal(metrics.cache_size, UNKNOWN_INT);
	assert_int_equal(metrics.graph_ops, UNKNOWN_INT);
	assert_int_equal(metrics.is_runtime, UNKNOWN_INT);
	assert_true(isnan(metrics.inductor_s));
	assert_true(isnan(metrics.backend_s));
	assert_slice(metrics.fail_type, NULL);
	assert_int_equal(metrics.restart_reasons.count, 0);
	assert_int_equal(test.problems.list.count, 0);
}

static void
every_field_is_kept_as_json(void **state)
{
	(void)state;
	assert_true(parse("{\"cache_size\": 0, \"new_metric\": [1, "
	    "{\"a\": null}], \"code_gen_time_s\": 0.10}"));
	assert_int_equal(metrics.fields.count, 3);
	assert_slice(metrics.fields.items[0].name, "cache_size");
	assert_slice(metrics.fields.items[1].name, "new_metric");
	assert_slice(metrics.fields.items[1].json, "[1, {\"a\": null}]");
	assert_slice(metrics.fields.items[2].json, "0.10");
}

static void
what_sqlite_takes_for_no_json_becomes_a_string(void **state)
{
	(void)state;
	assert_true(parse("{\"a\": NaN, \"b\": [-Infinity], \"c\": 1}"));
	assert_slice(metrics.fields.items[0].json, "\"NaN\"");
	assert_slice(metrics.fields.items[1].name, "b");
	assert_slice(metrics.fields.items[1].json, "\"[-Infinity]\"");
	assert_slice(metrics.fields.items[2].json, "1");
}

static void
lists_are_kept_in_order(void **state)
{
	(void)state;
	assert_true(parse("{\"restart_reasons\": [\"b <x>\\n\", \"a\"], "
	    "\"non_compliant_ops\": [\"my::op\"], "
	    "\"fail_type\": \"Unsupported\", \"fail_reason\": \"r\", "
	    "\"fail_user_frame_filename\": \"/f.py\", "
	    "\"fail_user_frame_lineno\": 3}"));
	assert_int_equal(metrics.restart_reasons.count, 2);
	assert_slice(metrics.restart_reasons.items[0], "b <x>\n");
	assert_slice(metrics.restart_reasons.items[1], "a");
	assert_slice(metrics.non_compliant_ops.items[0], "my::op");
	assert_slice(metrics.fail_file, "/f.py");
	assert_int_equal(metrics.fail_line, 3);
}

static void
a_stack_is_a_list_of_texts(void **state)
{
	(void)state;
	assert_true(parse("{\"stack_trace\": [\"Line: 23, Name: <module>, "
	    "Filename: /odd, dir/a.py\", \"Line: 5, Name: f, Filename: \", "
	    "\"nothing of the kind\"]}"));
	assert_int_equal(metrics.stack.count, 3);
	assert_slice(metrics.stack.items[0].file, "/odd, dir/a.py");
	assert_int_equal(metrics.stack.items[0].line, 23);
	assert_slice(metrics.stack.items[0].function, "<module>");
	assert_slice(metrics.stack.items[1].file, "");
	assert_slice(metrics.stack.items[2].file, "nothing of the kind");
	assert_int_equal(metrics.stack.items[2].line, UNKNOWN_INT);
}

static void
a_start_in_seconds_serves_without_microseconds(void **state)
{
	(void)state;
	/* torch 2.5 */
	assert_true(parse("{\"start_time\": 1796010459.313891}"));
	assert_true(metrics.start_time_us == 1796010459313891);
	assert_true(parse("{\"start_time\": 1796010459.313891, "
	    "\"start_time_us\": 7}"));
	assert_int_equal(metrics.start_time_us, 7);
}

static void
a_value_of_another_type_is_a_warning(void **state)
{
	(void)state;
	assert_true(parse("{\"cache_size\": \"many\", \"co_name\": \"f\"}"));
	assert_int_equal(metrics.cache_size, UNKNOWN_INT);
	assert_slice(metrics.co_name, "f");
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code,
	    "metrics_bad_value");
}

static void
a_lone_surrogate_is_a_note(void **state)
{
	(void)state;
	assert_true(parse("{\"fail_reason\": \"can't encode '\\udc80'\"}"));
	assert_slice(metrics.fail_reason, "can't encode '\xef\xbf\xbd'");
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code,
	    "lone_surrogate");
}

static void
damage_keeps_the_fields_before_it(void **state)
{
	(void)state;
	assert_false(parse("{\"cache_size\": 4, \"guard_count\": "));
	assert_int_equal(metrics.cache_size, 4);
	assert_int_equal(test.problems.list.count, 1);
	assert_false(parse("[]"));
	assert_int_equal(metrics.fields.count, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(fields_go_to_their_members),
		CASE(null_and_missing_are_unknown_not_zero),
		CASE(every_field_is_kept_as_json),
		CASE(what_sqlite_takes_for_no_json_becomes_a_string),
		CASE(lists_are_kept_in_order),
		CASE(a_stack_is_a_list_of_texts),
		CASE(a_start_in_seconds_serves_without_microseconds),
		CASE(a_value_of_another_type_is_a_warning),
		CASE(a_lone_surrogate_is_a_note),
		CASE(damage_keeps_the_fields_before_it),
	};

	return cmocka_run_group_tests_name("metrics_record", tests, NULL,
	    NULL);
}
