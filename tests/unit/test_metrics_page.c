/*
 * test_metrics_page.c - the pages of compilation metrics, label by label, and
 * the traps of format.md section 4 that concern them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "parse/page/metrics_page.h"

#define HEAD								\
	"\n<html>\n<head>\n    <style>\n a &gt; b { }\n    </style>\n"	\
	"    <title>Compilation Metrics</title>\n"			\
	"    <base href=\"..\">\n</head>\n<body>\n"			\
	"    <h1>Compilation Info for [3/0_1] </h1>\n"			\
	"    <p><details><summary>Stack</summary>"			\
	"<div class='stack-trie'><ul>"					\
	"<li>/of/the/id.py:1 in wrong<br>&nbsp;&nbsp;&nbsp;&nbsp;</li>\n" \
	"</ul></div></details></p>\n"
#define STACK(frames)							\
	"    <h2>Stack</h2>\n    <details><summary>Stack</summary>"	\
	"<div class='stack-trie'><ul>" frames "</ul></div></details>\n"
#define ABBR " <abbr title=\"Total time: 3\">[?]</abbr>: "
#define TIMES								\
	"    <h2>Compile Time(seconds)</h2>\n"				\
	"    <p>Entire Frame" ABBR "0.551258</div>\n"			\
	"    <p>Backend" ABBR "</div>\n    \n    \n"			\
	"    <div>Dynamo Time Before Restart" ABBR "0.0</div>\n"
#define FAILURES(text)							\
	"    <h2>Restarts and Failures</h2>\n    \n" text
#define NONE "    <p> No failures! </p>\n    <p> No restarts! </p>\n"
#define FAILURE(reason)							\
	"    <p>Failure Exception: <pre>Unsupported</pre></p>\n"	\
	"    <p>Failure Reason: <pre>" reason "</pre></p>\n"
#define RESTART(reason)							\
	"    <p>Restart Reasons:<p>\n    \n     <li> <code> " reason	\
	" </code> </li>\n    \n"
#define COUNTS								\
	"    <h2>Cache Metrics</h2>\n    <p>Cache Size: 2</p>\n"	\
	"    <p>Accumulated Cache Size: 1</p>\n"			\
	"    <h2>Graph Metrics</h2>\n    <p>Guard Count: 103</p>\n"	\
	"    <p>Shape Env Guards: 0</p>\n    <p>Graph Ops: 14</p>\n"	\
	"    <p>Graph Nodes: 16</p>\n    <p>Graph Inputs: </p>\n"
#define TAIL								\
	"    <h2> Custom Ops </h2>\n    \n"				\
	"    <script>\n if (a < b) x('</p><p>Graph Ops: 99</p>');\n"	\
	"    </script>\n\n</body>\n</html>\n"
#define PAGE(text) HEAD STACK("") TIMES FAILURES(text) COUNTS TAIL

/* A page, what it was parsed to, and what was reported. */
struct fixture {
	struct arena arena;
	struct problem_list problems;
	struct metrics metrics;
};

static void
parse_bytes(struct fixture *fixture, const char *page, size_t len,
    enum metrics_stage stage)
{
	struct parse_context context = {
		&fixture->arena, &fixture->problems
	};

	memset(fixture, 0, sizeof(*fixture));
	fixture->problems.arena = &fixture->arena;
	metrics_page_parse(&context, (struct slice){ page, len }, stage,
	    &fixture->metrics);
}

#define PARSE(fixture, page)						\
	parse_bytes(fixture, page, sizeof(page) - 1, METRICS_FORWARD)

static void
release(struct fixture *fixture)
{
	metrics_free_arrays(&fixture->metrics);
	array_release(&fixture->problems.list);
	arena_release(&fixture->arena);
}

static void
assert_text(struct slice text, const char *bytes, size_t len)
{
	assert_non_null(text.at);
	assert_int_equal(text.len, len);
	assert_memory_equal(text.at, bytes, len);
}

#define ASSERT_TEXT(text, literal)					\
	assert_text(text, literal, sizeof(literal) - 1)

static void
assert_problem(const struct fixture *fixture, const char *code)
{
	assert_int_equal(fixture->problems.list.count, 1);
	assert_string_equal(fixture->problems.list.items[0].code, code);
}

