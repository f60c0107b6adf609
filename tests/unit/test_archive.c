/*
 * test_archive.c - listing and visiting archives of all kinds, and names.
 */
#include "archive_test.h"

#include "source/archive/archive.h"

static void
every_container_gives_the_same_files(void **state)
{
	static const char *const kinds[][2] = {
		{ "ustar", NULL }, { "pax", NULL }, { "gnutar", NULL },
		{ "v7tar", NULL }, { "pax", "gzip" }, { "pax", "bzip2" },
		{ "pax", "xz" }, { "pax", "zstd" }, { "zip", NULL },
		{ "zip", "gzip" }, { "7zip", NULL }
	};
	struct fixture *fixture = *state;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct archive *writer = begin_archive(fixture, kinds[i][0],
		    kinds[i][1]);

		add_entry(writer, "b/two", "second");
		add_entry(writer, "a", "first");
		add_entry(writer, "b/empty", "");
		end_archive(writer);
		assert_int_equal(open_made(fixture), GBQ_OK);
		assert_string_equal(listed(fixture), "a b/empty b/two ");
		/* 7z keeps empty files last */
		assert_string_equal(visited(fixture),
		    "second|2 first|0 |1 ");
		assert_string_equal(problems_of(fixture), "");
	}
}

static void
other_formats_are_not_read(void **state)
{
	static const char *const kinds[][2] = {
		{ "cpio", NULL }, { "iso9660", NULL }, { "arbsd", NULL },
		{ "mtree", NULL }, { "xar", NULL }, { "pax", "compress" },
		{ "pax", "uuencode" }, { "pax", "lzma" }
	};
	struct fixture *fixture = *state;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct archive *writer = begin_archive(fixture, kinds[i][0],
		    kinds[i][1]);

		add_entry(writer, "a", "first");
		end_archive(writer);
		assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
		assert_non_null(strstr(fixture->error.message,
		    "not an archive that gbq reads"));
	}
}

static void
what_is_no_archive_is_refused(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
	assert_non_null(strstr(fixture->error.message, "an empty file"));
	buffer_add_string(&fixture->packed, "<html>");
	assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
	assert_non_null(strstr(fixture->error.message, "not an archive"));
	assert_int_equal(archive_source_open(&fixture->source, "/nowhere/x",
	    NULL, &fixture->arena, &fixture->problems, &fixture->error),
	    GBQ_NO_INPUT);
	assert_int_equal(archive_source_open(&fixture->source, "/tmp", NULL,
	    &fixture->arena, &fixture->problems, &fixture->error),
	    GBQ_NO_INPUT);
	assert_string_equal(fixture->error.message, "/tmp: not a file");
}

static void
an_archive_may_hold_nothing(void **state)
{
	struct fixture *fixture = *state;

	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "");
	buffer_clear(&fixture->packed);
	add_tar(fixture, "folder/", '5', "");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "");
	assert_string_equal(visited(fixture), "");
	end_archive(begin_archive(fixture, "zip", NULL));
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "");
	assert_string_equal(problems_of(fixture), "");
}

static void
names_that_lead_outside_are_skipped(void **state)
{
	struct fixture *fixture = *state;
	static const char *const bad[] = {
		"/etc/x", "../x", "a/../../x", "a//b", "C:\\x", "c:/x",
		"\\\\host\\x", "a/./b", "..", "."
	};
	size_t count = sizeof(bad) / sizeof(bad[0]), i;

	for (i = 0; i < count; i++)
		add_tar(fixture, bad[i], '0', "bad");
	add_tar(fixture, "./good", '0', "good");
	add_tar(fixture, "a\\b", '0', "kept");
	add_tar(fixture, "latin\xe9", '0', "bytes");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "a\\b good latin\xe9 ");
	assert_int_equal(fixture->problems.list.count, count);
	for (i = 0; i < count; i++) {
		const struct problem *problem =
		    &fixture->problems.list.items[i];

		assert_string_equal(problem->code, "archive_name_skipped");
		assert_int_equal(problem->severity, SEVERITY_LOSS);
		assert_true(slice_equal(problem->path, slice_of(bad[i])));
		assert_int_equal(problem->offset, i * 1024);
	}
	assert_string_equal(visited(fixture), "good|1 kept|0 bytes|2 ");
}

static void
names_are_judged(void **state)
{
	struct slice nul = { "a\0b", 3 }, dots = LITERAL("././a");
	struct slice longer = LITERAL("12345");

	(void)state;
	assert_non_null(archive_name_clean(&nul, 10));
	assert_null(archive_name_clean(&dots, 10));
	assert_true(slice_equal(dots, LITERAL("a")));
	assert_non_null(archive_name_clean(&longer, 4));
	assert_true(archive_name_is_archive(LITERAL("a/b.TAR.gz")));
	assert_true(archive_name_is_archive(LITERAL("b.7z")));
	assert_false(archive_name_is_archive(LITERAL("b.log.gz")));
	assert_false(archive_name_is_archive(LITERAL(".zip")));
}

