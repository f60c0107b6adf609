/*
 * test_reason.c - headers, preambles and parts of graph-break texts. Texts are
 * cut from real runs (torch 2.8 and 2.13) unless a case says otherwise.
 */
#include "reason_test.h"

#include <stdio.h>

static void
a_plain_break_has_header_preamble_parts_stack_and_raiser(void **state)
{
	(void)state;
	parse("Graph break in user code at /srv/demo/a.py:5\n"
	    "Graph Break Reason: " CALL "\n\n" PRINT STACK RAISED);
	assert_int_equal(reason.shape, REASON_BREAK);
	assert_int_equal(reason.form, FORM_RESUME);
	assert_slice(reason.file, "/srv/demo/a.py");
	assert_int_equal(reason.line, 5);
	assert_slice(reason.preamble, CALL);
	assert_slice(reason.instruction, "CALL");
	assert_int_equal(reason.parts.count, 1);
	assert_slice(part(0).kind, "Failed to trace builtin operator");
	assert_slice(part(0).explanation, "Dynamo cannot trace `print`");
	assert_int_equal(part(0).hints.count, 2);
	assert_slice(part(0).hints.items[0], "Avoid it.");
	assert_slice(part(0).context, "builtin print [<class 'X'>] False");
	assert_slice(part(0).doc_url, URL "gb0059.html");
	assert_slice(part(0).gb_id, "GB0059");
	assert_slice(reason.body, PRINT);
	assert_slice(reason.raised_file,
	    TORCH "_dynamo/variables/builtin.py");
	assert_int_equal(reason.raised_line, 1242);
	assert_slice(reason.raised_function, "call_unimplemented");
	assert_int_equal(test.problems.list.count, 0);
}

static void
a_data_dependent_jump_has_no_preamble_and_no_form(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\n"
	    "Graph Break Reason: Data-dependent branching\n"
	    "  Explanation: Detected.\n");
	assert_slice(reason.preamble, NULL);
	assert_slice(reason.instruction, NULL);
	assert_int_equal(reason.form, FORM_UNKNOWN);
	assert_slice(part(0).kind, "Data-dependent branching");
}

static void
the_preamble_tells_skip_and_no_resume(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    "Failed to handle graph break gracefully. Skipping the function "
	    "and falling back to eager. Graph break encountered:\n\n" PRINT);
	assert_int_equal(reason.form, FORM_SKIP);
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    "Encountered graph break that we cannot resume from. Compiling "
	    "up to the previous resumable state, then skipping the rest of "
	    "the function. Graph break encountered:\n\n" PRINT);
	assert_int_equal(reason.form, FORM_NO_RESUME);
	assert_slice(part(0).kind, "Failed to trace builtin operator");
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    "Encountered intentional debugging graph break:\n\n" PRINT);
	assert_int_equal(reason.form, FORM_RESUME);
	assert_slice(part(0).gb_id, "GB0059");
}

static void
a_kind_that_begins_with_encountered_is_no_preamble(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    "Encountered unconverted argument when attempting to inline\n"
	    "  Explanation: e\n");
	assert_slice(reason.preamble, NULL);
	assert_slice(part(0).kind,
	    "Encountered unconverted argument when attempting to inline");
}

static void
the_file_of_a_header_may_be_empty_or_odd(void **state)
{
	(void)state;
	parse("Graph break in user code at :2\nGraph Break Reason: K\n");
	assert_slice(reason.file, "");
	assert_int_equal(reason.line, 2);
	parse("Graph break in user code at file\nwith newline.py:2\n"
	    "Graph Break Reason: K\n");
	assert_slice(reason.file, "file\nwith newline.py");
	parse("Graph break in user code at C:\\a b\\x.py:320\n"
	    "Graph Break Reason: K\n");
	assert_slice(reason.file, "C:\\a b\\x.py");
	assert_int_equal(reason.line, 320);
	parse("Graph break in user code at <string>:7\n"
	    "Graph Break Reason: K at :9\n");
	assert_slice(reason.file, "<string>");
	assert_int_equal(reason.line, 7);
}

static void
torch_2_6_says_reason_only(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\n"
	    "Reason: builtin: print [<class 'X'>] False\n"
	    "User code traceback:\n  File \"/a.py\", line 5, in f\n");
	assert_slice(part(0).kind, "builtin: print [<class 'X'>] False");
	assert_slice(reason.body, "builtin: print [<class 'X'>] False");
	assert_int_equal(reason.user_stack.count, 1);
}