/* The JSON of a metric, or NULL. */
static const char *
field(const struct fixture *fixture, const char *name)
{
	size_t i;

	for (i = 0; i < fixture->metrics.fields.count; i++) {
		if (slice_equal(fixture->metrics.fields.items[i].name,
		    slice_of(name)))
			return fixture->metrics.fields.items[i].json.at;
	}
	return NULL;
}

/* ---- numbers and labels ---- */

static void
a_clean_page_gives_its_numbers_and_no_problem(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(NONE));
	ASSERT_TEXT(f.metrics.compile_id, "[3/0_1]");
	assert_true(f.metrics.entire_frame_s == 0.551258);
	assert_true(f.metrics.before_restart_s == 0.0);
	assert_int_equal(f.metrics.cache_size, 2);
	assert_int_equal(f.metrics.accumulated_cache_size, 1);
	assert_int_equal(f.metrics.guards, 103);
	assert_int_equal(f.metrics.shape_env_guards, 0);
	assert_int_equal(f.metrics.graph_ops, 14);
	assert_int_equal(f.metrics.graph_nodes, 16);
	assert_null(f.metrics.fail_type.at);
	assert_int_equal(f.metrics.restart_reasons.count, 0);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_blank_metric_is_unknown_and_not_zero(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(NONE));
	assert_true(isnan(f.metrics.backend_s));
	assert_true(isnan(f.metrics.inductor_s));
	assert_true(f.metrics.graph_inputs == UNKNOWN_INT);
	assert_null(field(&f, "backend_compile_time_s"));
	assert_null(field(&f, "graph_input_count"));
	release(&f);
}

static void
fields_hold_every_metric_under_its_torch_name(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(FAILURE("a &quot;b&quot;\nc")
	    "    <p>In file <pre>/a.py</pre>, line 7</p>\n"
	    RESTART("one")));
	assert_string_equal(field(&f, "entire_frame_compile_time_s"),
	    "0.551258");
	assert_string_equal(field(&f, "dynamo_time_before_restart_s"), "0.0");
	assert_string_equal(field(&f, "guard_count"), "103");
	assert_string_equal(field(&f, "fail_type"), "\"Unsupported\"");
	assert_string_equal(field(&f, "fail_reason"), "\"a \\\"b\\\"\\nc\"");
	assert_string_equal(field(&f, "fail_user_frame_filename"),
	    "\"/a.py\"");
	assert_string_equal(field(&f, "fail_user_frame_lineno"), "7");
	assert_string_equal(field(&f, "restart_reasons"), "[\"one\"]");
	release(&f);
}

static void
a_guard_count_inside_a_link_is_read(void **state)
{
	struct fixture f;

	(void)state;
	/* tlparse 0.3.20 */
	PARSE(&f, HEAD TIMES FAILURES(NONE) "<h2>Cache Metrics</h2>"
	    "<h2>Graph Metrics</h2>\n    <p><a href='dynamo_guards.html'>"
	    "Guard</a> Count: 8</p>\n" TAIL);
	assert_int_equal(f.metrics.guards, 8);
	release(&f);
}

static void
a_label_outside_its_section_is_no_metric(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE("    <p>Guard Count: 5</p>\n"
	    "    <p>Cache Size: 6</p>\n" NONE));
	assert_int_equal(f.metrics.guards, 103);
	assert_int_equal(f.metrics.cache_size, 2);
	release(&f);
}

static void
a_failure_reason_that_reads_like_a_label_sets_nothing(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD STACK("") TIMES FAILURES(FAILURE("x\n"
	    "Guard Count: 5\nEntire Frame: 9\nRestart Reasons:"))
	    "<h2>Cache Metrics</h2><h2>Graph Metrics</h2>" TAIL);
	assert_true(f.metrics.guards == UNKNOWN_INT);
	assert_true(f.metrics.entire_frame_s == 0.551258);
	assert_int_equal(f.metrics.restart_reasons.count, 0);
	release(&f);
}

