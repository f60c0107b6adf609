/*
 * test_find_run.c - which run a RUN argument names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "api/handle.h"

/* Names that look like a number, a key, a tag, a glob and an age, too. */
static const struct {
	const char *number, *key, *name;
} runs[] = {
	{ "1", "aabbcc01", "llama" },
	{ "2", "aabbcc02", "mixtral" },
	{ "4", "aabbdd04", "llama" },
	{ "5", "12345605", "2" },
	{ "7", "facade07", "kinds/print" },
	{ "9", "99999909", "me@home" },
	{ "11", "11111111", "decade" },
	{ "12", "decade12", "lr=0.1" },
	{ "13", "13131313", "llama@-1" },
	{ "14", "14141414", "mix*" },
	{ "15", "15151515", "@-1" },
	{ "123456", "16161616", "last" }
};

static void
run_sql(struct gbq *gbq, const char *sql)
{
	assert_int_equal(handle_begin_write(gbq), GBQ_OK);
	assert_int_equal(sqlite3_exec(store_db(gbq->store), sql, NULL, NULL,
	    NULL), SQLITE_OK);
}

static void
add_run(struct gbq *gbq, const char *number, const char *key,
    const char *name)
{
	char sql[500];

	snprintf(sql, sizeof(sql), "INSERT INTO run (run_id, run_key, name, "
	    "mode, source_kind, source_path, layout, ranks, ingested_at, "
	    "counts_are) VALUES (%s, '%s', '%s', '', '', '', '', 1, '', '')",
	    number, key, name);
	run_sql(gbq, sql);
}

static int
set_up(void **state)
{
	struct gbq *gbq = gbq_new();

	assert_int_equal(gbq_open(gbq, NULL, GBQ_MEMORY), GBQ_OK);
	for (size_t i = 0; i < LENGTH(runs); i++)
		add_run(gbq, runs[i].number, runs[i].key, runs[i].name);
	run_sql(gbq, "INSERT INTO tag (run_id, key, value) VALUES "
	    "(1, 'lr', 0.1), (2, 'lr', 0.1), (4, 'lr', 0.2), "
	    "(5, 'a', 'b=c'), (7, 'empty', ''), (9, 'n', 3)");
	*state = gbq;
	return 0;
}

static int
tear_down(void **state)
{
	gbq_free(*state);
	return 0;
}

static void
check_found(struct gbq *gbq, const char *text, int64_t wanted)
{
	int64_t run_id = 0;
	enum gbq_status status = gbq_find_run(gbq, text, &run_id);

	if (status != GBQ_OK || run_id != wanted)
		print_error("'%s': status %d, run %lld: %s\n", text, status,
		    (long long)run_id, gbq_error_text(gbq));
	assert_int_equal(status, GBQ_OK);
	assert_int_equal(run_id, wanted);
}

static void
check_refused(struct gbq *gbq, const char *text, enum gbq_status wanted,
    const char *message)
{
	int64_t run_id;
	enum gbq_status status = gbq_find_run(gbq, text, &run_id);

	if (status != wanted)
		print_error("'%s': status %d\n", text, status);
	assert_int_equal(status, wanted);
	assert_string_equal(gbq_error_text(gbq), message);
}

static void
runs_are_found(void **state)
{
	static const struct {
		const char *text;
		int64_t run_id;
	} cases[] = {
		{ "@latest", 123456 }, { "@-0", 123456 }, { "@-2", 14 },
		{ "@-11", 1 }, { "llama", 4 }, { "llama@latest", 4 },
		{ "llama@-0", 4 }, { "mixtral", 2 }, { "4", 4 },
		{ "id:2", 2 }, { "name:2", 5 }, { "kinds/print", 7 },
		{ "mixt*", 2 }, { "l?ama", 4 }, { "[k]*", 7 },
		{ "me@home", 9 }, { "me@home@latest", 9 },
		{ "name:me@home", 9 }, { "key:f", 7 }, { "key:aabbcc02", 2 },
		{ "aabbdd", 4 }, { "aabbcc01", 1 }, { "lr=0.2", 4 },
		{ "a=b=c", 5 }, { "empty=", 7 }, { "n=3", 9 }, { "lr=*", 12 }
	};

	for (size_t i = 0; i < LENGTH(cases); i++)
		check_found(*state, cases[i].text, cases[i].run_id);
}