static void
a_chain_is_two_parts_with_their_own_ids(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    "Failed to handle graph break gracefully. Skipping the function "
	    "and falling back to eager. Graph break encountered:\n\n"
	    PRINT "\n\nSkipping frame due to graph break in a generator's "
	    "next() call." CHAIN LOOP STACK);
	assert_int_equal(reason.parts.count, 2);
	assert_slice(part(0).gb_id, "GB0059");
	assert_slice(part(0).context, "builtin print [<class 'X'>] False");
	assert_slice(part(1).kind, "graph break in loop");
	assert_slice(part(1).gb_id, "GB7000");
	assert_int_equal(part(1).hints.count, 0);
	assert_slice(reason.body, PRINT "\n\nSkipping frame due to graph "
	    "break in a generator's next() call." CHAIN LOOP);
}

static void
only_headings_at_column_0_are_real(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:30\nGraph Break Reason: "
	    CALL "\n\nCall to `torch._dynamo.graph_break()`\n"
	    "  Explanation: User-inserted graph break. Message: first\n\n"
	    "      Explanation: fake\n      Hint: fake hint\n\n"
	    "      Developer debug context: fake\n"
	    "    User code traceback:\n"
	    "      File \"/nowhere.py\", line 1, in nowhere\n        x\n"
	    "  Hint: Remove the call.\n\n"
	    "  Developer debug context: c\n\n" MORE "gb0025.html" STACK);
	assert_slice(part(0).explanation, "User-inserted graph break. "
	    "Message: first\n\n  Explanation: fake\n  Hint: fake hint\n\n"
	    "  Developer debug context: fake\nUser code traceback:\n"
	    "  File \"/nowhere.py\", line 1, in nowhere\n    x");
	assert_int_equal(part(0).hints.count, 1);
	assert_slice(part(0).context, "c");
	assert_int_equal(reason.user_stack.count, 2);
}

static void
other_line_ends_go_on_with_a_value(void **state)
{
	(void)state;
	parse_body("K\n  Explanation: a\xe2\x80\xa8    sep\n    b\n"
	    "\x0b    c\n\n  Developer debug context: d\n     e\n");
	assert_slice(part(0).explanation,
	    "a\xe2\x80\xa8    sep\nb\n\x0b    c");
	assert_slice(part(0).context, "d\n e");
}

static void
a_higher_order_operator_is_a_field_and_not_in_the_body(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    CALL "\n\nHOP: Unsafe side effect\n"
	    "  Higher Order Operator: autograd.Function\n"
	    "  Explanation: e\n\n\n  Developer debug context: c\n\n"
	    MORE "gb0093.html" STACK);
	assert_slice(part(0).higher_order_operator, "autograd.Function");
	assert_slice(part(0).explanation, "e");
	/* the restart reason of the same break has no such line */
	assert_slice(reason.body, "HOP: Unsafe side effect\n"
	    "  Explanation: e\n\n\n  Developer debug context: c\n\n"
	    MORE "gb0093.html");
}

static void
a_text_of_torch_2_8_has_no_id_and_ends_at_its_stack(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:47\nGraph Break Reason: "
	    "Unsupported method call\n  Explanation: e\n\n\n"
	    "  Developer debug context: call_method TensorVariable() x\n\n"
	    "User code traceback:\n  File \"/a.py\", line 47, in f\n");
	assert_slice(part(0).gb_id, NULL);
	assert_slice(part(0).context, "call_method TensorVariable() x");
	assert_slice(reason.preamble, NULL);
}

static void
a_kind_without_structure_holds_no_addresses(void **state)
{
	(void)state;
	parse_body("Can't find numpy function <cyfunction default_rng at "
	    "0x7f06fc25ae00> in torch._numpy.");
	assert_slice(part(0).kind, "Can't find numpy function <cyfunction "
	    "default_rng> in torch._numpy.");
}

#define GUARD "Consider annotating your code using torch._check*(). Could " \
	"not guard on data-dependent expression 2*Max(2, zuf0) > 98 " \
	"(unhinted: 2*Max(2, zuf0) > 98).  (Size-like symbols: none)"