static void
text_of_a_script_is_no_metric(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TIMES FAILURES(NONE) "<h2>Cache Metrics</h2>"
	    "<h2>Graph Metrics</h2>\n<script>\nif (a < b)"
	    " x('<p>Graph Ops: 99</p>');\n</script>\n"
	    "<p>Graph Ops: 14</p>\n" TAIL);
	assert_int_equal(f.metrics.graph_ops, 14);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_number_that_is_none_is_a_loss_and_unknown(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TIMES FAILURES(NONE) "<h2>Cache Metrics</h2>"
	    "<h2>Graph Metrics</h2>\n    <p>Guard Count: 12x</p>\n" TAIL);
	assert_true(f.metrics.guards == UNKNOWN_INT);
	assert_problem(&f, "metrics_bad_number");
	assert_string_equal(field(&f, "guard_count"), "\"12x\"");
	release(&f);
}

/* ---- failures and restarts ---- */

static void
a_failure_has_type_reason_file_and_line(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(FAILURE("why")
	    "    <p>In file <pre>C:\\a b\\x &amp; y.py</pre>, line 156</p>\n"
	    "    <p> No restarts! </p>\n"));
	ASSERT_TEXT(f.metrics.fail_type, "Unsupported");
	ASSERT_TEXT(f.metrics.fail_reason, "why");
	ASSERT_TEXT(f.metrics.fail_file, "C:\\a b\\x & y.py");
	assert_int_equal(f.metrics.fail_line, 156);
	release(&f);
}

static void
a_failure_without_a_place_has_no_file(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(FAILURE("why")));
	assert_null(f.metrics.fail_file.at);
	assert_true(f.metrics.fail_line == UNKNOWN_INT);
	release(&f);
}

static void
the_five_escapes_are_undone_once(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(RESTART("&lt;a&gt; &amp;amp; &amp;lt; &#39;&quot;"
	    " &nbsp; & &unknown; &lt;/pre&gt;")));
	ASSERT_TEXT(f.metrics.restart_reasons.items[0],
	    "<a> &amp; &lt; '\" &nbsp; & &unknown; </pre>");
	release(&f);
}

static void
exactly_one_blank_is_stripped_from_a_restart_reason(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE("<p>Restart Reasons:<p>\n"
	    "<li> <code>   two  \n </code> </li>\n<li> <code>  </code> </li>"));
	assert_int_equal(f.metrics.restart_reasons.count, 2);
	ASSERT_TEXT(f.metrics.restart_reasons.items[0], "  two  \n");
	ASSERT_TEXT(f.metrics.restart_reasons.items[1], "");
	release(&f);
}

static void
odd_bytes_of_a_reason_come_out_unchanged(void **state)
{
	struct fixture f;

	(void)state;
	/* NUL, ESC, CRLF, tab, U+2028, an emoji, a leading newline */
	PARSE(&f, PAGE(FAILURE("\n\na\0b\x1b[1m\r\n\t\xe2\x80\xa8"
	    "\xf0\x9f\x98\x80")));
	ASSERT_TEXT(f.metrics.fail_reason, "\n\na\0b\x1b[1m\r\n\t"
	    "\xe2\x80\xa8\xf0\x9f\x98\x80");
	assert_string_equal(field(&f, "fail_reason"), "\"\\n\\na\\u0000b"
	    "\\u001b[1m\\r\\n\\t\xe2\x80\xa8\xf0\x9f\x98\x80\"");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
bad_utf8_is_kept_and_noted_once(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(FAILURE("\xff \xc3\xa4 \xed\xa0\x80")));
	ASSERT_TEXT(f.metrics.fail_reason, "\xff \xc3\xa4 \xed\xa0\x80");
	assert_problem(&f, "page_encoding");
	assert_int_equal(f.problems.list.items[0].severity, SEVERITY_NOTE);
	assert_string_equal(field(&f, "fail_reason"), "\"\xef\xbf\xbd "
	    "\xc3\xa4 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
	release(&f);
}

static void
a_reason_of_eleven_megabytes_is_whole(void **state)
{
	enum { LONG = 11 * 1000 * 1000 };
	static const char before[] = HEAD TIMES "<h2>Restarts and Failures"
	    "</h2><p>Failure Reason: <pre>";
	static const char after[] = "</pre></p>\n" COUNTS TAIL;
	struct buffer page = { 0 };
	struct fixture f;
	size_t i;

	(void)state;
	buffer_add(&page, before, sizeof(before) - 1);
	for (i = 0; i < LONG; i++)
		buffer_add_byte(&page, (char)('a' + i % 23));
	buffer_add(&page, after, sizeof(after) - 1);
	parse_bytes(&f, page.bytes, page.len, METRICS_FORWARD);
	assert_int_equal(f.metrics.fail_reason.len, LONG);
	assert_int_equal(f.metrics.guards, 103);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
	buffer_release(&page);
}

/* ---- stacks and tables ---- */

static void
the_stack_is_that_of_its_section(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD STACK("<li>/srv/demo.py:88 in &lt;module&gt;<br>"
	    "&nbsp;&nbsp;&nbsp;&nbsp;for f in fs: run(f, X &lt; 1)</li>\n"
	    "<li>/srv/demo.py:23 in h_jvp<br>&nbsp;&nbsp;&nbsp;&nbsp;</li>\n")
	    TIMES FAILURES(NONE) COUNTS TAIL);
	assert_int_equal(f.metrics.stack.count, 2);
	ASSERT_TEXT(f.metrics.stack.items[0].file, "/srv/demo.py");
	assert_int_equal(f.metrics.stack.items[0].line, 88);
	ASSERT_TEXT(f.metrics.stack.items[0].function, "<module>");
	ASSERT_TEXT(f.metrics.stack.items[0].source,
	    "for f in fs: run(f, X < 1)");
	ASSERT_TEXT(f.metrics.stack.items[1].function, "h_jvp");
	assert_null(f.metrics.stack.items[1].source.at);
	release(&f);
}