static void
a_name_comes_before_what_it_looks_like(void **state)
{
	check_found(*state, "2", 5);
	check_found(*state, "id:2", 2);
	check_found(*state, "decade", 11);
	check_found(*state, "key:decade", 12);
	check_found(*state, "mix*", 14);
	check_found(*state, "llama@-1", 13);
	check_found(*state, "lr=0.1", 12);
	check_found(*state, "123456", 123456);
	check_found(*state, "key:123456", 5);
	/* but "@-1" is always the run before */
	check_found(*state, "@-1", 15);
	check_found(*state, "name:@-1", 15);
	run_sql(*state, "UPDATE run SET name = 'x' WHERE run_id > 10");
	check_found(*state, "decade", 12);
	check_found(*state, "mix*", 2);
	check_found(*state, "llama@-1", 1);
	check_found(*state, "lr=0.1", 2);
	run_sql(*state, "UPDATE run SET name = '@-1' WHERE run_id = 9");
	check_found(*state, "@-1", 15);
}

static void
what_is_not_there_is_not_found(void **state)
{
	static const char *const absent[] = { "nothing", "@-12", "id:3",
	    "id:99", "name:4x", "llama@-2", "3", "@", "@-", "x*", "@--1",
	    "@--9223372036854775808", "@-9223372036854775807",
	    "@-9223372036854775808", "llama@-9223372036854775807",
	    "99999999999999999999", "key:abc", "aabbc", "AABBCC01",
	    "aabbcc0100000000000000000000000000", "lr=0.3", "lr=", "n=3.0",
	    "=", "=0.1", "key", "name:", "name", "' OR '1" };
	struct gbq *gbq = *state;
	int64_t run_id;

	for (size_t i = 0; i < LENGTH(absent); i++) {
		if (gbq_find_run(gbq, absent[i], &run_id) != GBQ_NO_INPUT)
			fail_msg("'%s' is found", absent[i]);
		assert_non_null(strstr(gbq_error_text(gbq), "there is no run "
		    "'"));
	}
	run_sql(gbq, "DELETE FROM tag; DELETE FROM run");
	check_refused(gbq, "@latest", GBQ_NO_INPUT,
	    "the database holds no runs");
	check_refused(gbq, "x", GBQ_NO_INPUT, "there is no run 'x'");
}

static void
what_can_be_no_run_is_wrong_use(void **state)
{
	check_refused(*state, "id:x", GBQ_USAGE, "'x' is no run number");
	check_refused(*state, "id:", GBQ_USAGE, "'' is no run number");
	check_refused(*state, "key:xyz", GBQ_USAGE,
	    "'xyz' is not what a run_key begins with");
	check_refused(*state, "key:", GBQ_USAGE,
	    "'' is not what a run_key begins with");
	check_refused(*state, "", GBQ_USAGE,
	    "a RUN is empty; '@latest' is the newest run");
}

static void
what_means_several_runs_is_refused(void **state)
{
	check_refused(*state, "m*", GBQ_USAGE, "'m*' matches 3 runs, for "
	    "example me@home and mixtral");
	check_refused(*state, "key:aabb", GBQ_USAGE, "'key:aabb' matches 3 "
	    "runs, for example aabbcc01 and aabbdd04");
}

static void
a_similar_name_is_offered(void **state)
{
	check_refused(*state, "mixtral_moe", GBQ_NO_INPUT,
	    "there is no run 'mixtral_moe'; did you mean 'mixtral'?");
	check_refused(*state, "LLAM", GBQ_NO_INPUT,
	    "there is no run 'LLAM'; did you mean 'llama'?");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
		CASE(runs_are_found),
		CASE(a_name_comes_before_what_it_looks_like),
		CASE(what_is_not_there_is_not_found),
		CASE(what_can_be_no_run_is_wrong_use),
		CASE(what_means_several_runs_is_refused),
		CASE(a_similar_name_is_offered)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
