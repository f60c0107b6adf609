/*
 * test_cases_damage.c - damaged and odd reports: what is damaged is lost, and
 * said; nothing else.
 */
#include "case_report.h"

#define PRINT BREAK("Failed to trace builtin operator",			\
	"Dynamo does not know how to trace builtin operator `print`",	\
	"builtin print [] False", "0059")
#define AT_FIVE STACK(FRAME("/srv/a.py", "5", "f", "print(x)"))

/* Two compiles, each with a break. */
static struct harness *
two_compiles(void)
{
	struct harness *report = harness_new();

	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") CALL PRINT AT_FIVE);
	harness_metrics(report, "-_0_0_1/compilation_metrics_2.html",
	    "[0/0_1]", "/srv/a.py:3 in f", TIMES("2", "1")
	    RESTARTED(REASON(PRINT)) GRAPH("4", "2"));
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_3.txt",
	    HEAD("/srv/b.py:6") CALL PRINT
	    STACK(FRAME("/srv/b.py", "6", "g", "print(x)")));
	harness_metrics(report, "-_1_0_1/compilation_metrics_4.html",
	    "[1/0_1]", "/srv/b.py:4 in g", TIMES("8", "4")
	    RESTARTED(REASON(PRINT)) GRAPH("4", "2"));
	return report;
}

static void
a_cut_metrics_page_loses_only_itself(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	harness_file(report, "-_0_0_1/compilation_metrics_2.html",
	    "\n<html>\n<body>\n    <h1>Compilation Info for [0/0_1] </h1>\n"
	    "    <h2>Stack</h2>\n    <details><summary>Stack</summary>"
	    "<div class='stack-trie'><ul><li>/srv/a.py:3 in f<br></li>\n"
	    "</ul></div></details>\n    <h2>Compile Time(seconds)</h2>\n"
	    "    <p>Entire Fra");
	harness_ingest(report);
	WANT(report, "SELECT compile_id, function, entire_frame_s FROM"
	    " compiles ORDER BY compile_id", "0/0|f|-\n1/0|g|8.0");
	WANT(report, "SELECT compile_id, gb_id FROM breaks ORDER BY"
	    " event_id", "0/0|GB0059\n1/0|GB0059");
	WANT(report, "SELECT severity, file, offset > 0 FROM problems"
	    " WHERE code <> 'page_gone'",
	    "loss|-_0_0_1/compilation_metrics_2.html|1");
	WANT(report, "SELECT complete, compile_s FROM runs", "0|8.0");
	harness_free(report);
}

static void
an_empty_metrics_page_loses_only_itself(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	harness_file(report, "-_0_0_1/compilation_metrics_2.html", "");
	harness_ingest(report);
	WANT(report, "SELECT compile_id, entire_frame_s FROM compiles ORDER"
	    " BY compile_id", "0/0|-\n1/0|8.0");
	WANT(report, "SELECT count(*) FROM breaks", "2");
	WANT(report, "SELECT severity, file, offset IS NOT NULL FROM"
	    " problems WHERE code <> 'page_gone'",
	    "loss|-_0_0_1/compilation_metrics_2.html|1");
	harness_free(report);
}

static void
a_missing_metrics_page_loses_only_its_numbers(void **state)
{
	struct harness *report = two_compiles();
	char path[256];

	(void)state;
	snprintf(path, sizeof(path), "%s/-_0_0_1/compilation_metrics_2.html",
	    report->folder);
	assert_int_equal(remove(path), 0);
	harness_ingest(report);
	WANT(report, "SELECT compile_id, status, entire_frame_s, break_events"
	    " FROM compiles ORDER BY compile_id",
	    "0/0|unfinished|-|1\n1/0|ok|8.0|1");
	WANT(report, "SELECT complete, unfinished FROM runs", "0|1");
	harness_free(report);
}

static void
a_cut_reason_file_is_an_event_with_what_is_there(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    "Graph break in user code at /srv/a.py:5\nGraph Break Rea");
	harness_ingest(report);
	WANT(report, "SELECT file, line, gb_id FROM breaks WHERE"
	    " artifact_path LIKE '-_0_%'", "/srv/a.py|5|GB0059");
	WANT(report, "SELECT gb_id, line FROM breaks WHERE compile_id ="
	    " '1/0'", "GB0059|6");
	WANT(report, "SELECT severity, file FROM problems"
	    " WHERE code <> 'page_gone'",
	    "loss|-_0_0_0/dynamo_graph_break_reason_1.txt");
	harness_free(report);
}

