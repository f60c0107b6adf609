/*
 * test_join.c - one break is one event, whichever files tell of it. The texts
 * are cut from real reports (torch 2.13, tlparse 0.4.3).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_harness.inc"

#define ITEM								\
	"Unsupported Tensor.item() call with capture_scalar_outputs=False\n" \
	"  Explanation: Dynamo does not support tracing it.\n"		\
	"  Hint: Set `torch._dynamo.config.capture_scalar_outputs = True`\n" \
	"\n"								\
	"  Developer debug context: call_method TensorVariable() item () {}\n" \
	"\n"								\
	" For more details about this graph break, please visit: "	\
	"https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0124.html"

#define PRINT								\
	"Failed to trace builtin operator\n"				\
	"  Explanation: Dynamo does not know how to trace "		\
	"builtin operator `print`\n"					\
	"\n"								\
	"  Developer debug context: builtin print [] False\n"		\
	"\n"								\
	" For more details about this graph break, please visit: "	\
	"https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0059.html"

#define LOOP								\
	"\n\n*** While handling this graph break, another graph break "	\
	"occurred: ***\n\ngraph break in loop\n  Explanation: In a loop.\n\n" \
	"  Developer debug context: \n\n"				\
	" For more details about this graph break, please visit: "	\
	"https://meta-pytorch.github.io/compile-graph-break-site/gb/gb7000.html"

#define STACK								\
	"\n\nUser code traceback:\n"					\
	"  File \"/home/me/train.py\", line 40, in <module>\n"		\
	"    step(x)\n"							\
	"  File \"/home/me/train.py\", line 12, in step\n"		\
	"    y = x.item()\n"						\
	"\nNoneType: None\n"

#define HEAD(place)							\
	"Graph break in user code at " place "\nGraph Break Reason: "
#define CALL "Encountered graph break when attempting to trace CALL: a " \
	"function call, e.g. f(x, y):\n\n"
#define SKIP "Failed to handle graph break gracefully. Skipping the function " \
	"and falling back to eager. Graph break encountered:\n\n"
#define NO_RESUME "Encountered graph break that we cannot resume from. " \
	"Compiling up to the previous resumable state, then skipping the " \
	"rest of the function. Graph break encountered:\n\n"

#define TIMES(entire, before)						\
	"    <h2>Compile Time(seconds)</h2>\n"				\
	"    <p>Entire Frame <abbr title=\"t\">[?]</abbr>: " entire "</div>\n" \
	"    <div>Dynamo Time Before Restart <abbr title=\"t\">[?]</abbr>: " \
	before "</div>\n    <h2>Restarts and Failures</h2>\n"
#define RESTARTED(reasons) "    <p> No failures! </p>\n"		\
	"    <p>Restart Reasons:<p>\n" reasons
#define REASON(text) "     <li> <code> " text " </code> </li>\n"
#define FAILED(type, reason) "    <p>Failure Exception: <pre>" type	\
	"</pre></p>\n    <p>Failure Reason: <pre>" reason "</pre></p>\n" \
	"    <p> No restarts! </p>\n"
#define GRAPH(guards, ops) "    <h2>Cache Metrics</h2>\n"		\
	"    <p>Cache Size: 0</p>\n    <h2>Graph Metrics</h2>\n"	\
	"    <p>Guard Count: " guards "</p>\n    <p>Graph Ops: " ops "</p>\n"
#define CLEAN "    <p> No failures! </p>\n    <p> No restarts! </p>\n"

#define STEP "/home/me/train.py:10 in step"

static struct harness *
broken_once(void)
{
	struct harness *report = harness_new();

	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/home/me/train.py:12") CALL ITEM STACK);
	harness_metrics(report, "-_0_0_1/compilation_metrics_3.html",
	    "[0/0_1]", STEP, TIMES("2.5", "1.5")
	    RESTARTED(REASON(ITEM)) GRAPH("7", "3"));
	return report;
}

static void
a_reason_file_and_its_restart_are_one_event(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT compile_id, attempt,"
	    " evidence, form, gb_id, kind, line, function, hint_class"
	    " FROM breaks"), "0/0|0|reason|resume|GB0124|Unsupported "
	    "Tensor.item() call with capture_scalar_outputs=False|12|step|"
	    "NONE");
	assert_string_equal(harness_rows(report, "SELECT class, gb_id,"
	    " event_id, attempt FROM restarts"), "graph_break|GB0124|1|1");
	assert_string_equal(harness_rows(report, "SELECT break_events,"
	    " restart_rows, failure_rows, compiles FROM runs"), "1|1|0|1");
	harness_free(report);
}

static void
lost_time_is_dynamos_time_before_the_restart(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT lost_restart_s,"
	    " lost_skip_s, entire_frame_s, status, attempts FROM compiles"),
	    "1.5|0.0|2.5|ok|2");
	assert_string_equal(harness_rows(report, "SELECT lost_restart_s,"
	    " compile_s, events, eager_frames FROM sites"), "1.5|2.5|1|0");
	harness_free(report);
}

static void
the_failure_of_a_skip_is_a_face_of_its_event(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/home/me/train.py:12") SKIP ITEM LOOP STACK);
	harness_metrics(report, "-_0_0_0/compilation_metrics_2.html", "[0/0]",
	    STEP, TIMES("2", "1.25") FAILED("Unsupported", ITEM LOOP)
	    GRAPH("", ""));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT form, gb_id,"
	    " consequence_gb_id FROM breaks"), "skip|GB0124|GB7000");
	assert_string_equal(harness_rows(report, "SELECT category, event_id,"
	    " gb_id FROM failures"), "graph_break|1|GB0124");
	assert_string_equal(harness_rows(report, "SELECT failures,"
	    " failure_rows, lost_skip_s, lost_restart_s FROM runs"),
	    "0|1|1.25|0.0");
	assert_string_equal(harness_rows(report, "SELECT status FROM"
	    " compiles"), "skipped");
	harness_free(report);
}

static void
an_unsupported_failure_without_reason_file_is_an_event(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_metrics(report, "-_0_0_0/compilation_metrics_2.html", "[0/0]",
	    STEP, TIMES("2", "1") FAILED("Unsupported", ITEM)
	    "    <p>In file <pre>/home/me/train.py</pre>, line 12</p>\n"
	    GRAPH("", ""));
	harness_file(report, "index.html", "<html></html>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT evidence, form, file,"
	    " line, function, place_from FROM breaks"),
	    "failure|error|/home/me/train.py|12|step|header");
	assert_string_equal(harness_rows(report, "SELECT failures FROM runs"),
	    "0");
	assert_string_equal(harness_rows(report, "SELECT status FROM"
	    " compiles"), "failed");
	harness_free(report);
}

static void
the_recompile_limit_is_a_failure_and_no_event(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_metrics(report, "-_0_8_0/compilation_metrics_2.html", "[0/8]",
	    STEP, TIMES("2", "") FAILED("Unsupported",
	    "Dynamo recompile limit exceeded\n  Explanation: Too many.\n\n"
	    "  Developer debug context: Limit type: recompile_limit\n\n"
	    " For more details about this graph break, please visit: "
	    "https://meta-pytorch.github.io/compile-graph-break-site/gb/"
	    "gb0039.html") GRAPH("", ""));
	harness_file(report, "index.html", "<html></html>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT category, gb_id,"
	    " event_id FROM failures"), "recompile_limit|GB0039|-");
	assert_string_equal(harness_rows(report, "SELECT status, limit_hit"
	    " FROM compiles"), "limit|1");
	assert_string_equal(harness_rows(report, "SELECT break_events,"
	    " failures FROM runs"), "0|1");
	harness_free(report);
}

static void
a_restart_that_no_reason_file_explains_is_an_event(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/home/me/train.py:12") CALL ITEM STACK);
	harness_metrics(report, "-_0_0_2/compilation_metrics_3.html",
	    "[0/0_2]", STEP, TIMES("2.5", "1.5")
	    RESTARTED(REASON(ITEM) REASON(PRINT)) GRAPH("7", "3"));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT evidence, gb_id, form"
	    " FROM breaks ORDER BY event_id"),
	    "reason|GB0124|resume\nrestart|GB0059|resume");
	assert_string_equal(harness_rows(report, "SELECT lost_restart_s FROM"
	    " sites"), "0.75\n0.75");
	harness_free(report);
}

static void
restarts_of_other_classes_are_no_events(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_metrics(report, "-_0_0_1/compilation_metrics_3.html",
	    "[0/0_1]", STEP, TIMES("2.5", "1.5") RESTARTED(
	    REASON("autograd.grad consumed grad_fns of returned tensors")
	    REASON("source-less requires_grad_() intermediate leaked as output")
	    REASON("&lt;class &#39;torch._dynamo.exc."
	    "TensorifyScalarRestartAnalysis&#39;&gt;")
	    REASON("Unknown fail_and_restart_analysis")) GRAPH("7", "3"));
	harness_file(report, "index.html", "<html></html>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT class, event_id FROM"
	    " restarts ORDER BY position"), "autograd_grad|-\n"
	    "requires_grad|-\ntensorify|-\nunknown|-");
	assert_string_equal(harness_rows(report, "SELECT break_events FROM"
	    " runs"), "0");
	harness_free(report);
}

static void
an_unknown_restart_is_the_one_of_a_no_resume_break(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/home/me/train.py:12") NO_RESUME ITEM STACK);
	harness_metrics(report, "-_0_0_1/compilation_metrics_3.html",
	    "[0/0_1]", STEP, TIMES("2.5", "1.5")
	    RESTARTED(REASON("Unknown fail_and_restart_analysis"))
	    GRAPH("7", "3"));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT class, event_id, gb_id"
	    " FROM restarts"), "graph_break|1|GB0124");
	assert_string_equal(harness_rows(report, "SELECT form, eager_frames"
	    " FROM breaks JOIN sites USING (run_id, site_id)"),
	    "no_resume|1");
	harness_free(report);
}

static void
a_carriage_return_that_tlparse_drops_makes_no_second_event(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/home/me/train.py:12") CALL "a kind\n  Explanation: tab\n"
	    "    crlf\n\n  Developer debug context: x\n" STACK);
	harness_metrics(report, "-_0_0_1/compilation_metrics_3.html",
	    "[0/0_1]", STEP, TIMES("2.5", "1.5") RESTARTED(
	    REASON("a kind\n  Explanation: tab\r\n    crlf\n\n"
	    "  Developer debug context: x\n")) GRAPH("7", "3"));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT count(*) FROM breaks"),
	    "1");
	harness_free(report);
}

static void
a_wont_convert_text_is_the_twin_of_its_backend_break(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    "WON'T CONVERT torch_dynamo_resume_in_mask_at_12 "
	    "/home/me/train.py line 12\n========== TorchDynamo Stack Trace "
	    "==========\nTraceback (most recent call last):\n"
	    "  File \"/x/torch/_dynamo/y.py\", line 3, in f\n"
	    "torch.FakeError: aten.nonzero.default\n");
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/home/me/train.py:12") CALL
	    "Backend compiler exception\n  Explanation: Backend compiler "
	    "`inductor` failed.\n\n  Developer debug context: Backend: inductor"
	    "\n\n For more details about this graph break, please visit: "
	    "https://meta-pytorch.github.io/compile-graph-break-site/gb/"
	    "gb0219.html\n\nUser code traceback:\n"
	    "  File \"/home/me/train.py\", line 40, in <module>\n"
	    "    step(x)\n\nNoneType: None\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT gb_id, artifact_path,"
	    " twin_path, function, place_from FROM breaks"),
	    "GB0219|-_0_0_0/dynamo_graph_break_reason_2.txt|"
	    "-_0_0_0/dynamo_graph_break_reason_1.txt|mask|header");
	harness_free(report);
}

static void
a_wont_convert_text_alone_is_an_event(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    "WON'T CONVERT mask /home/me/train.py line 12\n"
	    "Traceback (most recent call last):\n"
	    "  File \"/x/torch/_dynamo/y.py\", line 3, in f\n"
	    "torch.FakeError: aten.nonzero.default\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT evidence, function,"
	    " file, line FROM breaks"), "reason|mask|/home/me/train.py|12");
	harness_free(report);
}

static void
ids_that_reset_repeats_are_instances_by_file_number(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_7.txt",
	    HEAD("/home/me/train.py:22") CALL PRINT STACK);
	harness_metrics(report, "-_0_0_1/compilation_metrics_9.html",
	    "[0/0_1]", "/home/me/train.py:20 in other", TIMES("1", "0.5")
	    RESTARTED(REASON(PRINT)) GRAPH("7", "0"));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT compile_id, instance,"
	    " function, status, first_file_number, break_events FROM compiles"
	    " ORDER BY instance"), "0/0|0|step|ok|1|1\n"
	    "0/0|1|other|empty|7|1");
	assert_string_equal(harness_rows(report, "SELECT instance, gb_id FROM"
	    " breaks ORDER BY event_id"), "0|GB0124\n1|GB0059");
	harness_free(report);
}

static void
two_folders_of_one_compile_are_two_attempts(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_file(report, "-_0_0_0/torch_dynamo_resume_in_f_at_9_"
	    "ORIGINAL_BYTECODE_0.txt", " 9  0 RESUME 0\n    2 NOP\n");
	harness_file(report, "-_0_0_1/torch_dynamo_resume_in_f_at_9_"
	    "MODIFIED_BYTECODE_2.txt", " 9  0 RESUME 0\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT function,"
	    " instructions_before, instructions_after, added, removed FROM"
	    " bytecodes"), "torch_dynamo_resume_in_f_at_9|2|1|0|1");
	harness_free(report);
}

static void
a_row_without_metrics_page_is_supplied_and_noted(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/home/me/train.py:12") CALL ITEM STACK);
	harness_file(report, "-_0_0_1/dynamo_cpp_guards_str_2.txt", "x");
	harness_failures(report, "<tr> <td> <a href='-_0_0_1/"
	    "compilation_metrics_3.html'>[0/0_1]</a>  </td><td> "
	    "RestartAnalysis </td><td><pre>" ITEM "</pre></td><td>Not availble"
	    " for restarts(yet)!</td></tr>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT compile_id, class,"
	    " event_id FROM restarts"), "0/0|graph_break|1");
	assert_string_equal(harness_rows(report, "SELECT severity, code FROM"
	    " problems WHERE code = 'unconfirmed_row'"),
	    "note|unconfirmed_row");
	harness_free(report);
}

static void
a_row_that_contradicts_its_page_is_a_warning_and_no_row(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_failures(report, "<tr> <td> <a href='-_0_0_1/"
	    "compilation_metrics_3.html'>[0/0_1]</a>  </td><td> "
	    "RestartAnalysis </td><td><pre>" PRINT "</pre></td><td>Not availble"
	    " for restarts(yet)!</td></tr>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT gb_id FROM restarts"),
	    "GB0124");
	assert_string_equal(harness_rows(report, "SELECT severity, code FROM"
	    " problems WHERE code <> 'page_gone' ORDER BY code"),
	    "warning|page_contradicts\n"
	    "warning|page_lacks_row");
	harness_free(report);
}

static void
a_page_that_confirms_makes_no_problem(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_failures(report, "<tr> <td> <a href='-_0_0_1/"
	    "compilation_metrics_3.html'>[0/0_1]</a>  </td><td> "
	    "RestartAnalysis </td><td><pre>" ITEM "</pre></td><td>Not availble"
	    " for restarts(yet)!</td></tr>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT count(*) FROM"
	    " problems WHERE code <> 'page_gone'"), "0");
	harness_free(report);
}

static void
an_id_of_the_trie_without_files_is_an_unfinished_compile(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_file(report, "index.html", "\n<html>\n<body>\n<div>\n"
	    "<h2>Stack trie</h2>\n<details><summary>Stack</summary>"
	    "<div class='stack-trie'><ul>"
	    "<li><a href='#[0/0]' class='status-break'>[0/0]</a> "
	    "<a href='#[1/0]' class='status-missing'>[1/0]</a> \n"
	    "/home/me/train.py:10 in step<br>&nbsp;&nbsp;&nbsp;&nbsp;</li>\n"
	    "</ul></div></details>\n</div>\n</body>\n</html>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT compile_id, status,"
	    " tlparse_status, first_file_number FROM compiles ORDER BY"
	    " compile_id"), "0/0|ok|break|1\n1/0|unfinished|missing|-");
	assert_string_equal(harness_rows(report, "SELECT complete, unfinished"
	    " FROM runs"), "0|1");
	harness_free(report);
}

static void
sites_repeat_events_of_recompiles_and_count_frames_once(void **state)
{
	struct harness *report = broken_once();

	(void)state;
	harness_file(report, "-_0_1_0/dynamo_graph_break_reason_5.txt",
	    HEAD("/home/me/train.py:12") SKIP ITEM STACK);
	harness_file(report, "-_0_1_0/recompile_reasons_4.json",
	    "0/0: tensor 'x' size mismatch at index 0. expected 3, actual 4");
	harness_metrics(report, "-_0_1_0/compilation_metrics_6.html",
	    "[0/1]", STEP, TIMES("2", "1") FAILED("Unsupported", ITEM)
	    GRAPH("", ""));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT events, compiles,"
	    " frames, max_compiles_per_frame, eager_frames, forms,"
	    " lost_restart_s, lost_skip_s FROM sites"),
	    "2|2|1|2|1|{\"resume\":1,\"skip\":1}|1.5|1.0");
	assert_string_equal(harness_rows(report, "SELECT compile_id,"
	    " missed_compile_id, guard FROM guard_failures"),
	    "0/1|0/0|tensor 'x' size mismatch at index 0. expected 3, "
	    "actual 4");
	assert_string_equal(harness_rows(report, "SELECT recompiles,"
	    " guard_failures FROM runs"), "1|1");
	harness_free(report);
}

static void
a_break_in_torch_is_told_apart_by_who_calls_it(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/v/site-packages/torch/nn/hooks.py:27") CALL ITEM
	    "\n\nUser code traceback:\n"
	    "  File \"/home/me/train.py\", line 12, in step\n    a()\n"
	    "  File \"/v/site-packages/torch/nn/hooks.py\", line 27, in h\n"
	    "    n += 1\n\nNoneType: None\n");
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/v/site-packages/torch/nn/hooks.py:27") CALL ITEM
	    "\n\nUser code traceback:\n"
	    "  File \"/home/me/train.py\", line 13, in step\n    b()\n"
	    "  File \"/v/site-packages/torch/nn/hooks.py\", line 27, in h\n"
	    "    n += 1\n\nNoneType: None\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT owner, file, via_line,"
	    " via_source, events FROM sites ORDER BY site_id"),
	    "torch|/v/site-packages/torch/nn/hooks.py|12|a()|1\n"
	    "torch|/v/site-packages/torch/nn/hooks.py|13|b()|1");
	harness_free(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reason_file_and_its_restart_are_one_event),
		cmocka_unit_test(lost_time_is_dynamos_time_before_the_restart),
		cmocka_unit_test(the_failure_of_a_skip_is_a_face_of_its_event),
		cmocka_unit_test(
		    an_unsupported_failure_without_reason_file_is_an_event),
		cmocka_unit_test(
		    the_recompile_limit_is_a_failure_and_no_event),
		cmocka_unit_test(
		    a_restart_that_no_reason_file_explains_is_an_event),
		cmocka_unit_test(restarts_of_other_classes_are_no_events),
		cmocka_unit_test(
		    an_unknown_restart_is_the_one_of_a_no_resume_break),
		cmocka_unit_test(
		    a_carriage_return_that_tlparse_drops_makes_no_second_event),
		cmocka_unit_test(
		    a_wont_convert_text_is_the_twin_of_its_backend_break),
		cmocka_unit_test(a_wont_convert_text_alone_is_an_event),
		cmocka_unit_test(
		    ids_that_reset_repeats_are_instances_by_file_number),
		cmocka_unit_test(two_folders_of_one_compile_are_two_attempts),
		cmocka_unit_test(
		    a_row_without_metrics_page_is_supplied_and_noted),
		cmocka_unit_test(
		    a_row_that_contradicts_its_page_is_a_warning_and_no_row),
		cmocka_unit_test(a_page_that_confirms_makes_no_problem),
		cmocka_unit_test(
		    an_id_of_the_trie_without_files_is_an_unfinished_compile),
		cmocka_unit_test(
		    sites_repeat_events_of_recompiles_and_count_frames_once),
		cmocka_unit_test(
		    a_break_in_torch_is_told_apart_by_who_calls_it),
	};

	return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
