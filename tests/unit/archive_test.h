/*
 * archive_test.h - makes small archives for test_archive*.c, and reads them.
 */
#ifndef GBQ_TESTS_ARCHIVE_TEST_H
#define GBQ_TESTS_ARCHIVE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>

#include "source/archive/archive.h"

/* A test's files and what opening them gave. */
struct fixture {
	char path[64];			/* of the archive under test */
	struct buffer packed;		/* the archive being made */
	struct arena arena;
	struct problem_list problems;
	struct archive_limits limits;
	struct archive_source source;
	struct error error;
	enum gbq_status status;
	struct buffer seen;		/* what a visit gave, as text */
	size_t wanted_first;		/* leave the files before out */
	size_t ends;			/* stop after so many; 0: never */
};

static int
set_up(void **state)
{
	struct fixture *fixture = mem_calloc(1, sizeof(*fixture));
	int fd;

	strcpy(fixture->path, "/tmp/gbq-archive-XXXXXX");
	fd = mkstemp(fixture->path);
	assert_true(fd >= 0);
	close(fd);
	arena_init(&fixture->arena);
	fixture->problems.arena = &fixture->arena;
	fixture->problems.rank = NO_ID;
	fixture->limits = archive_limits_default();
	fixture->source.bytes.fd = -1;
	*state = fixture;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *fixture = *state;

	archive_source_close(&fixture->source);
	unlink(fixture->path);
	buffer_release(&fixture->packed);
	buffer_release(&fixture->seen);
	array_release(&fixture->problems.list);
	arena_release(&fixture->arena);
	free(fixture);
	return 0;
}

/* ---- tar from bytes ---- */

static inline void
set_checksum(char *header)
{
	unsigned sum = 0;

	memset(header + 148, ' ', 8);
	for (int i = 0; i < 512; i++)
		sum += (unsigned char)header[i];
	snprintf(header + 148, 8, "%06o", sum);
}

static inline void
make_header(char header[512], const char *name, char type, size_t size)
{
	memset(header, 0, 512);
	memcpy(header, name, strlen(name) < 100 ? strlen(name) : 100);
	strcpy(header + 100, "0000644");
	strcpy(header + 108, "0000000");
	strcpy(header + 116, "0000000");
	snprintf(header + 124, 12, "%011o", (unsigned)size);
	strcpy(header + 136, "00000000000");
	header[156] = type;
	if (type == '1' || type == '2')
		strcpy(header + 157, "target");
	memcpy(header + 257, "ustar\00000", 8);
	set_checksum(header);
}

/* Append an entry to the archive being made. */
static inline void
add_tar(struct fixture *fixture, const char *name, char type,
    const char *content)
{
	static const char padding[512];
	size_t size = strlen(content);
	char header[512];

	make_header(header, name, type, size);
	buffer_add(&fixture->packed, header, 512);
	buffer_add(&fixture->packed, content, size);
	if (size % 512)
		buffer_add(&fixture->packed, padding, 512 - size % 512);
}

static inline void
add_zeros(struct fixture *fixture, size_t len)
{
	while (len--)
		buffer_add_byte(&fixture->packed, '\0');
}

/* ---- archives from libarchive's writer ---- */

static inline la_ssize_t
collect_packed(struct archive *writer, void *data, const void *bytes,
    size_t len)
{
	(void)writer;
	buffer_add(data, bytes, len);
	return (la_ssize_t)len;
}

/*
 * Begin an archive; format is a name such as "zip"; filter and options
 * ("zip:compression=store") may be NULL.
 */
static inline struct archive *
begin_with_options(struct fixture *fixture, const char *format,
    const char *filter, const char *options)
{
	struct archive *writer = archive_write_new();

	assert_int_equal(archive_write_set_format_by_name(writer, format), 0);
	if (options)
		assert_int_equal(archive_write_set_options(writer, options),
		    ARCHIVE_OK);
	archive_write_set_passphrase(writer, "secret");
	if (filter)
		assert_int_equal(archive_write_add_filter_by_name(writer,
		    filter), ARCHIVE_OK);
	archive_write_set_bytes_in_last_block(writer, 1);
	buffer_clear(&fixture->packed);
	assert_int_equal(archive_write_open(writer, &fixture->packed, NULL,
	    collect_packed, NULL), ARCHIVE_OK);
	return writer;
}