static void
an_empty_reason_file_is_an_event_and_a_loss(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_3.txt", "");
	harness_ingest(report);
	WANT(report, "SELECT count(*) FROM breaks WHERE compile_id = '0/0'",
	    "1");
	WANT(report, "SELECT severity, file FROM problems"
	    " WHERE code <> 'page_gone'",
	    "loss|-_1_0_0/dynamo_graph_break_reason_3.txt");
	harness_free(report);
}

/* C33 */
static void
a_report_without_metrics_pages_has_no_seconds(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/inductor_output_code_1.html", "x");
	harness_file(report, "-_-_-_-/dynamo_graph_code_0.txt", "y");
	harness_file(report, "index.html", "<html><body></body></html>\n");
	harness_ingest(report);
	WANT(report, "SELECT compile_s, bwd_s, lost_restart_s, lost_skip_s,"
	    " break_events, failures FROM runs", "-|-|-|-|-|-");
	WANT(report, "SELECT count(*) > 0 FROM problems WHERE severity ="
	    " 'warning'", "1");
	harness_free(report);
}

/* C33 */
static void
records_without_an_id_make_no_compile(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	harness_file(report, "unknown_13/dynamo_output_graph_9.txt", "x");
	harness_file(report, "unknown_2/vllm_piecewise_10.txt", "y");
	harness_file(report, "compile_directory.json",
	    "{\"(unknown)\": {\"artifacts\": [{\"name\": "
	    "\"vllm_piecewise_10.txt\", \"url\": \"unknown_2/"
	    "vllm_piecewise_10.txt\", \"lineno\": 2, \"number\": 10, "
	    "\"suffix\": \"\"}]}, \"[0/0_1]\": {\"artifacts\": [{\"name\": "
	    "\"compilation_metrics_2.html\", \"url\": \"-_0_0_1/"
	    "compilation_metrics_2.html\", \"lineno\": 9, \"number\": 2, "
	    "\"suffix\": \"\"}]}}");
	harness_ingest(report);
	WANT(report, "SELECT compile_id FROM compiles ORDER BY compile_id",
	    "0/0\n1/0");
	WANT(report, "SELECT path, compile_id, number FROM artifacts WHERE"
	    " path LIKE 'unknown%' ORDER BY path",
	    "unknown_13/dynamo_output_graph_9.txt|-/-|9\n"
	    "unknown_2/vllm_piecewise_10.txt|-/-|10");
	WANT(report, "SELECT count(*) FROM problems WHERE severity IN"
	    " ('loss', 'error') AND code <> 'page_gone'", "0");
	harness_free(report);
}

/* C34 */
static void
an_index_page_alone_is_a_part_with_unknown_counts(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "index.html", "\n<html>\n<body>\n<div>\n"
	    "<h2>Stack trie</h2>\n<details><summary>Stack</summary>"
	    "<div class='stack-trie'><ul>"
	    "<li><a href='#[0/0]' class='status-break'>[0/0]</a> \n"
	    "/srv/a.py:3 in f<br>&nbsp;&nbsp;&nbsp;&nbsp;</li>\n"
	    "</ul></div></details>\n</div>\n</body>\n</html>\n");
	harness_ingest(report);
	WANT(report, "SELECT layout, break_events, break_sites, restart_rows,"
	    " failures, graphs, compile_s, complete FROM runs",
	    "part|-|-|-|-|-|-|0");
	WANT(report, "SELECT compile_id, function, status FROM compiles",
	    "0/0|f|unknown");
	WANT(report, "SELECT severity, code, message FROM problems"
	    " WHERE code <> 'page_gone'",
	    "loss|part_report|it is a report in part, without "
	    "failures_and_restarts.html and the compile folders");
	harness_free(report);
}

