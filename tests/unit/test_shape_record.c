/*
 * test_shape_record.c - numbered file names, stacks, records of shapes.
 */
#include "parse_test.h"

#include "parse/log/shape_record.h"

static struct parse_test test;
static struct string_table table;
static stack_array stack;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	string_table_init(&table, &test.arena);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	array_release(&stack);
	string_table_release(&table);
	parse_test_release(&test);
	return 0;
}

static void
the_last_definition_of_a_number_wins(void **state)
{
	(void)state;
	assert_true(string_table_define(&table, LITERAL("[\"/a.py\", 2]")));
	assert_slice(string_table_text(&table, 2), "/a.py");
	assert_true(string_table_define(&table, LITERAL("[\"/b.py\", 2]")));
	assert_slice(string_table_text(&table, 2), "/b.py");
}

static void
a_number_that_was_never_defined_is_unknown(void **state)
{
	(void)state;
	string_table_define(&table, LITERAL("[\"/a.py\", 2]"));
	assert_slice(string_table_text(&table, 0), "(unknown)");
	assert_slice(string_table_text(&table, 3), "(unknown)");
	assert_slice(string_table_text(&table, -1), "(unknown)");
}

static void
damaged_definitions_are_refused(void **state)
{
	(void)state;
	assert_false(string_table_define(&table, LITERAL("[\"/a.py\"]")));
	assert_false(string_table_define(&table, LITERAL("\"/a.py\"")));
	assert_false(string_table_define(&table, LITERAL("[\"a\", -1]")));
	assert_false(string_table_define(&table,
	    LITERAL("[\"a\", 99999999999]")));
	assert_int_equal(table.texts.count, 0);
}

static void
a_stack_names_files_by_number_or_text(void **state)
{
	(void)state;
	string_table_define_list(&table, LITERAL("[\"/a.py\",\"/b.py\"]"));
	assert_true(string_table_stack(&table, &test.arena, LITERAL(
	    "[{\"line\": 5, \"name\": \"<module>\", \"filename\": 1, "
	    "\"loc\": \"  x = f(\\\"y\\\")\\n  z\"}, {\"line\": 7, "
	    "\"name\": \"g\", \"filename\": 9}, {\"filename\": \"/c.py\"}, "
	    "{\"filename\": 0, \"uninterned_filename\": \"/d.py\"}]"),
	    &stack));
	assert_int_equal(stack.count, 4);
	assert_slice(stack.items[0].file, "/b.py");
	assert_int_equal(stack.items[0].line, 5);
	assert_slice(stack.items[0].function, "<module>");
	assert_slice(stack.items[0].source, "x = f(\"y\")");
	assert_slice(stack.items[1].file, "(unknown)");
	assert_slice(stack.items[1].source, NULL);
	assert_slice(stack.items[2].file, "/c.py");
	assert_int_equal(stack.items[2].line, UNKNOWN_INT);
	assert_slice(stack.items[3].file, "/d.py");
}

static void
what_is_no_list_is_no_stack(void **state)
{
	(void)state;
	assert_false(string_table_stack(&table, &test.arena, LITERAL("{}"),
	    &stack));
	assert_false(string_table_stack(&table, &test.arena,
	    LITERAL("[{\"line\": 1}, {\"li"), &stack));
	assert_int_equal(stack.count, 1);
}

static void
a_specialization_has_sources_and_two_stacks(void **state)
{
	struct specialization row;

	(void)state;
	string_table_define(&table, LITERAL("[\"/a.py\", 0]"));
	assert_true(shape_record_specialization(&test.context, &table,
	    LITERAL("{\"symbol\": \"s77\", \"sources\": "
	    "[\"L['x'].size()[0]\", \"L['y'].size()[0]\"], \"value\": \"8\", "
	    "\"reason\": \"range\", \"stack\": [{\"line\": 1, \"filename\": "
	    "0}, {\"line\": 2, \"filename\": 0}], \"user_stack\": [{\"line\":"
	    " 3, \"filename\": 0}]}"), &row));
	assert_slice(row.symbol, "s77");
	assert_slice(row.sources, "L['x'].size()[0]\nL['y'].size()[0]");
	assert_slice(row.value, "8");
	assert_int_equal(row.framework_stack.count, 2);
	assert_int_equal(row.user_stack.count, 1);
	assert_int_equal(row.user_stack.items[0].line, 3);
	array_release(&row.framework_stack);
	array_release(&row.user_stack);
}

static void
a_new_symbol_reads_like_a_specialization(void **state)
{
	struct specialization row;

	(void)state;
	assert_true(shape_record_specialization(&test.context, &table,
	    LITERAL("{\"symbol\": \"s10\", \"val\": 4, \"vr\": \"[2, 9]\", "
	    "\"source\": \"L['x']\", \"user_stack\": null}"), &row));
	assert_slice(row.symbol, "s10");
	assert_slice(row.sources, "L['x']");
	assert_slice(row.value, "4");
	assert_int_equal(row.user_stack.count, 0);
}

static void
a_guard_has_an_expression(void **state)
{
	struct guard_added row;

	(void)state;
	assert_true(shape_record_guard(&test.context, &table,
	    LITERAL("{\"expr\": \"Ne(s95, s27)\", \"user_stack\": [], "
	    "\"stack\": []}"), &row));
	assert_slice(row.expression, "Ne(s95, s27)");
	assert_int_equal(test.problems.list.count, 0);
	assert_false(shape_record_guard(&test.context, &table,
	    LITERAL("[\"expr\"]"), &row));
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code,
	    "shape_bad_json");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_last_definition_of_a_number_wins),
		CASE(a_number_that_was_never_defined_is_unknown),
		CASE(damaged_definitions_are_refused),
		CASE(a_stack_names_files_by_number_or_text),
		CASE(what_is_no_list_is_no_stack),
		CASE(a_specialization_has_sources_and_two_stacks),
		CASE(a_new_symbol_reads_like_a_specialization),
		CASE(a_guard_has_an_expression),
	};

	return cmocka_run_group_tests_name("shape_record", tests, NULL, NULL);
}
