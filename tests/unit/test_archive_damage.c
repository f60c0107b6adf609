/*
 * test_archive_damage.c - archives that are cut, corrupt, hostile, or larger
 * than the limits.
 */
#include "archive_test.h"

static const char problem_cut[] = "loss archive_damaged ; ";

/* ---- damage ---- */

static void
a_tar_cut_in_a_header_gives_what_was_before(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	add_tar(fixture, "b", '0', "second");
	fixture->packed.len = 1024 + 200;
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_true(fixture->source.damaged);
	assert_string_equal(listed(fixture), "a ");
	assert_string_equal(visited(fixture), "first|0 ");
	assert_string_equal(problems_of(fixture), problem_cut);
	assert_int_equal(fixture->problems.list.items[0].offset, 1024);
}

static void
a_tar_cut_in_a_file_names_it_once(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	add_tar(fixture, "b", '0', "second");
	fixture->packed.len = 1024 + 512 + 3;
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(visited(fixture), "first|0 sec|1! ");
	assert_string_equal(problems_of(fixture), "loss archive_damaged b; ");
}

static void
a_bad_header_ends_a_tar(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	for (int i = 0; i < 512; i++)
		buffer_add_byte(&fixture->packed, 'X');
	add_tar(fixture, "b", '0', "second");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "a ");
	assert_string_equal(problems_of(fixture), problem_cut);
}

static void
what_is_damaged_from_the_start_is_no_input(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	fixture->packed.len = 512;
	fixture->packed.bytes[124] = '9';	/* no octal digit */
	assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
	end_archive(begin_archive(fixture, "pax", "gzip"));
	fixture->packed.len = 15;
	assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
	assert_non_null(strstr(fixture->error.message, "damaged"));
}

static void
zeros_in_the_middle_do_not_end_a_tar(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	add_zeros(fixture, 10240);
	add_tar(fixture, "b", '0', "second");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(visited(fixture), "first|0 second|1 ");
	assert_string_equal(problems_of(fixture), "");
}

static void
garbage_after_the_end_is_a_warning(void **state)
{
	static const size_t sizes[] = { 1, 511, 512, 5000 };
	struct fixture *fixture = *state;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		buffer_clear(&fixture->packed);
		add_tar(fixture, "a", '0', "first");
		add_zeros(fixture, 1024);
		for (size_t k = 0; k < sizes[i]; k++)
			buffer_add_byte(&fixture->packed, 'G');
		assert_int_equal(open_made(fixture), GBQ_OK);
		assert_false(fixture->source.damaged);
		assert_string_equal(visited(fixture), "first|0 ");
		assert_string_equal(problems_of(fixture),
		    "warning archive_trailing ; ");
	}
}

static void
a_tar_without_end_mark_is_a_loss(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "a ");
	assert_string_equal(problems_of(fixture),
	    "loss archive_no_end ; ");
}

/* What pigz and appending tools write. */
static void
members_of_gzip_follow_each_other(void **state)
{
	struct fixture *fixture = *state;
	struct buffer first = { 0 };
	struct archive *writer = begin_archive(fixture, "ustar", "gzip");

	add_entry(writer, "a", "first");
	end_archive(writer);
	buffer_add(&first, fixture->packed.bytes, fixture->packed.len);
	writer = begin_archive(fixture, "ustar", "gzip");
	add_entry(writer, "b", "second");
	end_archive(writer);
	buffer_add(&first, fixture->packed.bytes, fixture->packed.len);
	buffer_clear(&fixture->packed);
	buffer_add_slice(&fixture->packed, buffer_slice(&first));
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(visited(fixture), "first|0 second|1 ");
	buffer_add_string(&fixture->packed, "junk");
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(problems_of(fixture),
	    "warning archive_trailing ; ");
	buffer_release(&first);
}

/* libarchive does not look at it. */
static void
a_wrong_checksum_of_gzip_is_a_loss(void **state)
{
	struct fixture *fixture = *state;
	struct archive *writer = begin_archive(fixture, "ustar", "gzip");

	add_entry(writer, "a", "first");
	end_archive(writer);
	fixture->packed.bytes[fixture->packed.len - 5] ^= 1;
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_true(fixture->source.damaged);
	assert_string_equal(visited(fixture), "first|0 ");
	assert_string_equal(problems_of(fixture), problem_cut);
}

