/*
 * test_options.c - command lines, and the names that users type.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/commands/database/tag_list.h"
#include "cli/format/handle.h"
#include "cli/options.h"
#include "cli/screen/similar.h"

static const enum option_id list[] = {
	OPTION_FORMAT, OPTION_LIMIT, OPTION_OWN, OPTION_PARAMETER, OPTION_END
};

/* Parse "gbq" and up to five arguments. */
static int
parse(struct option_values *values, char **message, bool stop, ...)
{
	char program[] = "gbq";
	char *argv[8] = { program };
	int argc = 1, first;
	va_list arguments;

	va_start(arguments, stop);
	while ((argv[argc] = va_arg(arguments, char *)) != NULL)
		argc++;
	va_end(arguments);
	memset(values, 0, sizeof(*values));
	first = options_parse(values, argc, argv, list, stop, message);
	return first < 0 ? first : argc - first;
}

static void
options_and_arguments_mix(void **state)
{
	struct option_values values;
	char *message;

	(void)state;
	assert_int_equal(parse(&values, &message, false, "run", "-fjson",
	    "--limit=3", "--own", "other", NULL), 2);
	assert_string_equal(values.last[OPTION_FORMAT], "json");
	assert_string_equal(values.last[OPTION_LIMIT], "3");
	assert_string_equal(values.last[OPTION_OWN], "");
	assert_null(values.last[OPTION_QUIET]);
	options_release(&values);
}

static void
global_options_stop_at_the_command(void **state)
{
	struct option_values values;
	char *message;

	(void)state;
	assert_int_equal(parse(&values, &message, true, "-q", "--db", "x",
	    "breaks", "-f", NULL), 2);
	assert_string_equal(values.last[OPTION_DB], "x");
	assert_non_null(values.last[OPTION_QUIET]);
	options_release(&values);
}

static void
repeated_options_are_all_kept(void **state)
{
	struct option_values values;
	char *message;

	(void)state;
	parse(&values, &message, false, "-p", "a=1", "-p", "b=2", NULL);
	assert_int_equal(values.given.count, 2);
	assert_string_equal(values.given.items[0].value, "a=1");
	assert_string_equal(values.last[OPTION_PARAMETER], "b=2");
	options_release(&values);
}

static void
check_message(const char *argument, const char *expected)
{
	struct option_values values;
	char *message;

	assert_int_equal(parse(&values, &message, false, argument, NULL), -1);
	assert_string_equal(message, expected);
	free(message);
	options_release(&values);
}

static void
wrong_options_are_explained(void **state)
{
	(void)state;
	check_message("--fromat", "unknown option '--fromat'; did you mean "
	    "'--format'?");
	check_message("--xyzzy", "unknown option '--xyzzy'");
	check_message("-Z", "unknown option '-Z'");
	check_message("-f", "option '--format' needs a value: FORMAT");
	check_message("--limit", "option '--limit' needs a value: N");
	check_message("--own=1", "option '--own' takes no value");
}

static void
numbers_are_checked(void **state)
{
	struct option_values values = { .last = { NULL } };
	int64_t number;

	(void)state;
	assert_false(option_number(&values, OPTION_LIMIT, &number));
	values.last[OPTION_LIMIT] = "12";
	assert_true(option_number(&values, OPTION_LIMIT, &number));
	assert_int_equal(number, 12);
	values.last[OPTION_LIMIT] = "12x";
	assert_false(option_number(&values, OPTION_LIMIT, &number));
	values.last[OPTION_LIMIT] = "-1";
	assert_false(option_number(&values, OPTION_LIMIT, &number));
}

static void
values_that_are_listed_are_checked(void **state)
{
	static const enum option_id lists[] = { OPTION_STATUS, OPTION_KIND,
	    OPTION_END };
	char program[] = "gbq", status[] = "--status", kind[] = "--kind=any";
	char good[] = "limit", bad[] = "lim", empty[] = "";
	char *argv[] = { program, kind, status, good, NULL };
	struct option_values values = { .last = { NULL } };
	char *message = NULL;

	(void)state;
	options_parse(&values, 4, argv, lists, false, &message);
	assert_true(options_check(&values, &message));
	options_release(&values);
	argv[3] = bad;
	options_parse(&values, 4, argv, lists, false, &message);
	assert_false(options_check(&values, &message));
	assert_string_equal(message, "--status is ok, empty, skipped, failed, "
	    "limit, unfinished or unknown, not 'lim'");
	free(message);
	options_release(&values);
	argv[3] = empty;
	options_parse(&values, 4, argv, lists, false, &message);
	assert_false(options_check(&values, &message));
	free(message);
	options_release(&values);
}

static void
tags_are_read_and_stand_once(void **state)
{
	struct tag_list tags = { 0 };

	(void)state;
	assert_true(tag_list_add(&tags, "a=1"));
	assert_true(tag_list_add(&tags, "b=x=y"));
	assert_true(tag_list_add(&tags, "c="));
	assert_true(tag_list_add(&tags, "a=2"));
	assert_false(tag_list_add(&tags, "=2"));
	assert_false(tag_list_add(&tags, "novalue"));
	tag_list_add_removal(&tags, "b");
	assert_int_equal(tags.tags.count, 3);
	assert_string_equal(tags.tags.items[0].key, "a");
	assert_string_equal(tags.tags.items[0].value, "2");
	assert_null(tags.tags.items[1].value);
	assert_string_equal(tags.tags.items[2].value, "");
	tag_list_release(&tags);
}

