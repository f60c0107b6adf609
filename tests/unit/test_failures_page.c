/*
 * test_failures_page.c - rows of failures_and_restarts.html, raw reasons and
 * forged rows among them (format.md section 4, item 1).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parse/page/failures_page.h"

#define HEAD								\
	"\n<html>\n<head>\n    <style>\n    </style>\n</head>\n<body>\n" \
	"    <h1>Failures and Restarts</h1>\n    <table>\n"		\
	"    <tr> <th> Compile Id </th> <th> Failure Type </th> </tr>\n    "
#define LINK(folder, id)						\
	"<a href='" folder "/compilation_metrics_7.html'>" id "</a>"
#define START(link) "\n    <tr> <td> " link "  </td>"
#define RESTART_END							\
	"</pre></td><td>Not availble for restarts(yet)!</td></tr>\n    "
#define RESTART(folder, id, reason)					\
	START(LINK(folder, id)) "<td> RestartAnalysis </td><td><pre>"	\
	reason RESTART_END
#define FAILURE_TEXTS(type, reason, source)				\
	"<td><pre>" type "</pre></td>\n                           "	\
	"<td><pre>" reason "</pre></td>\n                           "	\
	"<td><pre>" source "</pre></td>\n                          "	\
	"</tr>\n    "
#define FAILURE(folder, id, reason)					\
	START(LINK(folder, id)) FAILURE_TEXTS("Unsupported", reason,	\
	    "/a.py:3")
#define TAIL								\
	"\n    \n    <script>\n    document.addEventListener("		\
	"'DOMContentLoaded', function() {\n    });\n    </script>\n\n"	\
	"</body>\n</html>\n"
#define OLD_TAIL "\n    \n</body>\n</html>\n"

struct fixture {
	struct arena arena;
	struct problem_list problems;
	failure_row_array rows;
};

/* The report has folders whose name starts with "-_". */
static bool
is_folder(void *data, struct slice folder)
{
	(void)data;
	return slice_starts(folder, LITERAL("-_"));
}

static void
parse_bytes(struct fixture *fixture, const char *page, size_t len)
{
	struct parse_context context = {
		&fixture->arena, &fixture->problems
	};

	memset(fixture, 0, sizeof(*fixture));
	fixture->problems.arena = &fixture->arena;
	failures_page_parse(&context, (struct slice){ page, len }, is_folder,
	    NULL, &fixture->rows);
}

#define PARSE(fixture, page) parse_bytes(fixture, page, sizeof(page) - 1)

static void
release(struct fixture *fixture)
{
	array_release(&fixture->rows);
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
a_restart_row_gives_id_link_reason_and_offset(void **state)
{
	static const char page[] = HEAD RESTART("-_1_0_1", "[1/0_1]", "why")
	    TAIL;
	struct fixture f;

	(void)state;
	PARSE(&f, page);
	assert_int_equal(f.rows.count, 1);
	assert_true(f.rows.items[0].is_restart);
	ASSERT_TEXT(f.rows.items[0].compile_id, "[1/0_1]");
	ASSERT_TEXT(f.rows.items[0].link,
	    "-_1_0_1/compilation_metrics_7.html");
	ASSERT_TEXT(f.rows.items[0].type, "RestartAnalysis");
	ASSERT_TEXT(f.rows.items[0].reason, "why");
	assert_int_equal(f.rows.items[0].offset,
	    strstr(page, "<tr> <td> ") - page);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_raw_reason_comes_out_byte_for_byte(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD RESTART("-_0_0_1", "[0/0_1]",
	    "builtin: print [<class 'torch._dynamo.X'>] False &amp; &lt; "
	    "<script> <!-- \0 \x1b \r\n \xff")
	    FAILURE("-_0_0_1", "[0/0_1]", "b") OLD_TAIL);
	assert_int_equal(f.rows.count, 2);
	ASSERT_TEXT(f.rows.items[0].reason,
	    "builtin: print [<class 'torch._dynamo.X'>] False &amp; &lt; "
	    "<script> <!-- \0 \x1b \r\n \xff");
	assert_int_equal(f.problems.list.count, 1);
	assert_string_equal(f.problems.list.items[0].code, "page_encoding");
	release(&f);
}

static void
a_failure_row_undoes_three_escapes(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD FAILURE("-_0_0_0", "[0/0]",
	    "&lt;no&gt; &amp; \"never\" &amp;lt; &quot; &#39;") TAIL);
	assert_int_equal(f.rows.count, 1);
	assert_false(f.rows.items[0].is_restart);
	ASSERT_TEXT(f.rows.items[0].type, "Unsupported");
	ASSERT_TEXT(f.rows.items[0].reason,
	    "<no> & \"never\" &lt; &quot; &#39;");
	ASSERT_TEXT(f.rows.items[0].source, "/a.py:3");
	release(&f);
}

static void
a_failure_without_a_place_says_so(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD START(LINK("-_0_0_0", "[0/0]"))
	    FAILURE_TEXTS("E", "b", "N/A:0") TAIL);
	ASSERT_TEXT(f.rows.items[0].source, "N/A:0");
	release(&f);
}

