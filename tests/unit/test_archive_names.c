/*
 * test_archive_names.c - names of zip and 7z entries are the bytes that the
 * archive has, as those of a tar are: nothing is normalised.
 */
#include "archive_test.h"

#include <zlib.h>

#include "source/archive/archive_7zip.h"

#define NFC "\xc3\xa9"			/* é */
#define NFD "e\xcc\x81"			/* the same, as two characters */

/* ---- zip, of one file without content ---- */

static void
add_number(struct buffer *to, uint32_t number, int len)
{
	for (; len; len--, number >>= 8)
		buffer_add_byte(to, (char)(number & 0xff));
}

struct zip_entry {
	int system;		/* 0: MS-DOS, 3: Unix */
	uint32_t flags;
	struct slice name, extra;
};

enum { UTF8_NAME = 0x800 };

/* What local headers and the directory have in common. */
static void
add_zip_fields(struct buffer *zip, const struct zip_entry *entry)
{
	buffer_add_byte(zip, 20);
	buffer_add_byte(zip, (char)entry->system);
	add_number(zip, entry->flags, 2);
	add_number(zip, 0, 2);		/* stored */
	add_number(zip, 0, 16);		/* time, checksum, sizes */
	add_number(zip, (uint32_t)entry->name.len, 2);
	add_number(zip, (uint32_t)entry->extra.len, 2);
}

static void
make_zip(struct fixture *fixture, struct zip_entry entry)
{
	struct buffer *zip = &fixture->packed;
	size_t directory, size;

	buffer_clear(zip);
	buffer_add(zip, "PK\3\4", 4);
	add_zip_fields(zip, &entry);
	buffer_add_slice(zip, entry.name);
	buffer_add_slice(zip, entry.extra);
	directory = zip->len;
	buffer_add(zip, "PK\1\2", 4);
	add_number(zip, (uint32_t)entry.system << 8 | 20, 2);
	add_zip_fields(zip, &entry);
	add_number(zip, 0, 14);		/* comment, attributes, offset */
	buffer_add_slice(zip, entry.name);
	buffer_add_slice(zip, entry.extra);
	size = zip->len - directory;
	buffer_add(zip, "PK\5\6", 4);
	add_number(zip, 0, 4);
	add_number(zip, 1, 2);
	add_number(zip, 1, 2);
	add_number(zip, (uint32_t)size, 4);
	add_number(zip, (uint32_t)directory, 4);
	add_number(zip, 0, 2);
}

static void
expect_zip(struct fixture *fixture, struct zip_entry entry, const char *list)
{
	make_zip(fixture, entry);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), list);
	assert_string_equal(problems_of(fixture), "");
}

static void
zip_names_are_the_bytes_of_the_header(void **state)
{
	struct fixture *fixture = *state;

	expect_zip(fixture, (struct zip_entry){ 3, UTF8_NAME,
	    LITERAL(NFD), LITERAL("") }, NFD " ");
	expect_zip(fixture, (struct zip_entry){ 3, UTF8_NAME,
	    LITERAL(NFC), LITERAL("") }, NFC " ");
	expect_zip(fixture, (struct zip_entry){ 3, 0, LITERAL(NFD),
	    LITERAL("") }, NFD " ");
	expect_zip(fixture, (struct zip_entry){ 3, UTF8_NAME,
	    LITERAL("not UTF-8: \xe9"), LITERAL("") }, "not UTF-8: \xe9 ");
}

/* Which of two headers it is cannot be told: libarchive's name, in NFC. */
static void
a_second_header_gives_no_other_name(void **state)
{
	struct fixture *fixture = *state;
	struct buffer extra = { 0 };
	struct zip_entry inner = { 3, UTF8_NAME, LITERAL("no" NFC),
	    LITERAL("") };

	add_number(&extra, 0x4242, 2);
	add_number(&extra, 30 + 4, 2);
	buffer_add(&extra, "PK\3\4", 4);
	add_zip_fields(&extra, &inner);
	buffer_add_string(&extra, "no" NFC);
	expect_zip(fixture, (struct zip_entry){ 3, UTF8_NAME, LITERAL(NFD),
	    buffer_slice(&extra) }, NFC " ");
	buffer_release(&extra);
}

static void
a_long_header_is_found(void **state)
{
	static const char zeros[60000];
	struct fixture *fixture = *state;
	struct buffer extra = { 0 };

	add_number(&extra, 0x4242, 2);
	add_number(&extra, sizeof(zeros), 2);
	buffer_add(&extra, zeros, sizeof(zeros));
	expect_zip(fixture, (struct zip_entry){ 3, UTF8_NAME, LITERAL(NFD),
	    buffer_slice(&extra) }, NFD " ");
	buffer_release(&extra);
}

