/*
 * test_jsonl.c - raw.jsonl and compile_directory.json of tlparse.
 */
#include "parse_test.h"

#include <stdlib.h>

#include "parse/log/compile_directory.h"
#include "parse/log/jsonl.h"

#define TABLE "{\"string_table\":[\"/t/convert_frame.py\",\"/a.py\"]}\n"
#define FIRST "{\"artifact\":{\"encoding\":\"json\",\"name\":\"x\"},"	\
	"\"has_payload\":\"986\",\"lineno\":1328,\"pathname\":"		\
	"\" torch/_logging/_internal.py\",\"payload_filename\":"	\
	"\"-_-_-_-/x_0.json\",\"thread\":6851,\"timestamp\":"		\
	"\"2026-11-30T03:17:51.480000Z\"}\n"
#define SECOND "{\"dynamo_start\":{\"stack\":[]},\"frame_id\":4}\n"

static struct parse_test test;
static struct string_table table;
static struct buffer seen;
static struct compile_directory directory;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	string_table_init(&table, &test.arena);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	buffer_release(&seen);
	string_table_release(&table);
	compile_directory_release(&directory);
	parse_test_release(&test);
	return 0;
}

static void
on_record(void *data, const struct jsonl_record *record)
{
	const struct envelope *envelope = &record->envelope;

	(void)data;
	buffer_printf(&seen, "%lld@%lld ", (long long)record->line_number,
	    (long long)record->offset);
	buffer_add_slice(&seen, envelope->kind_name);
	buffer_add_byte(&seen, ' ');
	buffer_add_slice(&seen, envelope->source_file);
	buffer_add_byte(&seen, ' ');
	buffer_add_slice(&seen, envelope->payload_file);
	buffer_add_byte(&seen, ' ');
	buffer_add_slice(&seen, envelope->timestamp);
	buffer_printf(&seen, " %lld;", (long long)envelope->key.frame);
}

static void
read_pieces(const char *text, size_t size)
{
	struct jsonl_reader *reader;
	struct slice rest = slice_of(text);
	size_t len;
	char *piece;

	buffer_clear(&seen);
	array_release(&test.problems.list);
	reader = jsonl_reader_new(&test.problems, &table, on_record, NULL);
	while (rest.len) {
		len = rest.len < size ? rest.len : size;
		piece = mem_calloc(1, len);
		memcpy(piece, rest.at, len);
		jsonl_reader_feed(reader, (struct slice){ piece, len });
		free(piece);
		rest = slice_part(rest, len, rest.len);
	}
	jsonl_reader_end(reader);
	jsonl_reader_free(reader);
}

static void
check(const char *text, const char *want)
{
	static const size_t sizes[] = { 1, 7, 4096 };
	size_t i;

	for (i = 0; i < 3; i++) {
		read_pieces(text, sizes[i]);
		assert_string_equal(buffer_string(&seen), want);
	}
}

static void
records_follow_the_string_table(void **state)
{
	(void)state;
	check(TABLE FIRST SECOND, "2@49 artifact "
	    "torch/_logging/_internal.py -_-_-_-/x_0.json "
	    "2026-11-30T03:17:51.480000Z -1;3@263 dynamo_start    4;");
	assert_slice(string_table_text(&table, 1), "/a.py");
	assert_int_equal(test.problems.list.count, 0);
}

static void
a_last_line_without_end_counts_if_it_is_whole(void **state)
{
	(void)state;
	check(TABLE "{\"a\":1}", "2@49 a    -1;");
	assert_int_equal(test.problems.list.count, 0);
	check(TABLE "{\"a\":1", "");
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code,
	    "jsonl_bad_line");
	assert_int_equal(test.problems.list.items[0].offset, 49);
}

static void
a_file_without_a_string_table_says_so(void **state)
{
	(void)state;
	check(SECOND, "1@0 dynamo_start    4;");
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code,
	    "jsonl_no_string_table");
	check("", "");
	assert_int_equal(test.problems.list.count, 0);
}

static void
a_directory_lists_artifacts_and_links(void **state)
{
	struct directory_entry *entry;

	(void)state;
	assert_true(compile_directory_parse(&test.context, LITERAL(
	    "{\"[0/0_1]\": {\"artifacts\": [{\"name\": \"x_3.json\", "
	    "\"number\": 3, \"readable_url\": null, \"suffix\": "
	    "\"\xe2\x9d\x8c\", \"url\": \"-_0_0_1/x_3.json\"}], \"links\": "
	    "[{\"name\": \"perf\", \"url\": \"https://x\"}]}, "
	    "\"[-/-]\": {\"artifacts\": []}}"), &directory));
	assert_int_equal(directory.compile_ids.count, 2);
	assert_slice(directory.compile_ids.items[1], "[-/-]");
	assert_int_equal(directory.entries.count, 2);
	entry = &directory.entries.items[0];
	assert_slice(entry->compile_id, "[0/0_1]");
	assert_slice(entry->name, "x_3.json");
	assert_slice(entry->url, "-_0_0_1/x_3.json");
	assert_slice(entry->suffix, "\xe2\x9d\x8c");
	assert_slice(entry->readable_url, NULL);
	assert_int_equal(entry->number, 3);
	assert_false(entry->is_link);
	assert_true(directory.entries.items[1].is_link);
	assert_int_equal(directory.entries.items[1].number, UNKNOWN_INT);
}

static void
an_empty_directory_is_no_problem_but_a_cut_one_is(void **state)
{
	(void)state;
	assert_true(compile_directory_parse(&test.context, LITERAL(""),
	    &directory));
	assert_true(compile_directory_parse(&test.context, LITERAL("{}"),
	    &directory));
	assert_int_equal(test.problems.list.count, 0);
	assert_false(compile_directory_parse(&test.context, LITERAL(
	    "{\"[0/0]\": {\"artifacts\": [{\"name\": \"a\"}, {\"na"),
	    &directory));
	assert_int_equal(test.problems.list.count, 1);
	assert_slice(directory.entries.items[0].name, "a");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(records_follow_the_string_table),
		CASE(a_last_line_without_end_counts_if_it_is_whole),
		CASE(a_file_without_a_string_table_says_so),
		CASE(a_directory_lists_artifacts_and_links),
		CASE(an_empty_directory_is_no_problem_but_a_cut_one_is),
	};

	return cmocka_run_group_tests_name("jsonl", tests, NULL, NULL);
}