static void
a_file_may_hold_colons_blanks_newlines_and_in(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD STACK(
	    "<li>C:\\a b\\in x:3 in y.py:320 in &lt;lambda&gt;<br></li>\n"
	    "<li>/a\nb.py:2 in &lt;resume in f&gt;</li>\n"
	    "<li>&lt;string&gt;:-1 in g</li>\n"
	    "<li><a href='dump_file/eval_with_key_3.html#L5'>"
	    "&lt;eval_with_key&gt;.3:5</a> in forward</li>\n")
	    TIMES FAILURES(NONE) COUNTS TAIL);
	assert_int_equal(f.metrics.stack.count, 4);
	ASSERT_TEXT(f.metrics.stack.items[0].file, "C:\\a b\\in x:3 in y.py");
	assert_int_equal(f.metrics.stack.items[0].line, 320);
	ASSERT_TEXT(f.metrics.stack.items[0].function, "<lambda>");
	ASSERT_TEXT(f.metrics.stack.items[1].file, "/a\nb.py");
	ASSERT_TEXT(f.metrics.stack.items[1].function, "<resume in f>");
	assert_int_equal(f.metrics.stack.items[2].line, -1);
	ASSERT_TEXT(f.metrics.stack.items[3].file, "<eval_with_key>.3");
	assert_int_equal(f.metrics.stack.items[3].line, 5);
	ASSERT_TEXT(f.metrics.stack.items[3].function, "forward");
	release(&f);
}

#define CELL_STACK(caption, frame)					\
	"<td><details><summary>" caption "</summary>"			\
	"<div class='stack-trie'><ul><li>" frame			\
	"<br>&nbsp;&nbsp;&nbsp;&nbsp;x = 1</li>\n</ul></div></details></td>\n"

