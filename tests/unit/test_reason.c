/*
 * test_reason.c - shapes, headers and stacks of graph-break texts. Texts are
 * cut from real runs (torch 2.8 and 2.13) unless a case says otherwise.
 */
#include "parse_test.h"

#include "parse/reason.h"

#define CALL "Encountered graph break when attempting to trace CALL: a " \
	"function call, e.g. f(x, y):"
#define URL "https://meta-pytorch.github.io/compile-graph-break-site/gb/"
#define MORE " For more details about this graph break, please visit: " URL
#define PRINT "Failed to trace builtin operator\n" \
	"  Explanation: Dynamo cannot trace `print`\n" \
	"  Hint: Avoid it.\n" \
	"  Hint: Please report an issue to PyTorch.\n\n" \
	"  Developer debug context: builtin print [<class 'X'>] False\n\n" \
	MORE "gb0059.html"
#define LOOP "graph break in loop\n" \
	"  Explanation: torch.compile detected a graph break in a loop.\n\n\n" \
	"  Developer debug context: frame skipped: f (/a.py line 3)\n\n" \
	MORE "gb7000.html"
#define CHAIN "\n\n*** While handling this graph break, another graph " \
	"break occurred: ***\n\n"
#define STACK "\n\nUser code traceback:\n" \
	"  File \"/srv/demo/a.py\", line 9, in <module>\n" \
	"    run(f, X)\n" \
	"    ^^^^^^^^^\n" \
	"  File \"/srv/demo/a.py\", line 5, in f\n" \
	"    print(\"x\",\n" \
	"    ^^^^^^^^^\n" \
	"          y)\n" \
	"          ^^\n\n"
#define TORCH "/v/lib/python3.11/site-packages/torch/"
#define RAISED "Traceback (most recent call last):\n" \
	"  File \"" TORCH "_dynamo/symbolic_convert.py\", line 4520, in CALL\n" \
	"    self._call(inst)\n" \
	"  File \"" TORCH "_dynamo/variables/builtin.py\", line 1242, in " \
	"call_unimplemented\n" \
	"    unimplemented(\n" \
	"  File \"" TORCH "_dynamo/exc.py\", line 727, in unimplemented\n" \
	"    raise Unsupported(msg, gb_type, skip_frame)\n" \
	"torch._dynamo.exc.Unsupported: Failed to trace builtin operator\n" \
	"  Explanation: Dynamo cannot trace `print`\n"

static struct parse_test test;
static struct reason reason;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	memset(&reason, 0, sizeof(reason));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	reason_release(&reason);
	parse_test_release(&test);
	return 0;
}

static void
parse(const char *text)
{
	reason_release(&reason);
	reason_parse(&test.context, slice_of(text), &reason);
}

static void
parse_body(const char *text)
{
	reason_release(&reason);
	reason_body_parse(&test.context, slice_of(text), &reason);
}

#define part(i) (reason.parts.items[i])
#define frame(i) (reason.user_stack.items[i])

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
a_frame_keeps_the_first_line_of_its_source_and_no_carets(void **state)
{
	(void)state;
	parse("Graph break in user code at /srv/demo/a.py:5\n"
	    "Graph Break Reason: " CALL "\n\n" PRINT STACK RAISED);
	assert_int_equal(reason.user_stack.count, 2);
	assert_slice(frame(0).file, "/srv/demo/a.py");
	assert_int_equal(frame(0).line, 9);
	assert_slice(frame(0).function, "<module>");
	assert_slice(frame(0).source, "run(f, X)");
	assert_slice(frame(1).source, "print(\"x\",");
}

static void
none_type_none_names_no_raiser(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\n"
	    "Graph Break Reason: Data-dependent branching\n"
	    "  Explanation: Detected.\n\n\n  Developer debug context: \n\n"
	    MORE "gb0170.html" STACK "NoneType: None\n");
	assert_slice(reason.raised_file, NULL);
	assert_int_equal(reason.raised_line, UNKNOWN_INT);
	assert_slice(part(0).context, "");
	assert_int_equal(reason.user_stack.count, 2);
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
a_frame_s_file_may_hold_quotes_and_newlines(void **state)
{
	(void)state;
	parse("Graph break in user code at x:2\nGraph Break Reason: K\n"
	    "User code traceback:\n"
	    "  File \"/o/a 'x' \"q\", line 3, in y.py\", line 2, in f\n"
	    "  File \"file\nwith newline.py\", line 4, in ex5\n"
	    "  File \"\", line 2, in <lambda>\n");
	assert_int_equal(reason.user_stack.count, 3);
	assert_slice(frame(0).file, "/o/a 'x' \"q\", line 3, in y.py");
	assert_int_equal(frame(0).line, 2);
	assert_slice(frame(0).source, NULL);
	assert_slice(frame(1).file, "file\nwith newline.py");
	assert_slice(frame(1).function, "ex5");
	assert_slice(frame(2).file, "");
	assert_slice(frame(2).function, "<lambda>");
}