static void
a_directory_and_events_alone_name_each_compile_once(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "compile_directory.json",
	    "{\"[-/-]\": {\"artifacts\": []},"
	    " \"[0/0]\": {\"artifacts\": []},"
	    " \"[0/0_1]\": {\"artifacts\": []}, \"[!1/2/0]\": {}}");
	harness_file(report, "chromium_events.json",
	    "[{\"args\": {\"compile_id\": \"0/0\"}, \"name\": \"dynamo\","
	    " \"ph\": \"B\", \"ts\": 1000000.0},"
	    " {\"args\": {\"compile_id\": \"0/0\"}, \"name\": \"dynamo\","
	    " \"ph\": \"E\", \"ts\": 3000000.0},"
	    " {\"args\": {\"compile_id\": \"3/0\"}, \"name\": \"x\","
	    " \"ph\": \"i\", \"ts\": 4000000.0}]");
	harness_ingest(report);
	WANT(report, "SELECT compile_id, status FROM compiles"
	    " ORDER BY compile_id", "!1/2/0|unknown\n0/0|unknown\n"
	    "3/0|unknown");
	WANT(report, "SELECT compile_id, phase, total_s FROM phases",
	    "0/0|dynamo|2.0");
	WANT(report, "SELECT break_events, unfinished, complete FROM runs",
	    "-|-|0");
	harness_free(report);
}

static void
a_page_without_its_folder_is_of_the_compile_that_it_names(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "compilation_metrics_2.html",
	    "\n<html>\n<body>\n    <h1>Compilation Info for [0/1_2] </h1>\n"
	    "    <h2>Stack</h2>\n    <details><summary>Stack</summary>"
	    "<div class='stack-trie'><ul><li>/srv/a.py:3 in f<br></li>\n"
	    "</ul></div></details>\n    <h2>Compile Time(seconds)</h2>\n"
	    "    <p>Entire Frame: 8.0</p>\n    <h2>Restarts and Failures"
	    "</h2>\n    <h2>Cache Metrics</h2>\n    <h2>Graph</h2>\n"
	    "</body>\n</html>\n");
	harness_ingest(report);
	WANT(report, "SELECT compile_id, file, line, function, attempts,"
	    " entire_frame_s FROM compiles", "0/1|/srv/a.py|3|f|3|8.0");
	WANT(report, "SELECT layout, compiles, break_events, complete"
	    " FROM runs", "part|1|-|0");
	harness_free(report);
}

/* C48 */
static void
runtime_metrics_do_not_add_their_time(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	/* a record of what was compiled at run time: all is blank */
	harness_metrics(report, "-_1_0_1/compilation_metrics_10.html",
	    "[1/0_1]", "/srv/b.py:4 in g", TIMES("", "") CLEAN
	    "    <h2>Cache Metrics</h2>\n    <p>Cache Size: </p>\n"
	    "    <h2>Graph Metrics</h2>\n    <p>Guard Count: </p>\n"
	    "    <p>Graph Ops: </p>\n");
	harness_ingest(report);
	WANT(report, "SELECT compile_s FROM runs", "10.0");
	WANT(report, "SELECT count(*), sum(restart_rows) FROM compiles",
	    "2|2");
	harness_free(report);
}

static void
bytes_that_are_no_utf8_and_nul_come_through(void **state)
{
	static const char text[] = HEAD("/srv/a.py:5") CALL
	    "bad \xff\xfe kind\0tail\n  Explanation: \xc3(\n\n"
	    "  Developer debug context: \xe2\x82\n" AT_FIVE;
	struct harness *report = harness_new();
	char size[24];

	(void)state;
	report_bytes(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    (struct slice){ text, sizeof(text) - 1 });
	harness_ingest(report);
	WANT(report, "SELECT file, line, function FROM breaks",
	    "/srv/a.py|5|f");
	/* all of them, the NUL included */
	WANT(report, "SELECT hex(kind) LIKE hex('bad ') || '%' ||"
	    " hex(' kind') || '00' || hex('tail') FROM breaks", "1");
	snprintf(size, sizeof(size), "%zu", sizeof(text) - 1);
	WANT(report, "SELECT bytes FROM artifacts WHERE kind ="
	    " 'break_reason'", size);
	harness_free(report);
}

static void
a_newline_in_a_files_name_is_part_of_it(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/odd\nname.py:5") CALL PRINT STACK(
	    FRAME("/srv/odd\nname.py", "5", "f", "print(x)")));
	harness_ingest(report);
	WANT(report, "SELECT quote(file), line, function FROM breaks",
	    "'/srv/odd\nname.py'|5|f");
	harness_free(report);
}

static void
a_newline_in_a_reports_file_name_is_kept(void **state)
{
	struct harness *report = two_compiles();

	(void)state;
	harness_file(report, "-_0_0_0/odd\nname_7.txt", "x");
	harness_ingest(report);
	WANT(report, "SELECT quote(path), compile_id, number FROM artifacts"
	    " WHERE path LIKE '%odd%'",
	    "'-_0_0_0/odd\nname_7.txt'|0/0|7");
	harness_free(report);
}