static void
only_a_hundred_rows_of_a_kind_are_made(void **state)
{
	struct fixture *fixture = *state;
	struct slice message;

	for (int i = 0; i < 250; i++)
		add_tar(fixture, "../x", '0', "");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_int_equal(fixture->problems.list.count, 101);
	message = fixture->problems.list.items[100].message;
	assert_true(slice_equal(message,
	    LITERAL("150 more of this kind, which are not listed")));
}

static void
what_is_no_regular_file_is_skipped(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "file", '0', "content");
	add_tar(fixture, "hard", '1', "");
	add_tar(fixture, "soft", '2', "");
	add_tar(fixture, "device", '3', "");
	add_tar(fixture, "fifo", '6', "");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "file ");
	assert_string_equal(problems_of(fixture),
	    "loss archive_link_skipped hard; warning file_skipped soft; "
	    "warning file_skipped device; warning file_skipped fifo; ");
}

static void
the_last_of_one_name_wins(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "old");
	add_tar(fixture, "b", '0', "other");
	add_tar(fixture, "./a", '0', "new");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "a b ");
	assert_string_equal(visited(fixture), "other|1 new|0 ");
	assert_string_equal(problems_of(fixture),
	    "note archive_duplicate a; ");
}

static void
long_names_come_whole(void **state)
{
	static const char *const formats[] = { "pax", "gnutar", "zip" };
	struct fixture *fixture = *state;
	char name[1001];

	for (int i = 0; i < 1000; i++)
		name[i] = (char)(i % 50 == 49 ? '/' : 'a' + i % 26);
	name[999] = 'z';
	name[1000] = '\0';
	for (size_t i = 0; i < 3; i++) {
		struct archive *writer = begin_archive(fixture, formats[i],
		    NULL);

		add_entry(writer, name, "deep");
		end_archive(writer);
		assert_int_equal(open_made(fixture), GBQ_OK);
		assert_int_equal(fixture->source.files.count, 1);
		assert_true(slice_equal(fixture->source.files.items[0].path,
		    slice_of(name)));
	}
}

/* A pax record says UTF-8, whatever the locale; nothing is normalised. */
static void
pax_names_are_the_bytes_of_the_record(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "x", 'x', "12 path=e\xcc\x81\n");
	add_tar(fixture, "short", '0', "content");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "e\xcc\x81 ");
	assert_string_equal(problems_of(fixture), "");
}

static void
a_visit_gives_what_is_wanted_and_may_stop(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "c", '0', "3");
	add_tar(fixture, "a", '0', "1");
	add_tar(fixture, "d", '0', "4");
	add_tar(fixture, "b", '0', "2");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	fixture->wanted_first = 1;
	assert_string_equal(visited(fixture), "3|2 4|3 2|1 ");
	fixture->ends = 2;
	assert_string_equal(visited(fixture), "3|2 4|3 ");
}

static void
a_pipe_is_spooled(void **state)
{
	struct fixture *fixture = *state;
	struct archive *writer = begin_archive(fixture, "zip", NULL);
	int ends[2];

	add_entry(writer, "a", "piped");
	end_archive(writer);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], fixture->packed.bytes,
	    fixture->packed.len), fixture->packed.len);
	close(ends[1]);
	assert_int_equal(archive_source_open_fd(&fixture->source, ends[0],
	    "standard input", NULL, &fixture->arena, &fixture->problems,
	    &fixture->error), GBQ_OK);
	close(ends[0]);
	assert_string_equal(visited(fixture), "piped|0 ");
}

static void
a_pipe_is_spooled_up_to_the_limit(void **state)
{
	struct fixture *fixture = *state;
	int ends[2];

	archive_limits_set_bytes(&fixture->limits, 4);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "12345", 5), 5);
	close(ends[1]);
	assert_int_equal(archive_source_open_fd(&fixture->source, ends[0],
	    "standard input", &fixture->limits, &fixture->arena,
	    &fixture->problems, &fixture->error), GBQ_LIMIT);
	close(ends[0]);
	assert_non_null(strstr(fixture->error.message, "--limit-bytes"));
}

static void
archives_in_it_are_reported(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a/inner.tar.gz", '0', "");
	add_tar(fixture, "a/dedicated_log.gz", '0', "");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	archive_source_report_nested(&fixture->source);
	assert_string_equal(problems_of(fixture),
	    "loss nested_archive a/inner.tar.gz; ");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(every_container_gives_the_same_files),
		CASE(other_formats_are_not_read),
		CASE(what_is_no_archive_is_refused),
		CASE(an_archive_may_hold_nothing),
		CASE(names_that_lead_outside_are_skipped),
		CASE(names_are_judged),
		CASE(only_a_hundred_rows_of_a_kind_are_made),
		CASE(what_is_no_regular_file_is_skipped),
		CASE(the_last_of_one_name_wins),
		CASE(long_names_come_whole),
		CASE(pax_names_are_the_bytes_of_the_record),
		CASE(a_visit_gives_what_is_wanted_and_may_stop),
		CASE(a_pipe_is_spooled),
		CASE(a_pipe_is_spooled_up_to_the_limit),
		CASE(archives_in_it_are_reported)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
