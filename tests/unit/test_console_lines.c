/*
 * Lines of a console text: prefixes, interleaved streams, pieces, cuts.
 */
#include "console_test.h"

#include "parse/console/console_private.h"

static struct slice
everything(void)
{
	return join("noise\n" PRINT_BREAK(BREAKS("0/0")) "torch.Size([3])\n",
	    RECOMPILE(RECOMPILES("0/1")) UNCAUGHT("", "\n") "more\n",
	    UNCAUGHT("[rank1]: ", "\n"),
	    PRINT_BREAK("[rank3]:" BREAKS("2/0")), NULL);
}

static void
ranks_that_interleave_are_told_apart(void **state)
{
	(void)state;
	read_text("[rank0]:" BREAKS("0/0") "Graph break in user code at "
	    "/a.py:1\n"
	    "[rank1]:" BREAKS("0/0") "Graph break in user code at /b.py:2\n"
	    "[rank0]:" BREAKS("0/0") "Graph Break Reason: zero\n"
	    "10%|   | 3/4 [00:01<00:02]\r"
	    "[rank1]:" BREAKS("0/0") "Graph Break Reason: one\n");
	assert_int_equal(records.count, 2);
	assert_int_equal(record(0).key.rank, 0);
	assert_slice(record(0).reason.parts.items[0].kind, "zero");
	assert_int_equal(record(1).key.rank, 1);
	assert_slice(record(1).file, "/b.py");
	assert_slice(record(1).reason.parts.items[0].kind, "one");
}

static void
two_breaks_in_one_millisecond_are_two(void **state)
{
	struct slice text;

	(void)state;
	text = join(PRINT_BREAK(BREAKS("0/0")), PRINT_BREAK(BREAKS("0/0")),
	    NULL);
	read_pieces(text, text.len);
	assert_int_equal(records.count, 2);
	assert_int_equal(record(1).line_number, 18);
	assert_int_equal(record(1).reason.user_stack.count, 2);
}

static void
records_come_in_the_order_of_their_first_lines(void **state)
{
	struct slice text;

	(void)state;
	/* the first is open to the end: nothing of rank 0 follows it */
	text = join(PRINT_BREAK("[rank0]:" BREAKS("0/0")),
	    PRINT_BREAK("[rank1]:" BREAKS("0/0")),
	    PRINT_BREAK("[rank1]:" RECOMPILES("0/1")), NULL);
	read_pieces(text, text.len);
	assert_int_equal(records.count, 3);
	assert_int_equal(record(0).key.rank, 0);
	assert_true(record(1).offset < record(2).offset);
}

static void
prefixes_of_torchrun_and_ray_are_skipped(void **state)
{
	struct console_ids ids;

	(void)state;
	read_text(PRINT_BREAK("[default1]:" BREAKS("0/0")));
	assert_int_equal(record(0).key.rank, 1);
	assert_slice(record(0).function, "f");
	read_text(PRINT_BREAK("(Worker pid=3, ip=10.0.0.1:8) [rank7]:"
	    BREAKS("0/0")));
	assert_int_equal(record(0).key.rank, 7);
	assert_slice(record(0).function, "f");
	console_ids_of(LITERAL("[default1]:[rank5]: "), &ids);
	assert_int_equal(ids.rank, 5);
}

static void
a_traceback_of_a_rank_has_a_blank_behind_the_rank(void **state)
{
	(void)state;
	/* torch prints its empty lines without the rank, or not at all */
	read_text(UNCAUGHT("[rank1]: ", "\n") UNCAUGHT("[rank0]: ", ""));
	assert_int_equal(records.count, 2);
	assert_int_equal(record(0).key.rank, 1);
	assert_slice(record(0).reason.parts.items[0].gb_id, "GB0059");
	assert_int_equal(record(0).line, 5);
	assert_int_equal(record(1).key.rank, 0);
	assert_int_equal(record(1).line, 5);
}

static void
torch_logs_format_short_has_one_prefix_a_message(void **state)
{
	(void)state;
	read_text("DEBUG:torch._dynamo.symbolic_convert.__graph_breaks:"
	    PRINT_BREAK("") "value\n"
	    "DEBUG:torch._dynamo.guards.__recompiles:" RECOMPILE("")
	    "WARNING:torch._dynamo.convert_frame:torch._dynamo hit "
	    "config.recompile_limit (8)\n   function: 'g' (/a.py:3)\n"
	    "   last reason: 0/7: n == 3\nvalue\n");
	assert_int_equal(records.count, 3);
	assert_slice(record(0).function, "f");
	assert_slice(record(0).name, "graph_breaks");
	assert_false(slice_contains(record(0).text, LITERAL("value")));
	assert_int_equal(record(1).reasons.count, 2);
	assert_int_equal(record(2).level, 'W');
	assert_int_equal(record(2).limit_value, 8);
	assert_slice(record(2).text, "torch._dynamo hit "
	    "config.recompile_limit (8)\n   function: 'g' (/a.py:3)\n"
	    "   last reason: 0/7: n == 3");
}