static void
tables_give_specializations_and_guards_with_stacks(void **state)
{
	struct fixture f;
	struct specialization *row;
	struct guard_added *guard;

	(void)state;
	PARSE(&f, PAGE(NONE
	    "    <h2>Symbolic shape specializations</h2>\n    <table>\n"
	    "    <tr>\n <th>Sym</th> <th>Source(s)</th>\n    </tr>\n"
	    "    <tr>\n        <td>s98</td>\n"
	    "        <td>L[&#39;a&#39;].size()[1]<br>L[&#39;b&#39;]<br></td>\n"
	    "        <td>8</td>\n"
	    CELL_STACK("User Stack", "/u.py:12 in f")
	    CELL_STACK("Framework Stack", "/t.py:15 in g")
	    "    </tr>\n    </table>\n    <h2>Guards added fast</h2>\n"
	    "    <table>\n    <tr>\n <th>Expr</th>\n    </tr>\n"
	    "    <tr>\n        <td>s0 &lt;= 8</td>\n"
	    CELL_STACK("User Stack", "/u.py:1 in f")
	    CELL_STACK("Framework Stack", "/t.py:2 in h")
	    "    </tr>\n    <tr>\n        <td></td>\n"
	    "        <td></td>\n    </tr>\n    </table>\n"));
	assert_int_equal(f.metrics.specializations.count, 1);
	row = &f.metrics.specializations.items[0];
	ASSERT_TEXT(row->symbol, "s98");
	ASSERT_TEXT(row->sources, "L['a'].size()[1]\nL['b']");
	ASSERT_TEXT(row->value, "8");
	ASSERT_TEXT(row->user_stack.items[0].function, "f");
	ASSERT_TEXT(row->framework_stack.items[0].function, "g");
	ASSERT_TEXT(row->framework_stack.items[0].source, "x = 1");
	assert_int_equal(f.metrics.guards_added.count, 2);
	guard = f.metrics.guards_added.items;
	ASSERT_TEXT(guard->expression, "s0 <= 8");
	ASSERT_TEXT(guard->user_stack.items[0].file, "/u.py");
	ASSERT_TEXT(guard->framework_stack.items[0].function, "h");
	assert_null(guard[1].expression.at);
	assert_int_equal(guard[1].user_stack.count, 0);
	release(&f);
}

static void
custom_ops_are_listed_apart(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, PAGE(NONE "    <h2> Custom Ops </h2>\n"
	    "    <p> Compliant Custom Ops:</p>\n    \n"
	    "    <li> <code> my::good </code> </li>\n"
	    "    <p> Non-Compliant Custom Ops:</p>\n    \n"
	    "    <li> <code> my::bad </code> </li>\n    \n"));
	assert_int_equal(f.metrics.compliant_ops.count, 1);
	ASSERT_TEXT(f.metrics.compliant_ops.items[0], "my::good");
	assert_int_equal(f.metrics.non_compliant_ops.count, 1);
	ASSERT_TEXT(f.metrics.non_compliant_ops.items[0], "my::bad");
	assert_int_equal(f.metrics.restart_reasons.count, 0);
	assert_string_equal(field(&f, "compliant_custom_ops"),
	    "[\"my::good\"]");
	release(&f);
}

/* ---- other pages, damage ---- */

static void
backward_pages_have_their_own_sections(void **state)
{
	static const char page[] = "<html><body>\n"
	    "    <h1>Backward Compilation Info for [0/0] </h1>\n"
	    "    <h2>Compile Time(seconds)</h2>\n"
	    "    <p>Inductor" ABBR "12.531487</div>\n"
	    "    <p>Code Gen Time: 11.64794</p>\n"
	    "    <h2>Failures</h2>\n" FAILURE("why") "</body>\n</html>\n";
	struct fixture f;

	(void)state;
	parse_bytes(&f, page, sizeof(page) - 1, METRICS_BACKWARD);
	ASSERT_TEXT(f.metrics.compile_id, "[0/0]");
	assert_true(f.metrics.inductor_s == 12.531487);
	assert_true(f.metrics.codegen_s == 11.64794);
	ASSERT_TEXT(f.metrics.fail_reason, "why");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
	parse_bytes(&f, page, sizeof(page) - 1, METRICS_AOT_BACKWARD);
	ASSERT_TEXT(f.metrics.fail_type, "Unsupported");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_missing_section_is_a_loss(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TIMES COUNTS TAIL);
	assert_problem(&f, "metrics_missing_section");
	assert_int_equal(f.problems.list.items[0].severity, SEVERITY_LOSS);
	release(&f);
}

static void
a_page_cut_anywhere_keeps_no_half_value(void **state)
{
	static const char page[] = PAGE(FAILURE("why &amp; how")
	    RESTART("again"));
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(page) - 2; len++) {
		struct fixture f;
		char *copy = malloc(len + 1);

		memcpy(copy, page, len);
		parse_bytes(&f, copy, len, METRICS_FORWARD);
		assert_problem(&f, "page_cut");
		assert_true(f.metrics.guards == UNKNOWN_INT ||
		    f.metrics.guards == 103);
		assert_true(isnan(f.metrics.entire_frame_s) ||
		    f.metrics.entire_frame_s == 0.551258);
		if (f.metrics.fail_reason.at)
			ASSERT_TEXT(f.metrics.fail_reason, "why & how");
		if (f.metrics.restart_reasons.count)
			ASSERT_TEXT(f.metrics.restart_reasons.items[0],
			    "again");
		release(&f);
		free(copy);
	}
}