static void
make_zip(struct fixture *fixture)
{
	struct archive *writer = begin_with_options(fixture, "zip", NULL,
	    "zip:compression=store");

	add_entry(writer, "a", "first");
	add_entry(writer, "b", "second");
	end_archive(writer);
}

static void
a_wrong_checksum_costs_one_file(void **state)
{
	struct fixture *fixture = *state;
	size_t at;

	make_zip(fixture);
	at = slice_find(buffer_slice(&fixture->packed), LITERAL("first"));
	fixture->packed.bytes[at] = 'F';
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(visited(fixture), "First|0! second|1 ");
	assert_string_equal(problems_of(fixture), "loss archive_damaged a; ");
}

static void
a_zip_without_directory_is_read_in_order(void **state)
{
	struct fixture *fixture = *state;
	size_t at;

	make_zip(fixture);
	at = slice_find(buffer_slice(&fixture->packed), LITERAL("PK\1\2"));
	fixture->packed.len = at + 60;
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_true(fixture->source.damaged);
	assert_string_equal(visited(fixture), "first|0 second|1 ");
	assert_int_equal(fixture->problems.list.items[0].severity,
	    SEVERITY_LOSS);
}

static void
encrypted_entries_are_a_loss(void **state)
{
	struct fixture *fixture = *state;
	struct archive *writer = begin_with_options(fixture, "zip", NULL,
	    "zip:encryption=traditional");

	add_entry(writer, "a", "first");
	end_archive(writer);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), "");
	assert_string_equal(problems_of(fixture),
	    "loss archive_encrypted a; ");
}

static void
an_archive_that_changes_is_noticed(void **state)
{
	struct fixture *fixture = *state;

	add_tar(fixture, "a", '0', "first");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	buffer_clear(&fixture->packed);
	add_tar(fixture, "b", '0', "other");
	add_zeros(fixture, 2048);
	save(fixture);
	assert_int_equal(visit_all(fixture), GBQ_IO);
	assert_string_equal(problems_of(fixture),
	    "warning archive_changed ; ");
}

/* ---- limits ---- */

static void
expect_limit(struct fixture *fixture, const char *words)
{
	enum gbq_status status = open_made(fixture);

	if (status == GBQ_OK)
		status = visit_all(fixture);
	assert_int_equal(status, GBQ_LIMIT);
	assert_non_null(strstr(fixture->error.message, words));
}

static void
entries_of_any_kind_are_counted(void **state)
{
	struct fixture *fixture = *state;

	fixture->limits.entries = 2;
	add_tar(fixture, "a", '0', "");
	add_tar(fixture, "b/", '5', "");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	fixture->packed.len -= 1024;
	add_tar(fixture, "../c", '0', "");
	expect_limit(fixture, "--limit-entries");
}

static void
declared_sizes_are_limited(void **state)
{
	struct fixture *fixture = *state;

	archive_limits_set_bytes(&fixture->limits, 8);
	add_tar(fixture, "a", '0', "12345");
	add_tar(fixture, "b", '0', "123");
	add_zeros(fixture, 1024);
	assert_int_equal(open_made(fixture), GBQ_OK);
	buffer_clear(&fixture->packed);
	add_tar(fixture, "a", '0', "12345");
	add_tar(fixture, "b", '0', "1234");
	add_zeros(fixture, 1024);
	expect_limit(fixture, "unpacks to more than 8 bytes");
	fixture->limits.entry_bytes = 4;
	expect_limit(fixture, "a file in it unpacks to more than 4 bytes");
}

/* A sparse entry of 512 bytes that says it is as large as can be. */
static void
add_sparse(struct fixture *fixture, unsigned char top)
{
	char header[512];

	make_header(header, "sparse", 'S', 512);
	memcpy(header + 257, "ustar  ", 8);
	strcpy(header + 386, "00000000000");
	strcpy(header + 398, "00000001000");
	memset(header + 483, 0, 12);
	header[483] = (char)0x80;
	header[487] = (char)top;
	header[491] = 64;		/* 2^30 at least */
	set_checksum(header);
	buffer_add(&fixture->packed, header, 512);
	for (int i = 0; i < 512; i++)
		buffer_add_byte(&fixture->packed, 'A');
	add_zeros(fixture, 1024);
}

