/*
 * test_recover.c - reading a database whose writer was killed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/store.h"

static char folder[64], path[96], journal[112];

static int
setup(void **state)
{
	struct store *store;
	struct error error;

	(void)state;
	strcpy(folder, "/tmp/gbq-recover-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/gbq.db", folder);
	snprintf(journal, sizeof(journal), "%s-journal", path);
	assert_int_equal(store_open(&store, path, GBQ_WRITE, &error),
	    GBQ_OK);
	store_close(store, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	unlink(journal);
	unlink(path);
	rmdir(folder);
	return 0;
}

/* A process that changes a page on disk and ends before it commits. */
static void
write_and_die(void)
{
	pid_t child = fork();
	sqlite3 *db;
	int status;

	if (child == 0) {
		sqlite3_open(path, &db);
		sqlite3_exec(db, "BEGIN; DELETE FROM kind_wording;", NULL,
		    NULL, NULL);
		sqlite3_db_cacheflush(db);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(access(journal, F_OK), 0);
}

static void
a_reader_undoes_the_write_of_a_killed_writer(void **state)
{
	struct store *store;
	struct error error;

	(void)state;
	write_and_die();
	assert_int_equal(store_open(&store, path, GBQ_READ, &error),
	    GBQ_OK);
	store_close(store, NULL);
	assert_int_equal(access(journal, F_OK), -1);
}

/* SQLite deletes the file that such a journal names, whichever it is. */
static void
a_journal_that_names_another_file_is_left_alone(void **state)
{
	static const char mark[] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
	struct store *store;
	struct error error;
	FILE *file;

	(void)state;
	write_and_die();
	file = fopen(journal, "ab");
	assert_non_null(file);
	fwrite(mark, 1, 8, file);
	fclose(file);
	assert_int_equal(store_open(&store, path, GBQ_READ, &error),
	    GBQ_IO);
	assert_non_null(strstr(error.message, "was cut off"));
	assert_int_equal(access(journal, F_OK), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_reader_undoes_the_write_of_a_killed_writer),
		CASE(a_journal_that_names_another_file_is_left_alone),
	};

	return cmocka_run_group_tests_name("databases of killed writers",
	    tests, NULL, NULL);
}
