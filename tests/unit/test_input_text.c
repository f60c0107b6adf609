/*
 * test_input_text.c - texts are read whole, once, and up to a cap.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/input_text.h"

/* A pipe that has a text in it and no writer: its name below /dev/fd. */
struct filled_pipe {
	int from;
	char name[32];
};

static void
pipe_fill(struct filled_pipe *pipe_, struct slice text)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], text.at, text.len), text.len);
	close(ends[1]);
	pipe_->from = ends[0];
	snprintf(pipe_->name, sizeof(pipe_->name), "/dev/fd/%d", ends[0]);
}

static void
a_text_of_as_many_bytes_as_the_cap_is_taken(void **state)
{
	struct buffer text = { 0 };
	struct filled_pipe source;
	struct error error;

	(void)state;
	buffer_add_string(&text, "old ");
	pipe_fill(&source, LITERAL("12345678"));
	assert_int_equal(input_text_read(&text, source.name, 8, &error),
	    GBQ_OK);
	assert_string_equal(buffer_string(&text), "old 12345678");
	close(source.from);
	buffer_release(&text);
}

static void
one_byte_more_is_over_the_limit(void **state)
{
	struct buffer text = { 0 };
	struct filled_pipe source;
	struct error error;

	(void)state;
	pipe_fill(&source, LITERAL("123456789"));
	assert_int_equal(input_text_read(&text, source.name, 8, &error),
	    GBQ_LIMIT);
	assert_non_null(strstr(error.message, source.name));
	assert_non_null(strstr(error.message, "more than 8 bytes"));
	close(source.from);
	buffer_release(&text);
}

static void
what_begins_otherwise_is_left_there(void **state)
{
	struct buffer text = { 0 };
	struct filled_pipe source;
	struct error error;
	char rest[16] = "";

	(void)state;
	pipe_fill(&source, LITERAL("other words"));
	assert_int_equal(input_text_read_if(&text, source.name,
	    LITERAL("head "), 100, &error), GBQ_OK);
	assert_string_equal(buffer_string(&text), "other");
	assert_int_equal(read(source.from, rest, sizeof(rest)), 6);
	assert_string_equal(rest, " words");
	close(source.from);
	buffer_release(&text);
}

static void
what_begins_so_is_read_whole(void **state)
{
	struct buffer text = { 0 };
	struct filled_pipe source;
	struct error error;

	(void)state;
	pipe_fill(&source, LITERAL("head and body"));
	assert_int_equal(input_text_read_if(&text, source.name,
	    LITERAL("head "), 100, &error), GBQ_OK);
	assert_string_equal(buffer_string(&text), "head and body");
	close(source.from);
	buffer_release(&text);
}

static void
a_folder_and_a_name_of_nothing_are_no_input(void **state)
{
	struct buffer text = { 0 };
	struct error error;

	(void)state;
	assert_int_equal(input_text_read(&text, "/", 8, &error),
	    GBQ_NO_INPUT);
	assert_int_equal(input_text_read(&text, "/nowhere/x", 8, &error),
	    GBQ_NO_INPUT);
	buffer_release(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_of_as_many_bytes_as_the_cap_is_taken),
		cmocka_unit_test(one_byte_more_is_over_the_limit),
		cmocka_unit_test(what_begins_otherwise_is_left_there),
		cmocka_unit_test(what_begins_so_is_read_whole),
		cmocka_unit_test(a_folder_and_a_name_of_nothing_are_no_input)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