static void
paths_of_windows_and_of_shares_are_paths(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("C:\\work dir\\model.py:320") CALL PRINT STACK(
	    FRAME("C:\\work dir\\model.py", "320", "f", "print(x)")));
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("\\\\nas01\\team\\model.py:7") CALL PRINT STACK(
	    FRAME("\\\\nas01\\team\\model.py", "7", "g", "print(x)")));
	harness_file(report, "-_2_0_0/dynamo_graph_break_reason_3.txt",
	    HEAD("C:\\Python311\\Lib\\site-packages\\lib_a\\x.py:9") CALL
	    PRINT STACK(FRAME("C:\\work dir\\model.py", "12", "h", "lib(x)")
	    FRAME("C:\\Python311\\Lib\\site-packages\\lib_a\\x.py", "9",
	    "lib", "print(x)")));
	harness_file(report, "-_3_0_0/dynamo_graph_break_reason_4.txt",
	    HEAD("C:\\Python311\\Lib\\site-packages\\torch\\nn\\m.py:9") CALL
	    PRINT STACK(FRAME("C:\\work dir\\model.py", "13", "h", "nn(x)")
	    FRAME("C:\\Python311\\Lib\\site-packages\\torch\\nn\\m.py", "9",
	    "nn", "print(x)")));
	harness_ingest(report);
	WANT(report, "SELECT file, line, function, owner, library FROM breaks"
	    " WHERE event_id < 3 ORDER BY event_id",
	    "C:\\work dir\\model.py|320|f|user|-\n"
	    "\\\\nas01\\team\\model.py|7|g|user|-");
	WANT(report, "SELECT short_file, owner, library, via_line FROM breaks"
	    " WHERE event_id > 2 ORDER BY event_id",
	    "lib_a\\x.py|library|lib_a|9\n"
	    "torch\\nn\\m.py|torch|-|13");
	harness_free(report);
}

static void
a_line_of_ten_megabytes_is_read(void **state)
{
	static const char head[] = HEAD("/srv/a.py:5") CALL
	    "long kind ";
	static const char tail[] = "\n  Explanation: it is long\n"
	    "\n  Developer debug context: \n" AT_FIVE;
	struct harness *report = two_compiles();
	struct buffer text = { 0 };
	int i;

	(void)state;
	buffer_add_string(&text, head);
	for (i = 0; i < 1 << 20; i++)
		buffer_add_string(&text, "0123456789");
	buffer_add_string(&text, tail);
	report_bytes(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    buffer_slice(&text));
	buffer_release(&text);
	harness_ingest(report);
	WANT(report, "SELECT explanation, line, function, length(kind) FROM"
	    " breaks WHERE explanation LIKE 'it is long'",
	    "it is long|5|f|10485770");
	WANT(report, "SELECT count(*) FROM breaks WHERE compile_id = '1/0'",
	    "1");
	harness_free(report);
}

static void
a_metrics_page_with_ten_megabytes_of_reason_is_read(void **state)
{
	struct harness *report = two_compiles();
	struct buffer body = { 0 };
	int i;

	(void)state;
	buffer_add_string(&body, TIMES("8", "4") "    <p> No failures! </p>\n"
	    "    <p>Restart Reasons:<p>\n     <li> <code> long ");
	for (i = 0; i < (1 << 20) + 100; i++)
		buffer_add_string(&body, "0123456789");
	buffer_add_string(&body, " </code> </li>\n" GRAPH("4", "2"));
	harness_metrics(report, "-_1_0_1/compilation_metrics_4.html",
	    "[1/0_1]", "/srv/b.py:4 in g", buffer_string(&body));
	buffer_release(&body);
	harness_ingest(report);
	WANT(report, "SELECT length(reason) FROM restarts WHERE compile_id ="
	    " '1/0'", "10486765");
	WANT(report, "SELECT graph_ops FROM compiles WHERE compile_id ="
	    " '1/0'", "2");
	harness_free(report);
}

#define FORGED "</pre></td></tr><tr> <td> <a href='-_1_0_0/"		\
	"compilation_metrics_9.html'>[1/0]</a> </td><td> RestartAnalysis " \
	"</td><td><pre>never happened</pre></td><td>Not availble for "	\
	"restarts(yet)!</td></tr>"

