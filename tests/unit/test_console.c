/*
 * Messages of a console text: what each kind is read to. Texts follow runs of
 * torch 2.3.1, 2.5.1, 2.8.0 and 2.13.0 (data/kinds).
 */
#include "console_test.h"

static void
a_break_is_read_with_its_prefix_and_stack(void **state)
{
	(void)state;
	read_text("hello\n" PRINT_BREAK(BREAKS("3/0_1")) "world\n");
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_BREAK);
	assert_int_equal(record(0).key.frame, 3);
	assert_int_equal(record(0).key.frame_compile, 0);
	assert_int_equal(record(0).key.rank, NO_ID);
	assert_int_equal(record(0).attempt, 1);
	assert_int_equal(record(0).process, 9595);
	assert_int_equal(record(0).level, 'V');
	assert_slice(record(0).date, "1130");
	assert_slice(record(0).time, "02:48:04.117000");
	assert_slice(record(0).source, "torch/_dynamo/symbolic_convert.py");
	assert_int_equal(record(0).source_line, 5131);
	assert_slice(record(0).name, "graph_breaks");
	assert_int_equal(record(0).line_number, 2);
	assert_int_equal(record(0).offset, 6);
	assert_slice(record(0).file, "/srv/a.py");
	assert_int_equal(record(0).line, 5);
	assert_slice(record(0).function, "f");
	assert_int_equal(record(0).reason.form, FORM_RESUME);
	assert_slice(record(0).reason.parts.items[0].gb_id, "GB0059");
	assert_int_equal(record(0).reason.user_stack.count, 2);
	assert_int_equal(test.problems.list.count, 0);
}

static void
a_suppressed_break_has_its_reason_and_no_stack(void **state)
{
	(void)state;
	read_text(BREAKS("0/1") "Graph break (user stack suppressed due to "
	    "duplicate graph break) in user code at /srv/a b:c.py:5\n"
	    BREAKS("0/1") "Graph Break Reason: Call to `graph_break()`\n"
	    BREAKS("0/1") "  Explanation: User-inserted.\n");
	assert_int_equal(record(0).kind, CONSOLE_SUPPRESSED_BREAK);
	assert_slice(record(0).file, "/srv/a b:c.py");
	assert_int_equal(record(0).line, 5);
	assert_slice(record(0).reason.parts.items[0].kind,
	    "Call to `graph_break()`");
	/* torch 2.6 says it in other words */
	read_text(BREAKS("0/1") "Graph break (details suppressed) in user "
	    "code at /srv/a.py:7\n" BREAKS("0/1") "Reason: Unsupported: x\n");
	assert_int_equal(record(0).kind, CONSOLE_SUPPRESSED_BREAK);
	assert_int_equal(record(0).line, 7);
}

static void
breaks_of_torch_2_3_have_their_reason_in_the_traceback(void **state)
{
	(void)state;
	read_text(BREAKS("0/0") "Graph break: from user code at:\n"
	    BREAKS("0/0") "  File \"/srv/a.py\", line 13, in f_print\n"
	    BREAKS("0/0") "    print(1)\n"
	    BREAKS("0/0") "Traceback (most recent call last):\n"
	    BREAKS("0/0") "  File \"/v/torch/_dynamo/exc.py\", line 1, in u\n"
	    BREAKS("0/0") "    raise Unsupported(msg)\n"
	    BREAKS("0/0") "torch._dynamo.exc.Unsupported: call_function "
	    "BuiltinVariable(print) [] {}\n");
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_BREAK);
	assert_int_equal(record(0).reason.form, FORM_UNKNOWN);
	assert_int_equal(record(0).line, 13);
	assert_slice(record(0).function, "f_print");
	assert_slice(record(0).reason.parts.items[0].kind,
	    "call_function BuiltinVariable(print) [] {}");
}

static void
breaks_of_torch_2_1_have_a_prefix_on_the_first_line_only(void **state)
{
	(void)state;
	read_text("[2024-01-05 10:00:00,123] [4/1] torch._dynamo."
	    "symbolic_convert.__graph_breaks: [DEBUG] Graph break: "
	    "call_method print from user code at:\n"
	    "  File \"/srv/a.py\", line 7, in f\n    print(1)\nvalue 3\n");
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_BREAK);
	assert_int_equal(record(0).key.frame, 4);
	assert_int_equal(record(0).level, 'V');
	assert_slice(record(0).date, "2024-01-05");
	assert_slice(record(0).name, "graph_breaks");
	assert_slice(record(0).reason.parts.items[0].kind,
	    "call_method print");
	assert_int_equal(record(0).line, 7);
	assert_slice(record(0).reason.user_stack.items[0].source,
	    "print(1)");
	assert_false(slice_contains(record(0).text, LITERAL("value")));
}