static void
a_data_dependent_guard_is_a_kind_of_its_own(void **state)
{
	static const char text[] = GUARD "\n\nconsider using friendly APIs\n"
	    "Caused by: if n > m:  # m.py:149 in f (t.py:2 in e)\n\n"
	    "User Stack (most recent call last):\n"
	    "  (snipped, see stack below for prefix)\n"
	    "  File \"/m.py\", line 149, in f\n    if n > m:\n\n"
	    "For more information about this error, see: https://p/x";
	char file[2048];

	(void)state;
	snprintf(file, sizeof(file), "Graph break in user code at /m.py:149\n"
	    "Graph Break Reason: " CALL "\n\n%s" STACK, text);
	parse(file);
	assert_int_equal(reason.parts.count, 1);
	assert_slice(part(0).kind, "data-dependent guard");
	assert_slice(part(0).explanation, GUARD);
	assert_slice(part(0).gb_id, NULL);
	assert_slice(reason.body, text);
	assert_int_equal(reason.user_stack.count, 2);
	parse_body("Could not extract specialized integer from "
	    "data-dependent expression u0 (unhinted: u0).");
	assert_slice(part(0).kind, "data-dependent guard");
}

static void
a_crlf_text_is_read_like_one_without(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\r\n"
	    "Graph Break Reason: K:\r\n\r\nUnsupported\r\n"
	    "  Explanation: a\r\n    b\r\n\r\nUser code traceback:\r\n"
	    "  File \"/a.py\", line 5, in f\r\n");
	assert_int_equal(reason.line, 5);
	assert_slice(part(0).kind, "Unsupported");
	assert_slice(part(0).explanation, "a\nb");
	assert_slice(frame(0).function, "f");
}

static void
a_cut_header_is_a_problem_and_an_empty_kind(void **state)
{
	(void)state;
	parse("Graph break in user code at /srv/de");
	assert_int_equal(reason.parts.count, 1);
	assert_slice(part(0).kind, "");
	assert_slice(reason.file, "/srv/de");
	assert_int_equal(reason.line, UNKNOWN_INT);
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code, "reason_cut");
}

static void
an_unknown_text_is_kept_under_its_first_line(void **state)
{
	(void)state;
	parse("something new\nand more\n");
	assert_int_equal(reason.shape, REASON_OTHER);
	assert_slice(part(0).kind, "something new");
	assert_slice(reason.body, "something new\nand more");
	parse("");
	assert_slice(part(0).kind, "");
}

static void
the_key_ends_with_the_link_of_the_first_part(void **state)
{
	(void)state;
	assert_slice(reason_key(LITERAL(PRINT "\n\nSkipping frame due to "
	    "graph break in a generator's next() call.")), PRINT);
	assert_slice(reason_key(LITERAL(PRINT CHAIN LOOP)), PRINT);
	assert_slice(reason_key(LITERAL("K\n  Explanation: e\n\n\n"
	    "  Developer debug context: c\n")),
	    "K\n  Explanation: e\n\n\n  Developer debug context: c");
	assert_slice(reason_key(LITERAL("numpy\n\nfrom user code:\n"
	    "   File \"/a.py\", line 14, in f\n")), "numpy");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_plain_break_has_header_preamble_parts_stack_and_raiser),
		CASE(a_data_dependent_jump_has_no_preamble_and_no_form),
		CASE(the_preamble_tells_skip_and_no_resume),
		CASE(a_kind_that_begins_with_encountered_is_no_preamble),
		CASE(the_file_of_a_header_may_be_empty_or_odd),
		CASE(torch_2_6_says_reason_only),
		CASE(a_chain_is_two_parts_with_their_own_ids),
		CASE(only_headings_at_column_0_are_real),
		CASE(other_line_ends_go_on_with_a_value),
		CASE(a_higher_order_operator_is_a_field_and_not_in_the_body),
		CASE(a_text_of_torch_2_8_has_no_id_and_ends_at_its_stack),
		CASE(a_kind_without_structure_holds_no_addresses),
		CASE(a_data_dependent_guard_is_a_kind_of_its_own),
		CASE(a_crlf_text_is_read_like_one_without),
		CASE(a_cut_header_is_a_problem_and_an_empty_kind),
		CASE(an_unknown_text_is_kept_under_its_first_line),
		CASE(the_key_ends_with_the_link_of_the_first_part),
	};

	return cmocka_run_group_tests_name("reason", tests, NULL, NULL);
}
