/*
 * test_log.c - trace logs, whole and damaged. Every log is read in pieces of
 * 1, 7 and 4096 bytes and must give the same.
 */
#include "parse_test.h"

#include <stdlib.h>

#include "parse/log/log.h"
#include "util/hash.h"

/* "a\nb" */
#define MD5_AB "8cdeb44417f3c26826595d5820cf5700"
#define PLACE "V1130 02:48:01.039000 9595 torch/_dynamo/utils.py:2350] "
#define RECORD PLACE "{\"artifact\": {\"name\": \"x\", \"encoding\": "	\
	"\"string\"}, \"frame_id\": 3, \"frame_compile_id\": 1, "	\
	"\"attempt\": 2, \"has_payload\": \"" MD5_AB "\"}"
#define BARE PLACE "{\"dynamo_start\": {\"stack\": []}, \"frame_id\": 4}"

/* What the callback saw, as one line a record. */
static struct parse_test test;
static struct buffer seen;
static struct log_counts counts;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	buffer_release(&seen);
	parse_test_release(&test);
	return 0;
}

static void
on_envelope(void *data, const struct log_envelope *envelope)
{
	static const char *const states[] = {
		"none", "whole", "unchecked", "mismatch", "cut"
	};

	(void)data;
	buffer_printf(&seen, "%lld:", (long long)envelope->line_number);
	buffer_add_slice(&seen, envelope->envelope.kind_name);
	buffer_printf(&seen, ":%s", states[envelope->payload_state]);
	if (envelope->payload.at) {
		buffer_add_byte(&seen, ':');
		buffer_add_slice(&seen, envelope->payload);
	}
	if (envelope->payload_too_large || envelope->line_too_large)
		buffer_add_string(&seen, ":large");
	buffer_add_byte(&seen, ';');
}

static void
read_pieces(struct slice log, size_t size)
{
	struct log_reader *reader;
	size_t at, len;
	char *piece;

	buffer_clear(&seen);
	array_release(&test.problems.list);
	reader = log_reader_new(&test.problems, on_envelope, NULL);
	for (at = 0; at < log.len; at += len) {
		len = log.len - at < size ? log.len - at : size;
		piece = mem_calloc(1, len);
		memcpy(piece, log.at + at, len);
		log_reader_feed(reader, (struct slice){ piece, len });
		free(piece);
	}
	log_reader_end(reader);
	counts = *log_reader_counts(reader);
	log_reader_free(reader);
}

/* The records must be as wanted, whatever the pieces. */
static void
check(const char *log, const char *want)
{
	static const size_t sizes[] = { 1, 7, 4096 };
	size_t i;

	for (i = 0; i < 3; i++) {
		read_pieces(slice_of(log), sizes[i]);
		assert_string_equal(buffer_string(&seen), want);
	}
}

/* The only problem, NULL for none. */
static void
check_problem(const char *code, enum severity severity, int64_t offset)
{
	assert_int_equal(test.problems.list.count, code ? 1 : 0);
	if (!code)
		return;
	assert_string_equal(test.problems.list.items[0].code, code);
	assert_int_equal(test.problems.list.items[0].severity, severity);
	assert_int_equal(test.problems.list.items[0].offset, offset);
}

static void
a_payload_is_its_lines_without_their_tabs(void **state)
{
	(void)state;
	check(RECORD "\n\ta\n\tb\n" BARE "\n",
	    "1:artifact:whole:a\nb;4:dynamo_start:none;");
	check_problem(NULL, 0, 0);
	assert_int_equal(counts.lines, 4);
	assert_int_equal(counts.payloads, 1);
}

static void
exactly_one_tab_is_stripped(void **state)
{
	(void)state;
	check(PLACE "{\"artifact\": {}, \"has_payload\": "
	    "\"7b394f250e3a7c11d54cdb4bc0a12d59\"}\n\t\tx\n\t\n",
	    "1:artifact:whole:\tx\n;");
}

static void
an_empty_payload_is_not_an_absent_one(void **state)
{
	(void)state;
	check(PLACE "{\"artifact\": {}, \"has_payload\": "
	    "\"d41d8cd98f00b204e9800998ecf8427e\"}\n\t\n" BARE "\n",
	    "1:artifact:whole:;3:dynamo_start:none;");
	check(RECORD "\n" BARE "\n",
	    "1:artifact:mismatch;2:dynamo_start:none;");
	check_problem("payload_md5", SEVERITY_LOSS, 0);
}

static void
a_payload_goes_on_behind_a_stray_line(void **state)
{
	(void)state;
	check(RECORD "\n\ta\nepoch 1: loss=0.5\n\tb\n",
	    "1:artifact:whole:a\nb;");
	check_problem("log_bad_line", SEVERITY_WARNING,
	    (int64_t)strlen(RECORD "\n\ta\n"));
	assert_int_equal(counts.bad_lines, 1);
}