static void
a_skip_notice_gives_the_frame_that_is_skipped(void **state)
{
	(void)state;
	read_text(BREAKS("1/0") "Graph break: torch.compile cannot properly "
	    "resume from this graph break, which results in a skip.\n"
	    BREAKS("1/0") "torch.compile will skip tracing the frame f "
	    "(/srv/a.py line 3) and fall back to eager.\n"
	    BREAKS("1/0") "The graph break occurred in the following user "
	    "code:\n" BREAKS("1/0") "  File \"/srv/b.py\", line 8, in g\n");
	assert_int_equal(record(0).kind, CONSOLE_SKIP_NOTICE);
	assert_slice(record(0).file, "/srv/a.py");
	assert_slice(record(0).function, "f");
	assert_int_equal(record(0).reason.user_stack.items[0].line, 8);
	/* the traceback that reason files have is not printed: no loss */
	assert_int_equal(test.problems.list.count, 0);
}

static void
a_recompile_has_one_reason_for_each_compile_it_missed(void **state)
{
	(void)state;
	read_text(RECOMPILE(RECOMPILES("0/2")));
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_RECOMPILE);
	assert_slice(record(0).function, "g");
	assert_slice(record(0).file, "/srv/my in/a.py");
	assert_int_equal(record(0).line, 11);
	assert_int_equal(record(0).reasons.count, 2);
	assert_slice(record(0).reasons.items[0].missed_compile_id, "0/1");
	assert_int_equal(record(0).reasons.items[0].line, 12);
	assert_slice(record(0).reasons.items[1].guard,
	    "tensor 'x' rank mismatch. expected 1, actual 2");
}

static void
recompile_reasons_of_torch_2_3_name_no_compile(void **state)
{
	(void)state;
	read_text("V1130 03:54:37.687000 139 torch/_dynamo/guards.py:1425] "
	    "[__recompiles] Recompiling function <resume in f in> in "
	    "/srv/a.py:13\n"
	    "V1130 03:54:37.687000 139 torch/_dynamo/guards.py:1425] "
	    "[__recompiles]     triggered by the following guard "
	    "failure(s):\n"
	    "V1130 03:54:37.687000 139 torch/_dynamo/guards.py:1425] "
	    "[__recompiles]     - L['n'] == 1\n"
	    "V1130 03:54:37.687000 139 torch/_dynamo/guards.py:1425] "
	    "[__recompiles]     - L['n'] == 2\n");
	assert_int_equal(record(0).key.frame, NO_ID);
	assert_slice(record(0).function, "<resume in f in>");
	assert_int_equal(record(0).reasons.count, 2);
	assert_slice(record(0).reasons.items[1].guard, "L['n'] == 2");
	assert_slice(record(0).reasons.items[1].missed_compile_id, NULL);
}

static void
recompiles_verbose_groups_reasons_under_headings(void **state)
{
	(void)state;
	read_text(RECOMPILES("0/2") "Recompiling function g in /a.py:1\n"
	    RECOMPILES("0/2") "    triggered by the following guard "
	    "failure(s):\n"
	    RECOMPILES("0/2") "    guard 0 failures:\n"
	    RECOMPILES("0/2") "    - 0/1: a == 1\n"
	    RECOMPILES("0/2") "    - b == 2\n"
	    RECOMPILES("0/2") "    \n"
	    RECOMPILES("0/2") "    guard 1 failures:\n"
	    RECOMPILES("0/2") "    - 0/0: a == 3\n");
	assert_int_equal(record(0).reasons.count, 2);
	assert_slice(record(0).reasons.items[0].text, "0/1: a == 1\nb == 2");
	assert_slice(record(0).reasons.items[1].text, "0/0: a == 3");
}

static void
a_limit_has_its_function_and_last_reason(void **state)
{
	(void)state;
	read_text("[rank0]:" WARNING("9/8") "torch._dynamo hit "
	    "config.recompile_limit (8)\n"
	    "[rank0]:" WARNING("9/8") "   function: 'lim' (/srv/a.py:9)\n"
	    "[rank0]:" WARNING("9/8") "   last reason: 9/7: n == 's'\n"
	    "[rank0]:" WARNING("9/8") "User stack trace:\n"
	    "[rank0]:" WARNING("9/8") "  File \"/srv/a.py\", line 10, in "
	    "lim\n"
	    "[rank0]:" WARNING("9/8") "To log all recompilation reasons, "
	    "use TORCH_LOGS=\"recompiles\".\n");
	assert_int_equal(record(0).kind, CONSOLE_LIMIT);
	assert_int_equal(record(0).key.rank, 0);
	assert_slice(record(0).name, NULL);
	assert_slice(record(0).limit, "recompile_limit");
	assert_int_equal(record(0).limit_value, 8);
	assert_slice(record(0).function, "lim");
	assert_int_equal(record(0).line, 9);
	assert_int_equal(record(0).reasons.count, 1);
	assert_slice(record(0).reasons.items[0].missed_compile_id, "9/7");
	assert_int_equal(record(0).reasons.items[0].line, 10);
}