static void
other_formats_are_read_from_where_the_message_begins(void **state)
{
	(void)state;
	read_text("2025-01-01 DEBUG " PRINT_BREAK("") "value\n"
	    PRINT_BREAK("") "2025-01-01 DEBUG " RECOMPILE(""));
	assert_int_equal(records.count, 3);
	assert_slice(record(0).reason.parts.items[0].gb_id, "GB0059");
	assert_slice(record(1).function, "f");
	assert_slice(record(2).function, "g");
}

static void
first_lines_that_a_program_prints_are_no_messages(void **state)
{
	(void)state;
	read_text("Graph break in user code at the beach:3\n"
	    "Recompiling function f in a hurry:1\nGraph break: skip it\n");
	assert_int_equal(records.count, 0);
	read_text("Graph break");
	assert_int_equal(records.count, 0);
}

static void
lines_end_with_crlf_or_hold_a_cr(void **state)
{
	(void)state;
	read_text(BREAKS("0/0") "Graph break in user code at /a.py:1\r\n"
	    BREAKS("0/0") "Graph Break Reason: a\r\n"
	    PRINT_BREAK(BREAKS("1/0")) BREAKS("1/0") "a\r\n");
	assert_int_equal(records.count, 2);
	assert_slice(record(0).text, "Graph break in user code at /a.py:1\n"
	    "Graph Break Reason: a");
	assert_true(slice_ends(record(1).text, LITERAL("\na\r")));
}

static void
messages_without_a_start_are_a_loss(void **state)
{
	(void)state;
	read_text(BREAKS("0/0") "    print(1)\n" BREAKS("0/0") "\n"
	    PRINT_BREAK(BREAKS("1/0")));
	assert_int_equal(records.count, 1);
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code,
	    "unread");
	assert_int_equal(test.problems.list.items[0].offset, 0);
}

static void
a_message_that_never_ends_is_cut(void **state)
{
	struct buffer text = { 0 }, line = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < 1 << 20; i++)
		buffer_add_byte(&line, 'x');
	buffer_add_string(&text, BREAKS("0/0")
	    "Graph break in user code at /a.py:1\n");
	for (i = 0; i < 66; i++) {
		buffer_add_string(&text, BREAKS("0/0"));
		buffer_add_slice(&text, buffer_slice(&line));
		buffer_add_byte(&text, '\n');
	}
	read_pieces(buffer_slice(&text), 1 << 16);
	assert_int_equal(records.count, 1);
	assert_true(record(0).cut);
	assert_true(record(0).text.len <= 64 << 20);
	assert_int_equal(test.problems.list.count, 2);
	assert_string_equal(test.problems.list.items[1].code, "console_cut");
	buffer_release(&text);
	buffer_release(&line);
}

/* What tells one reading of a text from another. */
static struct slice
fingerprint(void)
{
	struct buffer out = { 0 };
	struct slice copy;
	size_t i;

	for (i = 0; i < records.count; i++) {
		buffer_printf(&out, "%s %d %d %d %d ",
		    console_kind_name(record(i).kind),
		    (int)record(i).key.rank, (int)record(i).offset,
		    (int)record(i).line_number, (int)record(i).line);
		buffer_add_slice(&out, record(i).text);
	}
	copy = slice_copy(&test.arena, buffer_slice(&out));
	buffer_release(&out);
	return copy;
}

static void
pieces_of_any_size_give_the_same_records(void **state)
{
	static const size_t sizes[] = { 1, 2, 7, 100, 4096 };
	struct slice text = everything(), whole;
	size_t i;

	(void)state;
	read_pieces(text, text.len);
	assert_int_equal(records.count, 5);
	whole = fingerprint();
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		read_pieces(text, sizes[i]);
		assert_true(slice_equal(fingerprint(), whole));
	}
}

static void
a_text_cut_at_any_byte_is_read(void **state)
{
	struct slice text = everything();
	size_t i;

	(void)state;
	for (i = 0; i < text.len; i++) {
		read_pieces(slice_part(text, 0, i), text.len);
		assert_true(records.count <= 5);
		read_pieces(slice_part(text, i, text.len), text.len);
		assert_true(records.count <= 5);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(ranks_that_interleave_are_told_apart),
		CASE(two_breaks_in_one_millisecond_are_two),
		CASE(records_come_in_the_order_of_their_first_lines),
		CASE(prefixes_of_torchrun_and_ray_are_skipped),
		CASE(a_traceback_of_a_rank_has_a_blank_behind_the_rank),
		CASE(torch_logs_format_short_has_one_prefix_a_message),
		CASE(other_formats_are_read_from_where_the_message_begins),
		CASE(first_lines_that_a_program_prints_are_no_messages),
		CASE(lines_end_with_crlf_or_hold_a_cr),
		CASE(messages_without_a_start_are_a_loss),
		CASE(a_message_that_never_ends_is_cut),
		CASE(pieces_of_any_size_give_the_same_records),
		CASE(a_text_cut_at_any_byte_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
