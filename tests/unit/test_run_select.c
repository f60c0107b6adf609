/*
 * test_run_select.c - which run a RUN argument names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "query/run_select.h"

static int
set_up(void **state)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "CREATE TABLE runs (run_id, name);"
	    "INSERT INTO runs VALUES (1, 'llama'), (2, 'mixtral'),"
	    " (4, 'llama'), (5, '2'), (7, 'kinds/print'), (9, 'me@home')",
	    NULL, NULL, NULL), SQLITE_OK);
	*state = db;
	return 0;
}

static int
tear_down(void **state)
{
	return sqlite3_close(*state);
}

static void
runs_are_found(void **state)
{
	static const struct {
		const char *text;
		int64_t run_id;
	} cases[] = {
		{ "@latest", 9 }, { "@-0", 9 }, { "@-1", 7 }, { "@-5", 1 },
		{ "llama", 4 }, { "llama@latest", 4 }, { "llama@-1", 1 },
		{ "mixtral", 2 }, { "4", 4 }, { "2", 5 }, { "id:2", 2 },
		{ "name:2", 5 }, { "kinds/print", 7 }, { "mix*", 2 },
		{ "l?ama", 4 }, { "me@home", 9 }, { "me@home@latest", 9 },
		{ "name:me@home", 9 }
	};
	struct error error;
	int64_t run_id;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(run_select(*state, cases[i].text, &run_id,
		    &error), GBQ_OK);
		assert_int_equal(run_id, cases[i].run_id);
	}
}

static void
what_is_not_there_is_not_found(void **state)
{
	static const char *const absent[] = { "nothing", "@-6", "id:3",
	    "id:99", "name:4x", "llama@-2", "3", "@", "@-", "x*" };
	struct error error;
	int64_t run_id;

	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++)
		assert_int_equal(run_select(*state, absent[i], &run_id,
		    &error), GBQ_NO_INPUT);
	assert_int_equal(run_select(*state, "id:x", &run_id, &error),
	    GBQ_USAGE);
	assert_int_equal(run_select(*state, "", &run_id, &error),
	    GBQ_USAGE);
}

static void
a_glob_of_several_names_is_refused(void **state)
{
	struct error error;
	int64_t run_id;

	assert_int_equal(run_select(*state, "*", &run_id, &error),
	    GBQ_USAGE);
	assert_non_null(strstr(error.message, "matches 5 runs"));
}

static void
a_similar_name_is_offered(void **state)
{
	struct error error;
	int64_t run_id;

	run_select(*state, "mixtral_moe", &run_id, &error);
	assert_string_equal(error.message, "there is no run 'mixtral_moe'; "
	    "did you mean 'mixtral'?");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
		CASE(runs_are_found),
		CASE(what_is_not_there_is_not_found),
		CASE(a_glob_of_several_names_is_refused),
		CASE(a_similar_name_is_offered)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