static void
an_item_hint_holds_a_line_that_looks_like_a_break(void **state)
{
	(void)state;
	read_text(WARNING("0/0") "Graph break from `Tensor.item()`, consider "
	    "setting:\n"
	    WARNING("0/0") "    torch._dynamo.config.capture_scalar_outputs "
	    "= True\n"
	    WARNING("0/0") "\n"
	    WARNING("0/0") "Graph break: from user code at:\n"
	    WARNING("0/0") "  File \"/srv/a.py\", line 11, in f\n"
	    WARNING("0/0") "    n = x.item()\n" WARNING("0/0") "\n");
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_ITEM_HINT);
	assert_int_equal(record(0).line, 11);
	assert_slice(record(0).function, "f");
}

static void
wont_convert_is_read_with_its_exception(void **state)
{
	(void)state;
	read_text(WARNING("0/0") "WON'T CONVERT bug /srv/a.py line 26 \n"
	    WARNING("0/0") "due to: \n"
	    WARNING("0/0") "Traceback (most recent call last):\n"
	    WARNING("0/0") "  File \"/srv/a.py\", line 2, in f\n"
	    WARNING("0/0") "RuntimeError: boom\n");
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_WONT_CONVERT);
	assert_int_equal(record(0).level, 'W');
	assert_slice(record(0).function, "bug");
	assert_int_equal(record(0).line, 26);
	assert_slice(record(0).reason.exception, "RuntimeError: boom");
}

static void
an_uncaught_unsupported_is_a_failure(void **state)
{
	(void)state;
	read_text(UNCAUGHT("", "\n") "after\n  indented\n");
	assert_int_equal(records.count, 1);
	assert_int_equal(record(0).kind, CONSOLE_FAILURE);
	assert_slice(record(0).exception, "torch._dynamo.exc.Unsupported");
	assert_int_equal(record(0).reason.form, FORM_ERROR);
	assert_slice(record(0).reason.parts.items[0].gb_id, "GB0059");
	assert_slice(record(0).file, "/srv/a.py");
	assert_int_equal(record(0).line, 5);
	assert_slice(record(0).function, "f");
	assert_false(slice_contains(record(0).text, LITERAL("after")));
}

static void
a_chain_is_one_failure_with_the_last_exception(void **state)
{
	(void)state;
	read_text("Traceback (most recent call last):\n"
	    "  File \"/v/torch/_dynamo/exc.py\", line 727, in unimplemented\n"
	    "torch._dynamo.exc.Unsupported: Dynamo recompile limit exceeded\n"
	    "  Explanation: too often\n\n"
	    "The above exception was the direct cause of the following "
	    "exception:\n\n"
	    "Traceback (most recent call last):\n"
	    "  File \"/srv/a.py\", line 14, in <module>\n    f(X)\n"
	    "torch._dynamo.exc.FailOnRecompileLimitHit: Hard failure\n");
	assert_int_equal(records.count, 1);
	assert_slice(record(0).exception,
	    "torch._dynamo.exc.FailOnRecompileLimitHit");
	assert_slice(record(0).message, "Hard failure");
	assert_slice(record(0).reason.parts.items[0].kind,
	    "Dynamo recompile limit exceeded");
	assert_int_equal(record(0).line, 14);
}

static void
tracebacks_of_other_code_are_skipped(void **state)
{
	(void)state;
	read_text("Traceback (most recent call last):\n"
	    "  File \"/srv/a.py\", line 14, in <module>\n    f(X)\n"
	    "ValueError: no\n");
	assert_int_equal(records.count, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_break_is_read_with_its_prefix_and_stack),
		CASE(a_suppressed_break_has_its_reason_and_no_stack),
		CASE(breaks_of_torch_2_3_have_their_reason_in_the_traceback),
		CASE(breaks_of_torch_2_1_have_a_prefix_on_the_first_line_only),
		CASE(a_skip_notice_gives_the_frame_that_is_skipped),
		CASE(a_recompile_has_one_reason_for_each_compile_it_missed),
		CASE(recompile_reasons_of_torch_2_3_name_no_compile),
		CASE(recompiles_verbose_groups_reasons_under_headings),
		CASE(a_limit_has_its_function_and_last_reason),
		CASE(an_item_hint_holds_a_line_that_looks_like_a_break),
		CASE(wont_convert_is_read_with_its_exception),
		CASE(an_uncaught_unsupported_is_a_failure),
		CASE(a_chain_is_one_failure_with_the_last_exception),
		CASE(tracebacks_of_other_code_are_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
