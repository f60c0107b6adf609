/*
 * test_compile_id.c - compile ids, folder names and resume names.
 */
#include "parse_test.h"

#include "parse/compile_id.h"

static void
check_id(const char *text, int64_t autograd, int64_t frame, int64_t compile,
    int64_t attempt)
{
	struct compile_key key;
	int64_t got;

	assert_true(compile_id_parse(slice_of(text), &key, &got));
	assert_int_equal(key.compiled_autograd, autograd);
	assert_int_equal(key.frame, frame);
	assert_int_equal(key.frame_compile, compile);
	assert_int_equal(key.rank, NO_ID);
	assert_int_equal(key.process, NO_ID);
	assert_int_equal(got, attempt);
}

static void
ids_are_read_with_and_without_brackets(void **state)
{
	(void)state;
	check_id("[0/0]", NO_ID, 0, 0, 0);
	check_id("0/0", NO_ID, 0, 0, 0);
	check_id("[12/3_2]", NO_ID, 12, 3, 2);
	check_id("[49/974]", NO_ID, 49, 974, 0);
}

static void
compiled_autograd_comes_first_behind_its_mark(void **state)
{
	(void)state;
	check_id("[!0/0/0]", 0, 0, 0, 0);
	check_id("[!1/2/3_4]", 1, 2, 3, 4);
	check_id("[!0/-/-]", 0, NO_ID, NO_ID, 0);
}

static void
a_dash_is_a_missing_part(void **state)
{
	(void)state;
	check_id("[-/-]", NO_ID, NO_ID, NO_ID, 0);
}

static void
anything_else_is_no_id(void **state)
{
	static const char *const texts[] = {
		"(unknown)", "", "[]", "0", "/", "0/", "/0", "a/0", "0/0_",
		"0/0_-",
		"!0/0", "0/0/0", "0/0 ", "[0/0", "-1/0", "0/-1", "0/+1",
		"1234567890123456789/0", "!/0/0",
	};
	struct compile_key key;
	int64_t attempt;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (compile_id_parse(slice_of(texts[i]), &key, &attempt))
			fail_msg("taken for an id: %s", texts[i]);
	}
}

static void
check_folder(const char *name, int64_t autograd, int64_t frame,
    int64_t compile, int64_t attempt)
{
	struct compile_key key;
	int64_t got;

	assert_true(compile_folder_parse(slice_of(name), &key, &got));
	assert_int_equal(key.compiled_autograd, autograd);
	assert_int_equal(key.frame, frame);
	assert_int_equal(key.frame_compile, compile);
	assert_int_equal(got, attempt);
}

static void
folders_of_both_eras_are_read(void **state)
{
	(void)state;
	check_folder("0_0_1", NO_ID, 0, 0, 1);
	check_folder("-_4_0_1", NO_ID, 4, 0, 1);
	check_folder("0_1_0_0", 0, 1, 0, 0);
	check_folder("0_-_-_0", 0, NO_ID, NO_ID, 0);
	check_folder("-_0_0_-", NO_ID, 0, 0, NO_ID);
	check_folder("-_-_-_-", NO_ID, NO_ID, NO_ID, NO_ID);
}

static void
other_folders_are_no_compile_folders(void **state)
{
	static const char *const names[] = {
		"rank_0", "unknown_12", "payloads", "", "0_0", "_0_0_0",
		"0_0_0_", "0_0_0_0_0", "a_0_0_0",
	};
	struct compile_key key;
	int64_t attempt;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (compile_folder_parse(slice_of(names[i]), &key, &attempt))
			fail_msg("taken for a compile folder: %s", names[i]);
	}
}

static void
resume_names_tell_function_and_line(void **state)
{
	struct slice function;
	int64_t line = 0;

	(void)state;
	assert_true(resume_name_parse(
	    LITERAL("torch_dynamo_resume_in_forward_at_172"), &function,
	    &line));
	assert_slice(function, "forward");
	assert_int_equal(line, 172);
	assert_true(resume_name_parse(
	    LITERAL("torch_dynamo_resume_in_<b>x</b> & \"q\"_at_45"),
	    &function, &line));
	assert_slice(function, "<b>x</b> & \"q\"");
	assert_true(resume_name_parse(LITERAL("<resume in forward>"),
	    &function, &line));
	assert_slice(function, "forward");
	assert_int_equal(line, INT64_MIN);
}

static void
nested_resume_names_keep_the_outer_line(void **state)
{
	struct slice function;
	int64_t line;

	(void)state;
	assert_true(resume_name_parse(LITERAL("torch_dynamo_resume_in_"
	    "torch_dynamo_resume_in_f_at_3_at_9"), &function, &line));
	assert_slice(function, "f");
	assert_int_equal(line, 9);
}

static void
a_plain_name_stays_as_it_is(void **state)
{
	struct slice function;
	int64_t line;

	(void)state;
	assert_false(resume_name_parse(LITERAL("<lambda>"), &function,
	    &line));
	assert_slice(function, "<lambda>");
	assert_false(resume_name_parse(
	    LITERAL("torch_dynamo_resume_in_f_at_x"), &function, &line));
	assert_slice(function, "torch_dynamo_resume_in_f_at_x");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_are_read_with_and_without_brackets),
		cmocka_unit_test(compiled_autograd_comes_first_behind_its_mark),
		cmocka_unit_test(a_dash_is_a_missing_part),
		cmocka_unit_test(anything_else_is_no_id),
		cmocka_unit_test(folders_of_both_eras_are_read),
		cmocka_unit_test(other_folders_are_no_compile_folders),
		cmocka_unit_test(resume_names_tell_function_and_line),
		cmocka_unit_test(nested_resume_names_keep_the_outer_line),
		cmocka_unit_test(a_plain_name_stays_as_it_is),
	};

	return cmocka_run_group_tests_name("compile_id", tests, NULL, NULL);
}