static void
very_deep_nesting_costs_nothing_but_itself(void **state)
{
	static const char before[] = HEAD TIMES FAILURES(NONE) COUNTS;
	static const char after[] = TAIL;
	struct buffer page = { 0 };
	struct fixture f;
	size_t i;

	(void)state;
	buffer_add(&page, before, sizeof(before) - 1);
	for (i = 0; i < 400000; i++)
		buffer_add_string(&page, "<div>");
	buffer_add(&page, after, sizeof(after) - 1);
	parse_bytes(&f, page.bytes, page.len, METRICS_FORWARD);
	assert_int_equal(f.metrics.guards, 103);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
	buffer_release(&page);
}

static void
markup_made_to_take_quadratic_time_is_given_up(void **state)
{
	struct buffer page = { 0 };
	struct fixture f;
	size_t i;

	(void)state;
	for (i = 0; i < 50000; i++)
		buffer_add_string(&page, "<div>");
	for (i = 0; i < 50000; i++)
		buffer_add_string(&page, "</i>");
	buffer_add_string(&page, "</html>");
	parse_bytes(&f, page.bytes, page.len, METRICS_FORWARD);
	assert_string_equal(f.problems.list.items[0].code, "html_error");
	release(&f);
	buffer_release(&page);
}

static void
a_comment_without_an_end_is_a_loss_with_its_offset(void **state)
{
	struct fixture f;
	static const char before[] = HEAD TIMES;

	(void)state;
	PARSE(&f, HEAD TIMES "<!-- " FAILURES(NONE) COUNTS TAIL);
	assert_string_equal(f.problems.list.items[0].code, "html_error");
	assert_int_equal(f.problems.list.items[0].offset,
	    sizeof(before) - 1);
	assert_true(f.metrics.entire_frame_s == 0.551258);
	release(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clean_page_gives_its_numbers_and_no_problem),
		cmocka_unit_test(a_blank_metric_is_unknown_and_not_zero),
		cmocka_unit_test(fields_hold_every_metric_under_its_torch_name),
		cmocka_unit_test(a_guard_count_inside_a_link_is_read),
		cmocka_unit_test(a_label_outside_its_section_is_no_metric),
		cmocka_unit_test(
		    a_failure_reason_that_reads_like_a_label_sets_nothing),
		cmocka_unit_test(text_of_a_script_is_no_metric),
		cmocka_unit_test(a_number_that_is_none_is_a_loss_and_unknown),
		cmocka_unit_test(a_failure_has_type_reason_file_and_line),
		cmocka_unit_test(a_failure_without_a_place_has_no_file),
		cmocka_unit_test(the_five_escapes_are_undone_once),
		cmocka_unit_test(
		    exactly_one_blank_is_stripped_from_a_restart_reason),
		cmocka_unit_test(odd_bytes_of_a_reason_come_out_unchanged),
		cmocka_unit_test(bad_utf8_is_kept_and_noted_once),
		cmocka_unit_test(a_reason_of_eleven_megabytes_is_whole),
		cmocka_unit_test(the_stack_is_that_of_its_section),
		cmocka_unit_test(a_file_may_hold_colons_blanks_newlines_and_in),
		cmocka_unit_test(
		    tables_give_specializations_and_guards_with_stacks),
		cmocka_unit_test(custom_ops_are_listed_apart),
		cmocka_unit_test(backward_pages_have_their_own_sections),
		cmocka_unit_test(a_missing_section_is_a_loss),
		cmocka_unit_test(a_page_cut_anywhere_keeps_no_half_value),
		cmocka_unit_test(very_deep_nesting_costs_nothing_but_itself),
		cmocka_unit_test(
		    markup_made_to_take_quadratic_time_is_given_up),
		cmocka_unit_test(
		    a_comment_without_an_end_is_a_loss_with_its_offset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