static void
stray_lines_are_counted_after_the_first_twenty(void **state)
{
	struct buffer log = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < 50; i++)
		buffer_add_string(&log, "hello\n");
	check(buffer_string(&log), "");
	buffer_release(&log);
	assert_int_equal(test.problems.list.count, 21);
	assert_slice(test.problems.list.items[20].message,
	    "30 more: neither a record nor a line of a payload");
	assert_int_equal(counts.bad_lines, 50);
}

static void
a_payload_with_another_md5_is_a_loss(void **state)
{
	(void)state;
	check(RECORD "\n\ta\n\tc\n" BARE "\n",
	    "1:artifact:mismatch:a\nc;4:dynamo_start:none;");
	check_problem("payload_md5", SEVERITY_LOSS, 0);
}

static void
an_announcement_that_is_no_md5_is_not_checked(void **state)
{
	(void)state;
	check(PLACE "{\"artifact\": {}, \"has_payload\": \"yes\"}\n\ta\n",
	    "1:artifact:unchecked:a;");
	check_problem(NULL, 0, 0);
}

static void
a_log_of_crlf_lines_gives_the_same(void **state)
{
	(void)state;
	check(RECORD "\r\n\ta\r\n\tb\r\n" BARE "\r\n",
	    "1:artifact:whole:a\nb;4:dynamo_start:none;");
	check_problem(NULL, 0, 0);
	check(RECORD "\r\n\ta\r\n\tc\r\n", "1:artifact:cut:a\nc;");
}

static void
a_payload_of_crlf_lines_stays_as_it_is(void **state)
{
	(void)state;
	/* the md5 of "a\r\nb" */
	check(PLACE "{\"artifact\": {}, \"has_payload\": "
	    "\"65d5f03c46e62e3f2babbe712d2ce464\"}\n\ta\r\n\tb\n" BARE "\n",
	    "1:artifact:whole:a\r\nb;4:dynamo_start:none;");
}

static void
a_last_line_without_end_counts_if_it_is_whole(void **state)
{
	(void)state;
	check(BARE "\n" BARE, "1:dynamo_start:none;2:dynamo_start:none;");
	check_problem(NULL, 0, 0);
	check(RECORD "\n\ta\n\tb", "1:artifact:whole:a\nb;");
	check_problem(NULL, 0, 0);
	check(BARE "\nV1130 02:48:01.03", "1:dynamo_start:none;");
	check_problem("log_cut", SEVERITY_LOSS, (int64_t)strlen(BARE "\n"));
}

static void
a_log_cut_in_a_payload_is_a_loss(void **state)
{
	(void)state;
	check(RECORD "\n\ta\n", "1:artifact:cut:a;");
	check_problem("log_cut", SEVERITY_LOSS, 0);
	check(RECORD "\n\ta\xe4\xb8", "1:artifact:cut:a\xe4\xb8;");
	check(RECORD "\n", "1:artifact:cut;");
}

static void
a_log_cut_at_any_byte_keeps_the_records_before(void **state)
{
	struct slice log = LITERAL(BARE "\n" RECORD "\n\ta\n\tb\n" BARE "\n");
	const char *first = "1:dynamo_start:none;";
	size_t len;

	(void)state;
	for (len = strlen(BARE); len <= log.len; len++) {
		read_pieces(slice_part(log, 0, len), 7);
		assert_memory_equal(buffer_string(&seen), first,
		    strlen(first));
		assert_true(test.problems.list.count <= 1);
	}
}

static void
a_log_without_lines_has_no_records(void **state)
{
	(void)state;
	check("", "");
	check_problem(NULL, 0, 0);
	check("\n", "");
	check_problem("log_blank_line", SEVERITY_NOTE, 0);
	check("\n\r\n\n", "");
	assert_int_equal(counts.blank_lines, 3);
	assert_int_equal(test.problems.list.count, 2);
}

static void
payload_lines_without_a_record_are_one_loss(void **state)
{
	(void)state;
	check("\tb\n\tc\n" BARE "\n\td\n", "3:dynamo_start:none;");
	assert_int_equal(test.problems.list.count, 2);
	assert_string_equal(test.problems.list.items[0].code,
	    "log_orphan_payload");
	assert_int_equal(test.problems.list.items[0].offset, 0);
}

static void
a_record_of_bad_json_takes_its_payload_along(void **state)
{
	(void)state;
	check(BARE "\n" PLACE "{\"artifact\": {\"na\n\ta\n\tb\n" BARE "\n",
	    "1:dynamo_start:none;5:dynamo_start:none;");
	check_problem("log_bad_json", SEVERITY_LOSS,
	    (int64_t)strlen(BARE "\n"));
}

static void
the_prefix_of_a_launcher_is_stripped(void **state)
{
	(void)state;
	check("[rank0]:" RECORD "\n[rank0]:\ta\n[rank0]:\tb\n"
	    "[default1]:[rank1]: " BARE "\n",
	    "1:artifact:whole:a\nb;4:dynamo_start:none;");
	check_problem(NULL, 0, 0);
}

