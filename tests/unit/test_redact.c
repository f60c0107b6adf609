/*
 * test_redact.c - what is left of paths in free text.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "model/redact.h"

/* The text with its paths redacted; freed by the next call. */
static const char *
redacted(const char *text)
{
	static struct buffer out;

	buffer_clear(&out);
	redact_paths_in(&out, slice_of(text));
	return buffer_string(&out);
}

static void
gone(const char *text, const char *secret)
{
	assert_non_null(strstr(text, secret));
	assert_null(strstr(redacted(text), secret));
}

static void
each_part_of_a_path_is_hashed_and_its_ending_stays(void **state)
{
	const char *text = redacted("in /data/anna/model.py:12 and");

	(void)state;
	assert_memory_equal(text, "in /", 4);
	assert_null(strstr(text, "data"));
	assert_null(strstr(text, "anna"));
	assert_non_null(strstr(text, ".py:12 and"));
}

static void
a_folder_with_blanks_is_gone_as_a_whole(void **state)
{
	(void)state;
	gone("see /data/anna/My Secret Project/run.py now", "Project");
	gone("see /My Secret/run.py now", "Secret");
	gone("File \"/data/a b c/d e.py\", line 3", "d e");
	/* a path with an ending is over at the blank */
	assert_non_null(strstr(redacted("/a/b.py and/or more"), "and/or"));
	assert_non_null(strstr(redacted("/data/anna is a folder"),
	    " is a folder"));
}

static void
paths_of_windows_are_paths(void **state)
{
	(void)state;
	gone("at C:\\Users\\anna\\run.py:3", "anna");
	gone("at C:\\Users\\Anna Smith\\run.py:3", "Smith");
	gone("d:/data/anna/run.py", "anna");
}

static void
what_is_public_stays(void **state)
{
	const char *text =
	    redacted("/data/anna/lib/site-packages/torch/nn/x.py");

	(void)state;
	assert_non_null(strstr(text, "/site-packages/torch/nn/x.py"));
	assert_null(strstr(text, "anna"));
	assert_string_equal(redacted("a / b, 3/4, /word"),
	    "a / b, 3/4, /word");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    each_part_of_a_path_is_hashed_and_its_ending_stays),
		cmocka_unit_test(a_folder_with_blanks_is_gone_as_a_whole),
		cmocka_unit_test(paths_of_windows_are_paths),
		cmocka_unit_test(what_is_public_stays)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