static void
holes_of_sparse_files_count(void **state)
{
	struct fixture *fixture = *state;

	add_sparse(fixture, 0x7f);
	expect_limit(fixture, "--limit-bytes");
	buffer_clear(&fixture->packed);
	add_sparse(fixture, 0);
	expect_limit(fixture, "--limit-ratio");
}

static void
zeros_are_no_bomb_below_the_floor(void **state)
{
	static const char *const kinds[][2] = {
		{ "zip", NULL }, { "7zip", NULL }, { "pax", "gzip" },
		{ "pax", "xz" }, { "pax", "zstd" }
	};
	struct fixture *fixture = *state;
	size_t size = 4 << 20;
	char *zeros = mem_calloc(1, size);

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct archive *writer = begin_archive(fixture, kinds[i][0],
		    kinds[i][1]);

		add_sized(writer, "zeros", zeros, size);
		end_archive(writer);
		fixture->limits.ratio = 200;
		fixture->limits.ratio_floor = 5 << 20;
		assert_int_equal(open_made(fixture), GBQ_OK);
		assert_int_equal(visit_all(fixture), GBQ_OK);
		fixture->limits.ratio_floor = 3 << 20;
		expect_limit(fixture, "--limit-ratio");
	}
	free(zeros);
}

static void
compressions_inside_each_other_are_counted(void **state)
{
	struct fixture *fixture = *state;

	for (int times = 1; times < 30; times++) {
		struct archive *writer = begin_archive(fixture, "ustar",
		    NULL);
		int i;

		archive_write_free(writer);
		writer = archive_write_new();
		archive_write_set_format_ustar(writer);
		for (i = 0; i < times && i < 8; i++)
			archive_write_add_filter_gzip(writer);
		buffer_clear(&fixture->packed);
		archive_write_open(writer, &fixture->packed, NULL,
		    collect_packed, NULL);
		add_entry(writer, "a", "first");
		end_archive(writer);
		if (times <= 3)
			assert_int_equal(open_made(fixture), GBQ_OK);
		else
			expect_limit(fixture, "more than 3 times over");
	}
}

static void
large_windows_are_refused(void **state)
{
	/* a frame header that asks for 2^28 bytes, and a raw block */
	static const char zstd[] = "\x28\xb5\x2f\xfd\x00\x90\x09\x00\x00x";
	/* stream header and block header with a dictionary of 2^28 */
	static const char xz[64] = "\xfd" "7zXZ\0\0\x04\xe6\xd6\xb4\x46"
	    "\x02\x00\x21\x01\x20";
	struct fixture *fixture = *state;

	buffer_add(&fixture->packed, zstd, sizeof(zstd) - 1);
	expect_limit(fixture, "128 MiB of memory");
	buffer_clear(&fixture->packed);
	buffer_add(&fixture->packed, xz, sizeof(xz));
	expect_limit(fixture, "128 MiB of memory");
}

/* libarchive would take 8 GB before it gives the first entry. */
static void
a_7z_that_claims_many_entries_is_refused(void **state)
{
	static const char start[32] = "7z\xbc\xaf\x27\x1c\0\4" "crc."
	    "\0\0\0\0\0\0\0\0" "\x08\0\0\0\0\0\0\0" "crc.";
	static const char header[] = "\x01\x05\xe5\x00\xe1\xf5\x00\x00";
	struct fixture *fixture = *state;

	buffer_add(&fixture->packed, start, sizeof(start));
	buffer_add(&fixture->packed, header, sizeof(header) - 1);
	expect_limit(fixture, "--limit-entries");
	fixture->packed.bytes[32] = 2;
	assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
	assert_non_null(strstr(fixture->error.message,
	    "list of files of the 7z is damaged"));
}