static void
the_parts_of_a_line_are_read(void **state)
{
	struct log_line line;

	(void)state;
	assert_true(log_line_parse(LITERAL("i0401 23:59:60.000001 "
	    "140719415839616 C:\\a b]\\x.py:1194] {}"), &line));
	assert_int_equal(line.level, 'i');
	assert_int_equal(line.month, 4);
	assert_int_equal(line.day, 1);
	assert_int_equal(line.hour, 23);
	assert_int_equal(line.second, 60);
	assert_int_equal(line.microsecond, 1);
	assert_true(line.thread == 140719415839616);
	assert_slice(line.source_file, "C:\\a b]\\x.py");
	assert_int_equal(line.source_line, 1194);
	assert_slice(line.json, "{}");
	assert_false(log_line_parse(LITERAL("V1330 02:48:01.039000 1 a:1] "
	    "{}"), &line));
	assert_false(log_line_parse(LITERAL("V1130 02:48:01.039000 1 a] {}"),
	    &line));
	assert_false(log_line_parse(LITERAL(PLACE "hello"), &line));
}

/* Feed a payload of over 64 MB whose md5 is given or wrong. */
static void
read_large(const char *md5)
{
	struct log_reader *reader;
	struct buffer lines = { 0 };
	size_t i;

	buffer_clear(&seen);
	array_release(&test.problems.list);
	for (i = 0; i < 4096; i++)
		buffer_add_string(&lines, "\t0123456789abcde\r\n");
	reader = log_reader_new(&test.problems, on_envelope, NULL);
	log_reader_feed(reader, LITERAL(PLACE "{\"artifact\": {}, "
	    "\"has_payload\": \""));
	log_reader_feed(reader, slice_of(md5));
	log_reader_feed(reader, LITERAL("\"}\n"));
	for (i = 0; i < 1000; i++)
		log_reader_feed(reader, buffer_slice(&lines));
	log_reader_feed(reader, LITERAL(BARE "\n"));
	log_reader_end(reader);
	log_reader_free(reader);
	buffer_release(&lines);
}

static void
a_payload_of_over_64_mb_is_only_checked(void **state)
{
	struct hash *hash = hash_new(HASH_MD5);
	char hex[HASH_HEX_SIZE];
	size_t i;

	(void)state;
	for (i = 0; i < 4096000; i++)
		hash_add(hash, i ? LITERAL("\n0123456789abcde") :
		    LITERAL("0123456789abcde"));
	hash_end(hash, hex);
	hash_free(hash);
	read_large(hex);
	assert_string_equal(buffer_string(&seen),
	    "1:artifact:whole:large;4096002:dynamo_start:none;");
	check_problem("payload_too_large", SEVERITY_LOSS, 0);
	read_large(MD5_AB);
	assert_string_equal(buffer_string(&seen),
	    "1:artifact:mismatch:large;4096002:dynamo_start:none;");
}

static void
a_line_of_over_64_mb_is_only_noted(void **state)
{
	struct log_reader *reader;
	struct buffer part = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < 100000; i++)
		buffer_add_string(&part, "0123456789");
	reader = log_reader_new(&test.problems, on_envelope, NULL);
	log_reader_feed(reader, LITERAL(BARE "\n" PLACE "{\"x\": \""));
	for (i = 0; i < 70; i++)
		log_reader_feed(reader, buffer_slice(&part));
	log_reader_feed(reader, LITERAL("\"}\n\ta\n" BARE "\n"));
	log_reader_end(reader);
	log_reader_free(reader);
	buffer_release(&part);
	assert_string_equal(buffer_string(&seen), "1:dynamo_start:none;"
	    "2::none:large;4:dynamo_start:none;");
	check_problem("log_line_too_large", SEVERITY_LOSS,
	    (int64_t)strlen(BARE "\n"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_payload_is_its_lines_without_their_tabs),
		CASE(exactly_one_tab_is_stripped),
		CASE(an_empty_payload_is_not_an_absent_one),
		CASE(a_payload_goes_on_behind_a_stray_line),
		CASE(stray_lines_are_counted_after_the_first_twenty),
		CASE(a_payload_with_another_md5_is_a_loss),
		CASE(an_announcement_that_is_no_md5_is_not_checked),
		CASE(a_log_of_crlf_lines_gives_the_same),
		CASE(a_payload_of_crlf_lines_stays_as_it_is),
		CASE(a_last_line_without_end_counts_if_it_is_whole),
		CASE(a_log_cut_in_a_payload_is_a_loss),
		CASE(a_log_cut_at_any_byte_keeps_the_records_before),
		CASE(a_log_without_lines_has_no_records),
		CASE(payload_lines_without_a_record_are_one_loss),
		CASE(a_record_of_bad_json_takes_its_payload_along),
		CASE(the_prefix_of_a_launcher_is_stripped),
		CASE(the_parts_of_a_line_are_read),
		CASE(a_payload_of_over_64_mb_is_only_checked),
		CASE(a_line_of_over_64_mb_is_only_noted),
	};

	return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
