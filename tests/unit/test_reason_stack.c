/*
 * test_reason_stack.c - user stacks, the line of Dynamo that gave up, and texts
 * whose kind stands in a traceback. Cut from real runs (torch 2.8 and 2.13).
 */
#include "reason_test.h"

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_frame_keeps_the_first_line_of_its_source_and_no_carets),
		CASE(none_type_none_names_no_raiser),
		CASE(a_frame_s_file_may_hold_quotes_and_newlines),
		CASE(verbose_marks_and_notes_do_not_cut_the_stack),
		CASE(variable_attribution_gives_no_frames),
		CASE(the_cause_of_a_chain_was_raised_in_the_first_block),
		CASE(skipped_inlining_names_the_code_in_its_explanation),
		CASE(a_skip_notice_of_torch_2_8_has_its_kind_in_the_traceback),
		CASE(a_skip_notice_of_torch_2_13_names_the_skipped_frame),
		CASE(wont_convert_names_its_frame_and_its_last_exception),
		CASE(the_fail_reason_ends_before_from_user_code),
	};

	return cmocka_run_group_tests_name("reason_stack", tests, NULL, NULL);
}