static void
a_header_is_four_mebibytes_at_most(void **state)
{
	struct fixture *fixture = *state;
	char header[512], more[512];

	/* an old GNU map of holes, which goes on and on */
	make_header(header, "map", 'S', 0);
	memcpy(header + 257, "ustar  ", 8);
	strcpy(header + 386, "00000000000");
	strcpy(header + 398, "00000000000");
	header[482] = 1;
	set_checksum(header);
	buffer_add(&fixture->packed, header, 512);
	memset(more, 0, sizeof(more));
	for (int i = 0; i < 42; i++)
		strcpy(more + i * 12, "00000000000");
	more[504] = 1;
	for (int i = 0; i < 10000; i++)
		buffer_add(&fixture->packed, more, 512);
	assert_int_equal(open_made(fixture), GBQ_NO_INPUT);
	assert_non_null(strstr(fixture->error.message, "header is too long"));
}

static const char *const all_kinds[][2] = {
	{ "pax", NULL }, { "gnutar", NULL }, { "pax", "gzip" },
	{ "pax", "bzip2" }, { "pax", "xz" }, { "pax", "zstd" },
	{ "zip", NULL }, { "7zip", NULL }
};

static void
make_three_files(struct fixture *fixture, const char *const kind[2])
{
	struct archive *writer = begin_archive(fixture, kind[0], kind[1]);

	add_entry(writer, "a/index.html", "<html>one two three");
	add_entry(writer, "a/empty", "");
	add_entry(writer, "b", "four five six");
	end_archive(writer);
}

/* A part of an archive is told to be one. */
static void
cuts_anywhere_are_told(void **state)
{
	struct fixture *fixture = *state;

	for (size_t i = 0; i < sizeof(all_kinds) / sizeof(*all_kinds); i++) {
		size_t whole, at;

		make_three_files(fixture, all_kinds[i]);
		whole = fixture->packed.len;
		for (at = 0; at < whole; at += 1 + whole / 64) {
			fixture->packed.len = at;
			if (open_made(fixture) == GBQ_OK)
				assert_true(fixture->problems.list.count > 0);
		}
		fixture->packed.len = whole;
	}
}

static uint32_t
next_random(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/* No crash, no hang, no leak, whatever is read. */
static void
ten_thousand_flips_are_survived(void **state)
{
	struct fixture *fixture = *state;
	uint32_t seed = 1;

	for (size_t i = 0; i < sizeof(all_kinds) / sizeof(*all_kinds); i++) {
		struct buffer sound = { 0 };

		make_three_files(fixture, all_kinds[i]);
		buffer_add_slice(&sound, buffer_slice(&fixture->packed));
		for (int n = 0; n < 1250; n++) {
			int flips = n % 3 ? 1 : 1 + n % 8;

			while (flips-- > 0)
				fixture->packed.bytes[next_random(&seed) %
				    sound.len] ^= (char)(1U <<
				    next_random(&seed) % 8);
			if (open_made(fixture) == GBQ_OK)
				visit_all(fixture);
			memcpy(fixture->packed.bytes, sound.bytes, sound.len);
		}
		buffer_release(&sound);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_tar_cut_in_a_header_gives_what_was_before),
		CASE(a_tar_cut_in_a_file_names_it_once),
		CASE(a_bad_header_ends_a_tar),
		CASE(what_is_damaged_from_the_start_is_no_input),
		CASE(zeros_in_the_middle_do_not_end_a_tar),
		CASE(garbage_after_the_end_is_a_warning),
		CASE(a_tar_without_end_mark_is_a_loss),
		CASE(members_of_gzip_follow_each_other),
		CASE(a_wrong_checksum_of_gzip_is_a_loss),
		CASE(a_wrong_checksum_costs_one_file),
		CASE(a_zip_without_directory_is_read_in_order),
		CASE(encrypted_entries_are_a_loss),
		CASE(an_archive_that_changes_is_noticed),
		CASE(entries_of_any_kind_are_counted),
		CASE(declared_sizes_are_limited),
		CASE(holes_of_sparse_files_count),
		CASE(zeros_are_no_bomb_below_the_floor),
		CASE(compressions_inside_each_other_are_counted),
		CASE(large_windows_are_refused),
		CASE(a_7z_that_claims_many_entries_is_refused),
		CASE(a_header_is_four_mebibytes_at_most),
		CASE(cuts_anywhere_are_told),
		CASE(ten_thousand_flips_are_survived)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