static inline struct archive *
begin_archive(struct fixture *fixture, const char *format, const char *filter)
{
	return begin_with_options(fixture, format, filter, NULL);
}

static inline void
add_sized(struct archive *writer, const char *name, const char *content,
    size_t size)
{
	struct archive_entry *entry = archive_entry_new();

	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_size(entry, (la_int64_t)size);
	assert_true(archive_write_header(writer, entry) >= ARCHIVE_WARN);
	assert_int_equal(archive_write_data(writer, content, size), size);
	archive_entry_free(entry);
}

static inline void
add_entry(struct archive *writer, const char *name, const char *content)
{
	add_sized(writer, name, content, strlen(content));
}

static inline void
end_archive(struct archive *writer)
{
	assert_int_equal(archive_write_close(writer), ARCHIVE_OK);
	archive_write_free(writer);
}

/* ---- reading ---- */

static inline void
save(const struct fixture *fixture)
{
	FILE *file = fopen(fixture->path, "wb");

	assert_non_null(file);
	if (fixture->packed.len)
		assert_int_equal(fwrite(fixture->packed.bytes, 1,
		    fixture->packed.len, file), fixture->packed.len);
	fclose(file);
}

/* Write the archive that was made to its file, open and list it. */
static inline enum gbq_status
open_made(struct fixture *fixture)
{
	save(fixture);
	archive_source_close(&fixture->source);
	fixture->problems.list.count = 0;
	fixture->status = archive_source_open(&fixture->source, fixture->path,
	    &fixture->limits, &fixture->arena, &fixture->problems,
	    &fixture->error);
	return fixture->status;
}

/* The paths of the list, each followed by a space. */
static inline const char *
listed(struct fixture *fixture)
{
	struct buffer text = { 0 };
	const char *copy;

	for (size_t i = 0; i < fixture->source.files.count; i++) {
		buffer_add_slice(&text, fixture->source.files.items[i].path);
		buffer_add_byte(&text, ' ');
	}
	copy = slice_string(&fixture->arena, buffer_slice(&text));
	buffer_release(&text);
	return copy;
}

/* "severity code path; " for each problem. */
static inline const char *
problems_of(struct fixture *fixture)
{
	struct buffer text = { 0 };
	const char *copy;

	for (size_t i = 0; i < fixture->problems.list.count; i++) {
		const struct problem *problem =
		    &fixture->problems.list.items[i];

		buffer_printf(&text, "%s %s %.*s; ",
		    severity_name(problem->severity), problem->code,
		    (int)problem->path.len,
		    problem->path.at ? problem->path.at : "");
	}
	copy = slice_string(&fixture->arena, buffer_slice(&text));
	buffer_release(&text);
	return copy;
}

static inline bool
want(void *data, size_t file)
{
	return file >= ((struct fixture *)data)->wanted_first;
}

static inline void
see(void *data, size_t file, struct slice bytes)
{
	struct fixture *fixture = data;

	(void)file;
	if (fixture->seen.len < 1 << 16)
		buffer_add_slice(&fixture->seen, bytes);
}

static inline bool
see_end(void *data, size_t file, bool whole)
{
	struct fixture *fixture = data;

	buffer_printf(&fixture->seen, "|%zu%s ", file, whole ? "" : "!");
	return fixture->ends == 0 || --fixture->ends > 0;
}

static inline enum gbq_status
visit_all(struct fixture *fixture)
{
	struct archive_visitor visitor = { want, see, see_end, fixture };

	buffer_clear(&fixture->seen);
	return archive_source_visit(&fixture->source, &visitor,
	    &fixture->error);
}

/* "content|file " for each file, in archive order; "!" if it is not whole. */
static inline const char *
visited(struct fixture *fixture)
{
	assert_int_equal(visit_all(fixture), GBQ_OK);
	return buffer_string(&fixture->seen);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