static void
a_reason_that_looks_like_a_row_forges_none(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_metrics(report, "-_0_0_1/compilation_metrics_2.html",
	    "[0/0_1]", "/srv/a.py:3 in f", TIMES("2", "1") RESTARTED(REASON(
	    "told &lt;/pre&gt;&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt; &lt;td&gt; "
	    "&lt;a href=&#39;-_1_0_0/compilation_metrics_9.html&#39;&gt;[1/0]"
	    "&lt;/a&gt; &lt;/td&gt;&lt;td&gt; RestartAnalysis &lt;/td&gt;"
	    "&lt;td&gt;&lt;pre&gt;never happened&lt;/pre&gt;&lt;/td&gt;"
	    "&lt;td&gt;Not availble for restarts(yet)!&lt;/td&gt;&lt;/tr&gt;"))
	    GRAPH("4", "2"));
	harness_failures(report, "<tr> <td> <a href='-_0_0_1/"
	    "compilation_metrics_2.html'>[0/0_1]</a>  </td><td> "
	    "RestartAnalysis </td><td><pre>told " FORGED "</pre></td><td>Not "
	    "availble for restarts(yet)!</td></tr>\n");
	harness_ingest(report);
	WANT(report, "SELECT count(*), max(compile_id) FROM restarts",
	    "1|0/0");
	WANT(report, "SELECT reason LIKE 'told </pre>%never happened%' FROM"
	    " restarts", "1");
	harness_free(report);
}

static void
emoji_in_texts_and_names_stay(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/\xf0\x9f\x94\xa5/a.py:5") CALL
	    BREAK("Call to `torch._dynamo.graph_break()`",
	    "User-inserted graph break. Message: \xf0\x9f\x92\xa9 stop",
	    "Called `torch._dynamo.graph_break()` with args `[]`", "0025")
	    STACK(FRAME("/srv/\xf0\x9f\x94\xa5/a.py", "5", "f",
	    "graph_break(msg='\xf0\x9f\x92\xa9 stop')")));
	harness_ingest(report);
	WANT(report, "SELECT file, detail, source FROM breaks",
	    "/srv/\xf0\x9f\x94\xa5/a.py|\xf0\x9f\x92\xa9 stop|"
	    "graph_break(msg='\xf0\x9f\x92\xa9 stop')");
	harness_free(report);
}

static void
ids_of_compiled_autograd_without_a_frame_are_compiles(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "0_-_-_-/compiled_autograd_graph_1.txt", "x");
	harness_file(report, "0_2_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/srv/a.py:5") CALL PRINT AT_FIVE);
	harness_ingest(report);
	WANT(report, "SELECT compile_id, compiled_autograd_id, frame_id FROM"
	    " compiles ORDER BY compile_id", "!0/-/-|0|-\n!0/2/0|0|2");
	WANT(report, "SELECT compile_id FROM breaks", "!0/2/0");
	harness_free(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cut_metrics_page_loses_only_itself),
		cmocka_unit_test(an_empty_metrics_page_loses_only_itself),
		cmocka_unit_test(
		    a_missing_metrics_page_loses_only_its_numbers),
		cmocka_unit_test(
		    a_cut_reason_file_is_an_event_with_what_is_there),
		cmocka_unit_test(an_empty_reason_file_is_an_event_and_a_loss),
		cmocka_unit_test(
		    a_report_without_metrics_pages_has_no_seconds),
		cmocka_unit_test(records_without_an_id_make_no_compile),
		cmocka_unit_test(
		    a_directory_and_events_alone_name_each_compile_once),
		cmocka_unit_test(
		    a_page_without_its_folder_is_of_the_compile_that_it_names),
		cmocka_unit_test(
		    an_index_page_alone_is_a_part_with_unknown_counts),
		cmocka_unit_test(runtime_metrics_do_not_add_their_time),
		cmocka_unit_test(bytes_that_are_no_utf8_and_nul_come_through),
		cmocka_unit_test(a_newline_in_a_files_name_is_part_of_it),
		cmocka_unit_test(a_newline_in_a_reports_file_name_is_kept),
		cmocka_unit_test(paths_of_windows_and_of_shares_are_paths),
		cmocka_unit_test(a_line_of_ten_megabytes_is_read),
		cmocka_unit_test(
		    a_metrics_page_with_ten_megabytes_of_reason_is_read),
		cmocka_unit_test(a_reason_that_looks_like_a_row_forges_none),
		cmocka_unit_test(emoji_in_texts_and_names_stay),
		cmocka_unit_test(
		    ids_of_compiled_autograd_without_a_frame_are_compiles),
	};

	return cmocka_run_group_tests_name("cases_damage", tests, NULL, NULL);
}