static void
every_option_has_help_and_one_letter(void **state)
{
	const struct option_spec *spec, *other;

	(void)state;
	for (enum option_id id = OPTION_END + 1; id < OPTION_COUNT; id++) {
		spec = option_find(id);
		assert_non_null(spec);
		assert_non_null(spec->help);
		for (enum option_id next = id + 1; next < OPTION_COUNT;
		    next++) {
			other = option_find(next);
			/* Of two that take other values the name is one. */
			assert_true(!spec->letter ||
			    spec->letter != other->letter ||
			    strcmp(spec->name, other->name) == 0);
		}
	}
}

static void
every_command_is_whole(void **state)
{
	(void)state;
	for (size_t i = 0; commands[i]; i++) {
		assert_ptr_equal(command_find(commands, commands[i]->name),
		    commands[i]);
		assert_non_null(commands[i]->arguments);
		assert_non_null(commands[i]->summary);
		assert_non_null(commands[i]->run);
		/* Those that people see come first. */
		assert_ptr_equal(command_next(commands, commands[i]),
		    commands[i + 1] &&
		    !commands[i + 1]->is_hidden ? commands[i + 1] : NULL);
	}
	assert_null(command_find(commands, "nothing"));
}

static void
misspelt_words_are_guessed(void **state)
{
	struct similar similar = { NULL, 0 };

	(void)state;
	similar_offer(&similar, "brekas", "restarts");
	similar_offer(&similar, "brekas", "breaks");
	assert_string_equal(similar_guess(&similar), "breaks");
	similar = (struct similar){ NULL, 0 };
	similar_offer(&similar, "zzz", "breaks");
	assert_null(similar_guess(&similar));
}

static void
handles_are_read(void **state)
{
	static const char *const letters = "escfg";
	struct handle handle;
	struct buffer out = { 0 };

	(void)state;
	assert_true(handle_parse("[!1/0/2_3#4@r5]", &handle));
	assert_int_equal(handle.kind, HANDLE_COMPILE);
	assert_string_equal(handle.id, "!1/0/2");
	assert_int_equal(handle.attempt, 3);
	assert_int_equal(handle.instance, 4);
	assert_int_equal(handle.rank, 5);
	handle_text(&out, &handle);
	assert_string_equal(buffer_string(&out), "[!1/0/2_3#4@r5]");
	assert_true(handle_parse("CA:0/-/-", &handle));
	assert_string_equal(handle.id, "!0/-/-");
	assert_true(handle_parse("12/0", &handle));
	assert_string_equal(handle.id, "12/0");
	assert_int_equal(handle.attempt, -1);
	assert_int_equal(handle.rank, -1);
	for (int i = 0; letters[i]; i++) {
		char text[] = { letters[i], '1', '7', '\0' };

		assert_true(handle_parse(text, &handle));
		assert_int_equal(handle.kind, HANDLE_EVENT << i);
		assert_int_equal(handle.number, 17);
		buffer_clear(&out);
		handle_text(&out, &handle);
		assert_string_equal(buffer_string(&out), text);
	}
	buffer_release(&out);
}

static void
other_texts_are_no_handles(void **state)
{
	static const char *const bad[] = { "", "0", "0/", "/0", "0/0/0",
	    "!0/0", "0/x", "0/0_", "0/0_x", "0/0#-1", "0/0@r", "e", "e0",
	    "ex", "0/0/", "-1/0", "[0/0", "0/0 ", "e-1", "e1x", "x1", "[1]",
	    "e99999999999999999999", "4", "s 1", "E1" };
	struct handle handle;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (handle_parse(bad[i], &handle))
			fail_msg("taken: '%s'", bad[i]);
	}
}

static void
handles_of_a_run_are_split_at_the_last_colon(void **state)
{
	static const struct {
		const char *text;
		int run_len;	/* -1: it is a run */
		char first;	/* of the handle */
	} cases[] = {
		{ "s3", 0, 's' }, { "CA:1/0/0", 0, '[' },
		{ "model:s3", 5, 's' },
		{ "a:b:[1/0]", 3, '[' }, { "id:3:c1", 4, 'c' },
		{ "name:s3", -1, 0 }, { "key:e1", -1, 0 }, { "id:3", -1, 0 },
		{ "name:s3:e1", 7, 'e' }, { "model:CA:1/0/0", 5, '[' },
		{ "model", -1, 0 }, { ":s3", -1, 0 }, { "model:4", -1, 0 },
		{ "@-1:f2", 3, 'f' }, { "2:g9", 1, 'g' },
	};
	struct handle handle;
	struct buffer out = { 0 };
	size_t run_len;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool is = handle_split(cases[i].text, &run_len, &handle);

		if (is != (cases[i].run_len >= 0) ||
		    (is && (int)run_len != cases[i].run_len))
			fail_msg("'%s'", cases[i].text);
		buffer_clear(&out);
		if (is)
			handle_text(&out, &handle);
		if (is && buffer_string(&out)[0] != cases[i].first)
			fail_msg("'%s': %s", cases[i].text,
			    buffer_string(&out));
	}
	buffer_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_and_arguments_mix),
		cmocka_unit_test(global_options_stop_at_the_command),
		cmocka_unit_test(repeated_options_are_all_kept),
		cmocka_unit_test(wrong_options_are_explained),
		cmocka_unit_test(numbers_are_checked),
		cmocka_unit_test(values_that_are_listed_are_checked),
		cmocka_unit_test(tags_are_read_and_stand_once),
		cmocka_unit_test(every_option_has_help_and_one_letter),
		cmocka_unit_test(every_command_is_whole),
		cmocka_unit_test(misspelt_words_are_guessed),
		cmocka_unit_test(handles_are_read),
		cmocka_unit_test(other_texts_are_no_handles),
		cmocka_unit_test(handles_of_a_run_are_split_at_the_last_colon)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