static void
links_of_tlparse_0_3_20_have_no_number(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD START("<a href='-_0_0/compilation_metrics.html'>[0/0]"
	    "</a>") FAILURE_TEXTS("E", "b", "N/A:0") OLD_TAIL);
	assert_int_equal(f.rows.count, 1);
	ASSERT_TEXT(f.rows.items[0].link, "-_0_0/compilation_metrics.html");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_reason_with_a_row_of_a_foreign_folder_forges_none(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD RESTART("-_0_0_1", "[0/0_1]", "a" RESTART_END
	    START(LINK("forged", "[9/9]"))
	    "<td> RestartAnalysis </td><td><pre>b")
	    RESTART("-_1_0_1", "[1/0_1]", "c") TAIL);
	assert_int_equal(f.rows.count, 2);
	ASSERT_TEXT(f.rows.items[0].reason, "a" RESTART_END
	    START(LINK("forged", "[9/9]"))
	    "<td> RestartAnalysis </td><td><pre>b");
	ASSERT_TEXT(f.rows.items[1].reason, "c");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_reason_that_closes_its_table_forges_no_end(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD RESTART("-_0_0_1", "[0/0_1]",
	    "a</pre></td></tr><tr><td>" RESTART_END TAIL "b")
	    RESTART("-_1_0_1", "[1/0_1]", "c") TAIL);
	assert_int_equal(f.rows.count, 2);
	ASSERT_TEXT(f.rows.items[0].reason,
	    "a</pre></td></tr><tr><td>" RESTART_END TAIL "b");
	release(&f);
}

static void
a_half_row_in_a_reason_forges_none(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD RESTART("-_0_0_1", "[0/0_1]",
	    "a" START(LINK("-_0_0_1", "[0/0_1]")) "<td>b") TAIL);
	assert_int_equal(f.rows.count, 1);
	release(&f);
}

static void
a_row_without_an_id_has_no_link(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD START("(unknown)") FAILURE_TEXTS("E", "b", "/a:1")
	    TAIL);
	assert_int_equal(f.rows.count, 1);
	ASSERT_TEXT(f.rows.items[0].compile_id, "(unknown)");
	assert_null(f.rows.items[0].link.at);
	release(&f);
}

static void
an_unreadable_row_loses_only_itself(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD START(LINK("-_0_0_0", "[0/0]")) "<td>?</td></tr>\n"
	    RESTART("-_1_0_1", "[1/0_1]", "c") TAIL);
	assert_int_equal(f.rows.count, 1);
	ASSERT_TEXT(f.rows.items[0].reason, "c");
	assert_int_equal(f.problems.list.count, 1);
	assert_string_equal(f.problems.list.items[0].code,
	    "failures_bad_row");
	assert_int_equal(f.problems.list.items[0].severity, SEVERITY_LOSS);
	release(&f);
}

static void
a_page_without_rows_is_fine(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TAIL);
	assert_int_equal(f.rows.count, 0);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_page_without_a_table_is_a_loss(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, "<html><body>hello</body></html>");
	assert_int_equal(f.problems.list.count, 1);
	assert_string_equal(f.problems.list.items[0].code,
	    "failures_no_table");
	release(&f);
}

/* How many rows of the page end before the offset. */
static size_t
rows_before(const char *page, size_t len)
{
	const char *at = strstr(page, "<tr> <td> ");
	size_t count = 0;

	while (at && (at = strstr(at, "</tr>")) != NULL) {
		at += strlen("</tr>");
		count += (size_t)(at - page) <= len;
	}
	return count;
}

static void
a_page_cut_anywhere_loses_only_the_cut_row(void **state)
{
	static const char page[] = HEAD
	    RESTART("-_0_0_1", "[0/0_1]", "a <b> c")
	    FAILURE("-_0_0_1", "[0/0_1]", "&lt;d&gt;")
	    RESTART("-_1_0_1", "[1/0_1]", "e") TAIL;
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(page) - 2; len++) {
		struct fixture f;
		char *copy = malloc(len + 1);

		memcpy(copy, page, len);
		parse_bytes(&f, copy, len);
		assert_int_equal(f.rows.count, rows_before(page, len));
		if (f.rows.count)
			ASSERT_TEXT(f.rows.items[0].reason, "a <b> c");
		assert_int_equal(f.problems.list.count, 1);
		assert_string_equal(f.problems.list.items[0].code,
		    "page_cut");
		assert_true(f.problems.list.items[0].offset <= (int64_t)len);
		release(&f);
		free(copy);
	}
}

static void
a_cut_row_is_named_by_its_offset(void **state)
{
	static const char page[] = HEAD
	    RESTART("-_0_0_1", "[0/0_1]", "whole")
	    START(LINK("-_1_0_1", "[1/0_1]"))
	    "<td> RestartAnalysis </td><td><pre>half";
	struct fixture f;

	(void)state;
	PARSE(&f, page);
	assert_int_equal(f.rows.count, 1);
	assert_int_equal(f.problems.list.items[0].offset,
	    strstr(page, "<tr> <td> <a href='-_1") - page);
	release(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_restart_row_gives_id_link_reason_and_offset),
		cmocka_unit_test(a_raw_reason_comes_out_byte_for_byte),
		cmocka_unit_test(a_failure_row_undoes_three_escapes),
		cmocka_unit_test(a_failure_without_a_place_says_so),
		cmocka_unit_test(links_of_tlparse_0_3_20_have_no_number),
		cmocka_unit_test(
		    a_reason_with_a_row_of_a_foreign_folder_forges_none),
		cmocka_unit_test(a_reason_that_closes_its_table_forges_no_end),
		cmocka_unit_test(a_half_row_in_a_reason_forges_none),
		cmocka_unit_test(a_row_without_an_id_has_no_link),
		cmocka_unit_test(an_unreadable_row_loses_only_itself),
		cmocka_unit_test(a_page_without_rows_is_fine),
		cmocka_unit_test(a_page_without_a_table_is_a_loss),
		cmocka_unit_test(a_page_cut_anywhere_loses_only_the_cut_row),
		cmocka_unit_test(a_cut_row_is_named_by_its_offset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