static void
verbose_marks_and_notes_do_not_cut_the_stack(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    CALL "\n\n" PRINT "\n\nUser code traceback:\n"
	    "  File \"/a.py\", line 38, in <module>\n    run(f, X)\n\n"
	    "========== most recent `torch.compile` tracing attempt started "
	    "here ==========\n\n"
	    "  File \"/a.py\", line 14, in f\n    print(y)\n\n"
	    "NOTE: the most recent `torch.compile` tracing attempt\n"
	    "  File \"/not/a/frame.py\", line 1, in note\n\n" RAISED);
	assert_int_equal(reason.user_stack.count, 2);
	assert_slice(frame(1).function, "f");
	assert_int_equal(reason.raised_line, 1242);
}

static void
variable_attribution_gives_no_frames(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    CALL "\n\n" PRINT "\n\nStack variable source attribution:\n"
	    "  ListIterator() originated from:\n"
	    "  File \"/a.py\", line 514\n"
	    "        for x in y:\n        ^^^^^^^^^^^\n\n\n"
	    "            pass\n" STACK RAISED);
	assert_slice(reason.body, PRINT);
	assert_int_equal(reason.user_stack.count, 2);
	assert_int_equal(frame(0).line, 9);
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
the_cause_of_a_chain_was_raised_in_the_first_block(void **state)
{
	(void)state;
	parse("Graph break in user code at /a.py:5\nGraph Break Reason: "
	    CALL "\n\n" PRINT CHAIN LOOP STACK
	    "Traceback (most recent call last):\n"
	    "  File \"" TORCH "_subclasses/fake_impls.py\", line 3, in dep\n"
	    "ValueError: first\n\n"
	    "The above exception was the direct cause of the following "
	    "exception:\n\n" RAISED "\n"
	    "During handling of the above exception, another exception "
	    "occurred:\n\nTraceback (most recent call last):\n"
	    "  File \"" TORCH "_dynamo/symbolic_convert.py\", line 1, in "
	    "raise_loop_graph_break\n"
	    "torch._dynamo.exc.Unsupported: Failed to trace\n");
	assert_slice(reason.raised_function, "call_unimplemented");
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
skipped_inlining_names_the_code_in_its_explanation(void **state)
{
	(void)state;
	parse("Graph break in user code at /t/builtins.py:60\n"
	    "Graph Break Reason: SKIPPED INLINING <code object reduce at "
	    "0x7f32b9e57c30, file \"/t/functools.py\", line 24>: \n"
	    "User code traceback:\n  File \"/a.py\", line 46, in g\n");
	assert_slice(part(0).kind, "SKIPPED INLINING");
	assert_slice(part(0).explanation, "SKIPPED INLINING <code object "
	    "reduce at 0x7f32b9e57c30, file \"/t/functools.py\", line 24>:");
	assert_int_equal(reason.user_stack.count, 1);
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
a_skip_notice_of_torch_2_8_has_its_kind_in_the_traceback(void **state)
{
	(void)state;
	parse("Graph break: skip: from user code at:\n"
	    "  File \"/a.py\", line 23, in f\n    graph_break()\n\n" RAISED
	    "\n\nThe above exception was the direct cause of the following "
	    "exception:\n\nTraceback (most recent call last):\n"
	    "  File \"" TORCH "_dynamo/symbolic_convert.py\", line 840, in "
	    "wrapper\n"
	    "torch._dynamo.exc.Unsupported: Graph break under X\n"
	    "  Explanation: e\n\n  Developer debug context: c\n\n\n"
	    "from user code:\n   File \"/a.py\", line 23, in f\n\n"
	    "Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace\n");
	assert_int_equal(reason.shape, REASON_NOTICE);
	assert_int_equal(reason.form, FORM_SKIP);
	assert_int_equal(reason.user_stack.count, 1);
	assert_int_equal(frame(0).line, 23);
	assert_int_equal(reason.parts.count, 2);
	assert_slice(part(0).kind, "Failed to trace builtin operator");
	assert_slice(part(1).kind, "Graph break under X");
	assert_slice(part(1).context, "c");
	assert_int_equal(reason.raised_line, 1242);
	assert_true(slice_ends(reason.body,
	    LITERAL("\n  Developer debug context: c")));
}

static void
a_skip_notice_of_torch_2_13_names_the_skipped_frame(void **state)
{
	(void)state;
	parse("Graph break: torch.compile cannot properly resume from this "
	    "graph break, which results in a skip.\n"
	    "torch.compile will skip tracing the frame plain (/srv/a (1).py "
	    "line 91) and fall back to eager.\n"
	    "The graph break occurred in the following user code:\n\n"
	    RAISED "\n\nSet TORCHDYNAMO_VERBOSE=1 for the stack\n");
	assert_slice(reason.function, "plain");
	assert_slice(reason.file, "/srv/a (1).py");
	assert_int_equal(reason.line, 91);
	assert_int_equal(reason.user_stack.count, 0);
	assert_int_equal(reason.parts.count, 1);
	assert_slice(reason.body, "Failed to trace builtin operator\n"
	    "  Explanation: Dynamo cannot trace `print`");
}

static void
wont_convert_names_its_frame_and_its_last_exception(void **state)
{
	(void)state;
	parse("WON'T CONVERT torch_dynamo_resume_in_f_at_556 /m b.py line "
	    "556\n========== TorchDynamo Stack Trace ==========\n"
	    "Traceback (most recent call last):\n"
	    "  File \"" TORCH "utils/_stats.py\", line 29, in wrapper\n"
	    "    return fn(*args, **kwargs)\n"
	    "torch._subclasses.DataDependentOutputException: "
	    "aten._local_scalar_dense.default\n\n"
	    "While executing %arange : x\nOriginal traceback:\n"
	    "  File \"/m b.py\", line 559, in f\n    y = g(\n");
	assert_int_equal(reason.shape, REASON_WONT_CONVERT);
	assert_slice(reason.function, "torch_dynamo_resume_in_f_at_556");
	assert_slice(reason.file, "/m b.py");
	assert_int_equal(reason.line, 556);
	assert_slice(reason.exception, "torch._subclasses."
	    "DataDependentOutputException: aten._local_scalar_dense.default");
	assert_slice(part(0).kind, "torch._subclasses."
	    "DataDependentOutputException: aten._local_scalar_dense.default");
	assert_int_equal(frame(0).line, 559);
	assert_int_equal(reason.raised_line, 29);
}

static void
the_fail_reason_ends_before_from_user_code(void **state)
{
	(void)state;
	parse_body(PRINT "\n\nfrom user code:\n"
	    "   File \"/a.py\", line 14, in f\n    print(y)\n"
	    "  File \"/b.py\", line 2, in g\n    h()\n\n"
	    "Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace\n");
	assert_slice(reason.body, PRINT);
	assert_int_equal(reason.user_stack.count, 2);
	assert_slice(frame(0).source, "print(y)");
	assert_slice(frame(1).function, "g");
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

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_plain_break_has_header_preamble_parts_stack_and_raiser),
		CASE(a_frame_keeps_the_first_line_of_its_source_and_no_carets),
		CASE(none_type_none_names_no_raiser),
		CASE(a_data_dependent_jump_has_no_preamble_and_no_form),
		CASE(the_preamble_tells_skip_and_no_resume),
		CASE(a_kind_that_begins_with_encountered_is_no_preamble),
		CASE(the_file_of_a_header_may_be_empty_or_odd),
		CASE(torch_2_6_says_reason_only),
		CASE(a_frame_s_file_may_hold_quotes_and_newlines),
		CASE(verbose_marks_and_notes_do_not_cut_the_stack),
		CASE(variable_attribution_gives_no_frames),
		CASE(a_chain_is_two_parts_with_their_own_ids),
		CASE(the_cause_of_a_chain_was_raised_in_the_first_block),
		CASE(only_headings_at_column_0_are_real),
		CASE(other_line_ends_go_on_with_a_value),
		CASE(a_higher_order_operator_is_a_field_and_not_in_the_body),
		CASE(a_text_of_torch_2_8_has_no_id_and_ends_at_its_stack),
		CASE(skipped_inlining_names_the_code_in_its_explanation),
		CASE(a_kind_without_structure_holds_no_addresses),
		CASE(a_data_dependent_guard_is_a_kind_of_its_own),
		CASE(a_skip_notice_of_torch_2_8_has_its_kind_in_the_traceback),
		CASE(a_skip_notice_of_torch_2_13_names_the_skipped_frame),
		CASE(wont_convert_names_its_frame_and_its_last_exception),
		CASE(the_fail_reason_ends_before_from_user_code),
		CASE(a_crlf_text_is_read_like_one_without),
		CASE(a_cut_header_is_a_problem_and_an_empty_kind),
		CASE(an_unknown_text_is_kept_under_its_first_line),
		CASE(the_key_ends_with_the_link_of_the_first_part),
	};

	return cmocka_run_group_tests_name("reason", tests, NULL, NULL);
}