/* Info-ZIP's field, which goes with the plain name that it was made for. */
static void
add_unicode_path(struct buffer *extra, const char *plain, const char *path)
{
	add_number(extra, 0x7075, 2);
	add_number(extra, (uint32_t)(5 + strlen(path)), 2);
	buffer_add_byte(extra, 1);
	add_number(extra, (uint32_t)crc32_z(0, (const Bytef *)plain,
	    strlen(plain)), 4);
	buffer_add_string(extra, path);
}

static void
a_unicode_path_goes_before_the_plain_name(void **state)
{
	struct fixture *fixture = *state;
	struct buffer extra = { 0 };

	add_number(&extra, 0x4242, 2);
	add_number(&extra, 1, 2);
	buffer_add_byte(&extra, 'x');
	add_unicode_path(&extra, "\x82", NFD);	/* é of code page 437 */
	expect_zip(fixture, (struct zip_entry){ 3, 0, LITERAL("\x82"),
	    buffer_slice(&extra) }, NFD " ");
	expect_zip(fixture, (struct zip_entry){ 3, 0, LITERAL("\x8a"),
	    buffer_slice(&extra) }, "\x8a ");
	buffer_release(&extra);
}

static void
backslashes_of_dos_are_slashes(void **state)
{
	struct fixture *fixture = *state;

	expect_zip(fixture, (struct zip_entry){ 0, UTF8_NAME,
	    LITERAL("a\\" NFD "\\b"), LITERAL("") }, "a/" NFD "/b ");
	expect_zip(fixture, (struct zip_entry){ 3, UTF8_NAME,
	    LITERAL("a\\" NFD "\\b"), LITERAL("") }, "a\\" NFD "\\b ");
}

/* ---- 7z ---- */

/*
 * What p7zip 16.02 made of three files (-mx0 -mhc=off): NFD, NFC, and one
 * that takes two units of UTF-16.
 */
static const char names_7z[] =
    "7z\xbc\xaf\x27\x1c\x00\x04z\xa9\xe2\x93\x07\0\0\0\0\0\0\0\x82\0\0\0\0\0"
    "\0\0l\x0f\x85\xf5" "twoone3\x01\x04\x06\0\x03\t\x03\x03\x01\0\x07\x0b"
    "\x03\0\x01\x01\0\x01\x01\0\x01\x01\0\x0c\x03\x03\x01\0\x08\n\x01"
    "f\x8a\xca\x11\xf1\x86lz\x9b\x8e\xd2m\0\0\x05\x03\x19\x0c\0\0\0\0\0\0\0\0"
    "\0\0\0\0\x11\x11\0e\0\x01\x03\0\0\xe9\0\0\0=\xd8\0\xde\0\0\x19\x02\0\0"
    "\x14\x1a\x01\0\x89\xd3\x03\x9e\xfe\x80\xdd\x01"
    "8\xd5\x03\x9e\xfe\x80\xdd\x01o\xd6\x03\x9e\xfe\x80\xdd\x01\x15\x0e\x01\0"
    " \x80\xa4\x81 \x80\xa4\x81 \x80\xa4\x81\0";

static void
names_of_7z_are_not_normalised(void **state)
{
	struct fixture *fixture = *state;

	buffer_add(&fixture->packed, names_7z, sizeof(names_7z));
	assert_int_equal(fixture->packed.len, 169);
	assert_int_equal(open_made(fixture), GBQ_OK);
	assert_string_equal(listed(fixture), NFD " " NFC " \xf0\x9f\x98\x80 ");
	assert_string_equal(visited(fixture), "two|0 one|1 3|2 ");
	assert_string_equal(problems_of(fixture), "");
}

/* As 7-Zip 26.02 writes "lat\xe9", and U+EF90 as its three bytes. */
static void
names_of_7z_that_are_no_utf8_are_the_bytes(void **state)
{
	static const char units[] = "l\0a\0t\0\xe9\xef\0\0\xee\xef\xbe\xef"
	    "\x90\xef\0\0\0\xd8\0\0";
	struct slice names = { units, sizeof(units) - 1 };
	struct buffer name = { 0 };

	(void)state;
	assert_false(archive_7zip_plain(names));
	assert_true(archive_7zip_take_name(&names, &name));
	assert_string_equal(buffer_string(&name), "lat\xe9");
	assert_true(archive_7zip_take_name(&names, &name));
	assert_string_equal(buffer_string(&name), "\xee\xbe\x90");
	assert_false(archive_7zip_take_name(&names, &name));	/* U+D800 */
	assert_false(archive_7zip_take_name(&names, &name));
	buffer_release(&name);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(zip_names_are_the_bytes_of_the_header),
		CASE(a_second_header_gives_no_other_name),
		CASE(a_long_header_is_found),
		CASE(a_unicode_path_goes_before_the_plain_name),
		CASE(backslashes_of_dos_are_slashes),
		CASE(names_of_7z_are_not_normalised),
		CASE(names_of_7z_that_are_no_utf8_are_the_bytes)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
