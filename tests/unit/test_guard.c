/*
 * test_guard.c - SQL of users can read, and nothing else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "query/guard.h"

static const char *const hostile[] = {
	"VACUUM",
	"VACUUM INTO 'copy.db'",
	"ATTACH 'other.db' AS other",
	"ATTACH '/etc/passwd' AS other",
	"ATTACH ':memory:' AS other",
	"DETACH main",
	"BEGIN",
	"BEGIN IMMEDIATE",
	"COMMIT",
	"ROLLBACK",
	"SAVEPOINT a",
	"RELEASE a",
	"INSERT INTO t VALUES (2, 'b')",
	"REPLACE INTO t VALUES (1, 'b')",
	"UPDATE t SET a = 2",
	"DELETE FROM t",
	"WITH x AS (SELECT 1) DELETE FROM t",
	"WITH x AS (SELECT 1) INSERT INTO t SELECT 1, 2",
	"INSERT INTO t VALUES (3, 'c') RETURNING a",
	"CREATE TABLE u (a)",
	"CREATE TABLE u AS SELECT 1",
	"CREATE TEMP TABLE u (a)",
	"CREATE VIEW w AS SELECT 1",
	"CREATE TEMP VIEW w AS SELECT 1",
	"CREATE INDEX i ON t (b)",
	"CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
	"CREATE VIRTUAL TABLE f USING fts5(a)",
	"CREATE VIRTUAL TABLE temp.f USING fts4(a)",
	"DROP TABLE t",
	"DROP VIEW v",
	"ALTER TABLE t ADD COLUMN c",
	"ALTER TABLE t RENAME TO u",
	"ANALYZE",
	"REINDEX",
	"UPDATE sqlite_schema SET sql = ''",
	"PRAGMA query_only = 0",
	"PRAGMA writable_schema = 1",
	"PRAGMA journal_mode = WAL",
	"PRAGMA user_version = 7",
	"PRAGMA application_id = 7",
	"PRAGMA trusted_schema = 1",
	"PRAGMA cell_size_check = 0",
	"PRAGMA temp_store_directory = '/tmp'",
	"PRAGMA mmap_size = 1000000000",
	"PRAGMA cache_size = 1000000000",
	"PRAGMA wal_checkpoint",
	"PRAGMA optimize",
	"PRAGMA incremental_vacuum",
	"PRAGMA hard_heap_limit = 1",
	"PRAGMA unknown_pragma",
	"SELECT load_extension('/lib/x.so')",
	"SELECT readfile('/etc/passwd')",
	"SELECT writefile('x', 'y')",
	"SELECT edit('x')",
	"SELECT fts3_tokenizer('simple')",
	"SELECT fts3_tokenizer('simple', x'00')",
	"SELECT sqlite_log(1, 'x')",
	"SELECT * FROM pragma_writable_schema",
	"SELECT * FROM pragma_journal_mode('wal')",
	"SELECT * FROM dbstat",
	"SELECT count(*) FROM dbstat",
	"SELECT * FROM sqlite_dbpage",
	"SELECT * FROM sqlite_stmt",
	"SELECT * FROM bytecode('SELECT 1')",
	"WITH d AS (SELECT * FROM DbStat) SELECT count(*) FROM d",
	"SELECT * FROM fsdir('/')",
	"SELECT zeroblob(900000000)",
	"SELECT group_concat(hex(zeroblob(40000000))) FROM t, t AS u",
	"SELECT * FROM evil",
	"EXPLAIN DELETE FROM t",
	NULL
};

static const char *const harmless[] = {
	"",
	"-- nothing",
	"SELECT 1",
	"SELECT * FROM t",
	"SELECT * FROM v",
	"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
	    " LIMIT 100) SELECT sum(i) FROM n",
	"SELECT * FROM pragma_table_info('t')",
	"SELECT * FROM pragma_table_xinfo('t')",
	"SELECT * FROM pragma_table_list",
	"SELECT * FROM pragma_index_list('t')",
	"SELECT * FROM pragma_foreign_key_list('t')",
	"SELECT * FROM pragma_function_list",
	"SELECT * FROM pragma_compile_options",
	"PRAGMA table_info(t)",
	"PRAGMA user_version",
	"PRAGMA integrity_check",
	"SELECT count(*), group_concat(b), max(a) FROM t",
	"SELECT json_extract('{\"a\": 1}', '$.a'), json('[1]') -> 0",
	"SELECT key, value FROM json_each('[1, 2]')",
	"SELECT * FROM json_tree('[1, 2]')",
	"SELECT row_number() OVER (ORDER BY a), lag(a) OVER () FROM t",
	"SELECT date('now'), strftime('%Y', 'now'), unixepoch()",
	"SELECT printf('%d', 1), round(1.5), pow(2, 3), upper('a')",
	"SELECT b FROM t WHERE b LIKE 'a%' OR b GLOB 'a*'",
	"SELECT sql FROM sqlite_schema",
	"EXPLAIN SELECT 1",
	"EXPLAIN QUERY PLAN SELECT * FROM t",
	"VALUES (1), (2)",
	NULL
};

struct fixture {
	char folder[64];
	char path[96];
	sqlite3 *db;
	struct guard guard;
};

static int
set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));
	char *error = NULL;

	strcpy(fixture->folder, "/tmp/test_guard_XXXXXX");
	assert_non_null(mkdtemp(fixture->folder));
	assert_int_equal(chdir(fixture->folder), 0);
	snprintf(fixture->path, sizeof(fixture->path), "%s/a.db",
	    fixture->folder);
	assert_int_equal(sqlite3_open(fixture->path, &fixture->db), 0);
	sqlite3_exec(fixture->db, "CREATE TABLE t (a INTEGER PRIMARY KEY, b);"
	    "INSERT INTO t VALUES (1, 'a'), (2, 'ab');"
	    "CREATE INDEX t_by_b ON t (b);"
	    "CREATE VIEW v AS SELECT a, b FROM t;"
	    "CREATE VIEW evil AS SELECT load_extension('x')", NULL, NULL,
	    &error);
	assert_null(error);
	assert_int_equal(guard_install(&fixture->guard, fixture->db, NULL),
	    GBQ_OK);
	*state = fixture;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *fixture = *state;

	guard_remove(&fixture->guard);
	sqlite3_close(fixture->db);
	assert_int_equal(unlink(fixture->path), 0);
	/* Fails where a statement left another file. */
	assert_int_equal(rmdir(fixture->folder), 0);
	free(fixture);
	return 0;
}

/* Prepare and read all rows. */
static enum gbq_status
run(struct fixture *fixture, const char *sql, struct error *error)
{
	sqlite3_stmt *stmt = NULL;
	enum gbq_status status;
	int code;

	memset(error, 0, sizeof(*error));
	status = guard_prepare(&fixture->guard, &stmt, sql, NULL, error);
	if (status != GBQ_OK || !stmt)
		return status;
	guard_resume(&fixture->guard, 0);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
		continue;
	guard_rest(&fixture->guard);
	if (code != SQLITE_DONE)
		status = guard_error(&fixture->guard, code, error);
	sqlite3_finalize(stmt);
	return status;
}

static void
hostile_statements_are_refused_and_change_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct error error;
	int before = sqlite3_total_changes(fixture->db);

	for (size_t i = 0; hostile[i]; i++) {
		/* EXPLAIN of a write may be allowed: it writes nothing. */
		if (run(fixture, hostile[i], &error) == GBQ_OK &&
		    strncmp(hostile[i], "EXPLAIN", 7) != 0)
			fail_msg("allowed: %s", hostile[i]);
	}
	assert_int_equal(sqlite3_total_changes(fixture->db), before);
	assert_int_equal(run(fixture, "SELECT 1", &error), GBQ_OK);
}

static void
harmless_statements_are_allowed(void **state)
{
	struct error error;

	for (size_t i = 0; harmless[i]; i++) {
		if (run(*state, harmless[i], &error) != GBQ_OK)
			fail_msg("%s: %s", harmless[i], error.message);
	}
}

static void
messages_name_what_is_not_allowed(void **state)
{
	struct error error;

	run(*state, "PRAGMA writable_schema = 1", &error);
	assert_non_null(strstr(error.message, "PRAGMA writable_schema"));
	run(*state, "SELECT load_extension('x')", &error);
	assert_non_null(strstr(error.message, "function load_extension"));
	run(*state, "SELECT nope FROM t", &error);
	assert_string_equal(error.message, "no such column: nope");
}

static void
endless_queries_stop_at_the_time_limit(void **state)
{
	struct fixture *fixture = *state;
	struct error error;

	fixture->guard.limits.timeout_s = 0.05;
	assert_int_equal(run(fixture, "WITH RECURSIVE n(i) AS (SELECT 1 UNION "
	    "ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", &error),
	    GBQ_LIMIT);
	assert_int_equal(run(fixture, "SELECT 1", &error), GBQ_OK);
}

static bool
stop(void *data)
{
	return ++*(int *)data > 3;
}

static void
the_stop_function_interrupts(void **state)
{
	struct fixture *fixture = *state;
	struct error error;
	int calls = 0;

	fixture->guard.limits.stop = stop;
	fixture->guard.limits.stop_data = &calls;
	assert_int_equal(run(fixture, "WITH RECURSIVE n(i) AS (SELECT 1 UNION "
	    "ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", &error),
	    GBQ_INTERRUPTED);
}

static void
a_removed_guard_lets_the_program_write(void **state)
{
	struct fixture *fixture = *state;

	guard_remove(&fixture->guard);
	assert_int_equal(sqlite3_exec(fixture->db,
	    "INSERT INTO t VALUES (9, 'z')", NULL, NULL, NULL), SQLITE_OK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
		CASE(hostile_statements_are_refused_and_change_nothing),
		CASE(harmless_statements_are_allowed),
		CASE(messages_name_what_is_not_allowed),
		CASE(endless_queries_stop_at_the_time_limit),
		CASE(the_stop_function_interrupts),
		CASE(a_removed_guard_lets_the_program_write)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
