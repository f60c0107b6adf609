/*
 * test_index_page.c - the stack trie of index.html.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parse/page/index_page.h"

#define HEAD								\
	"\n<html>\n<head>\n  <meta charset=\"latin1\">\n</head>\n<style>\n" \
	"a > b { }\n</style>\n<script>\n if (1 < 2) { '<ul>' }\n</script>\n" \
	"<body>\n<div>\n\n<h2>Stack trie</h2>\n<p>\nLinks are coded:\n"	\
	"<span class=\"status-ok\">[Success]</span>,\n"			\
	"<span class=\"status-missing\">[Metrics were missing]</span>\n</p>\n"
#define TRIE(items)							\
	"<details><summary>Stack</summary><div class='stack-trie'><ul>"	\
	items "</ul></div></details>\n"
#define OLD_TRIE(items) "<div class='stack-trie'><ul>" items "</ul></div>\n"
#define TAIL								\
	"</div>\n<ul>\n    <li><a id=\"[0/0]\">[0/0]</a>\n    <ul>\n"	\
	"<li><a class='status-ok' href=\"-_0_0_0/a.txt\">-_0_0_0/a.txt</a>" \
	"  (1)</li>\n    </ul>\n    </li>\n</ul>\n</body>\n</html>\n"
#define MARKER "<span onclick='toggleList(this)' class='marker'></span>"
#define ID(id, status) "<a href='#" id "' class='status-" status "'>" id "</a> "
#define PLACE(place) place "<br>&nbsp;&nbsp;&nbsp;&nbsp;"
#define PLAIN(ids, place) "<li>" ids PLACE(place) "</li>\n"
#define BRANCH(ids, place, items)					\
	"<li>" MARKER ids "\n" PLACE(place) "<ul>\n" items "</ul></li>"

struct fixture {
	struct arena arena;
	struct problem_list problems;
	index_entry_array entries;
	slice_array links;
	bool is_export;
};

static void
parse_bytes(struct fixture *fixture, const char *page, size_t len)
{
	struct parse_context context = {
		&fixture->arena, &fixture->problems
	};

	memset(fixture, 0, sizeof(*fixture));
	fixture->problems.arena = &fixture->arena;
	index_page_parse(&context, (struct slice){ page, len },
	    &fixture->entries, &fixture->links, &fixture->is_export);
}

#define PARSE(fixture, page) parse_bytes(fixture, page, sizeof(page) - 1)

static void
release(struct fixture *fixture)
{
	index_entries_free(&fixture->entries);
	array_release(&fixture->links);
	array_release(&fixture->problems.list);
	arena_release(&fixture->arena);
}

/* "[0/0] ok: f g h": id, status and the functions of the stack. */
static void
assert_entry(const struct fixture *fixture, size_t index, const char *text)
{
	const struct index_entry *entry = &fixture->entries.items[index];
	struct buffer got = { 0 };
	size_t i;

	assert_true(index < fixture->entries.count);
	buffer_add_slice(&got, entry->compile_id);
	buffer_add_byte(&got, ' ');
	buffer_add_slice(&got, entry->status);
	buffer_add_byte(&got, ':');
	for (i = 0; i < entry->stack.count; i++) {
		buffer_add_byte(&got, ' ');
		buffer_add_slice(&got, entry->stack.items[i].function);
	}
	assert_string_equal(buffer_string(&got), text);
	buffer_release(&got);
}

static void
items_of_one_list_are_frames_of_one_stack(void **state)
{
	struct fixture f;
	struct stack_frame *frame;

	(void)state;
	PARSE(&f, HEAD TRIE(PLAIN("", "/m.py:37 in &lt;module&gt;")
	    PLAIN(ID("[0/0]", "break"), "/m.py:11 in f")
	    PLAIN("", "/m.py:5 in run")
	    PLAIN(ID("[1/0]", "ok"), "/m.py:13 in g")) TAIL);
	assert_int_equal(f.entries.count, 2);
	assert_entry(&f, 0, "[0/0] break: <module> f");
	assert_entry(&f, 1, "[1/0] ok: <module> f run g");
	frame = &f.entries.items[0].stack.items[1];
	assert_true(slice_equal(frame->file, LITERAL("/m.py")));
	assert_int_equal(frame->line, 11);
	assert_null(frame->source.at);
	assert_int_equal(f.problems.list.count, 0);
	assert_false(f.is_export);
	release(&f);
}

static void
branches_share_only_what_is_above_them(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TRIE(PLAIN("", "/m.py:37 in top")
	    BRANCH(ID("[0/0]", "break"), "/m.py:11 in a", "")
	    BRANCH("", "/e.py:7 in wrap",
		BRANCH(ID("[1/0]", "ok"), "/m.py:13 in b", "")
		BRANCH("", "/m.py:14 in c",
		    PLAIN("", "/m.py:15 in d")
		    PLAIN(ID("[2/0]", "error"), "/m.py:16 in e")))
	    BRANCH(ID("[3/0]", "missing"), "/m.py:17 in g", "")) TAIL);
	assert_int_equal(f.entries.count, 4);
	assert_entry(&f, 0, "[0/0] break: top a");
	assert_entry(&f, 1, "[1/0] ok: top wrap b");
	assert_entry(&f, 2, "[2/0] error: top wrap c d e");
	assert_entry(&f, 3, "[3/0] missing: top g");
	release(&f);
}

static void
an_id_named_twice_gives_two_entries(void **state)
{
	struct fixture f;

	(void)state;
	/* after torch._dynamo.reset() */
	PARSE(&f, HEAD TRIE(PLAIN(ID("[0/0]", "ok") ID("[0/0]", "ok")
	    ID("[!0/1/0_2]", "empty"), "/m.py:1 in f")) TAIL);
	assert_int_equal(f.entries.count, 3);
	assert_entry(&f, 0, "[0/0] ok: f");
	assert_entry(&f, 1, "[0/0] ok: f");
	assert_entry(&f, 2, "[!0/1/0_2] empty: f");
	release(&f);
}

static void
the_old_form_without_source_lines_is_read(void **state)
{
	struct fixture f;

	(void)state;
	/* tlparse 0.3.20 */
	PARSE(&f, HEAD OLD_TRIE("<li>" MARKER "/m.py:33 in &lt;module&gt;<ul>\n"
	    "<li>" ID("[0/0]", "error") "/m.py:24 in f</li>\n</ul></li>"
	    "<li>" MARKER "/m.py:35 in &lt;module&gt;<ul>\n"
	    "<li>" ID("[1/0]", "ok") "/m.py:25 in g</li>\n</ul></li>") TAIL);
	assert_int_equal(f.entries.count, 2);
	assert_entry(&f, 0, "[0/0] error: <module> f");
	assert_entry(&f, 1, "[1/0] ok: <module> g");
	release(&f);
}

static void
legend_and_file_list_are_no_entries(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TRIE("") TAIL);
	assert_int_equal(f.entries.count, 0);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
frames_keep_odd_files_and_sources(void **state)
{
	struct fixture f;
	struct stack_frame *frames;

	(void)state;
	PARSE(&f, HEAD TRIE(
	    "<li>/a:1 in b &amp; \xc3\xa4\n.py:2 in &lt;lambda&gt;<br>"
	    "&nbsp;&nbsp;&nbsp;&nbsp;if a &lt; b: s = \"&amp;nbsp;\"</li>\n"
	    "<li><a href='dump_file/eval_with_key_1.html#L5'>"
	    "&lt;eval_with_key&gt;.1:5</a> in forward</li>\n"
	    PLAIN("(unknown) " ID("[0/0]", "ok"), "(unknown):6 in f")) TAIL);
	assert_int_equal(f.entries.count, 1);
	frames = f.entries.items[0].stack.items;
	assert_true(slice_equal(frames[0].file,
	    LITERAL("/a:1 in b & \xc3\xa4\n.py")));
	assert_int_equal(frames[0].line, 2);
	assert_true(slice_equal(frames[0].source,
	    LITERAL("if a < b: s = \"&nbsp;\"")));
	assert_true(slice_equal(frames[1].file,
	    LITERAL("<eval_with_key>.1")));
	assert_true(slice_equal(frames[2].file, LITERAL("(unknown)")));
	release(&f);
}

static void
a_foreign_header_changes_nothing(void **state)
{
	struct fixture f;

	(void)state;
	/* --custom-header-html */
	PARSE(&f, HEAD "<html><body></body></html><b><table><tr><td>x"
	    "<a class='status-ok'>[7/7]</a><br/><p></div></span>"
	    TRIE(PLAIN(ID("[0/0]", "ok"), "/m.py:1 in f")) TAIL);
	assert_int_equal(f.entries.count, 1);
	assert_entry(&f, 0, "[0/0] ok: f");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_draft_export_report_is_told_by_its_heading(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, "<html><body>\n<h1>Draft Export Report</h1>\n"
	    "<p>No issues</p>\n</body>\n</html>\n");
	assert_true(f.is_export);
	assert_int_equal(f.entries.count, 0);
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

static void
a_page_cut_anywhere_keeps_whole_entries(void **state)
{
	static const char page[] = HEAD TRIE(PLAIN("", "/m.py:37 in top")
	    BRANCH(ID("[0/0]", "break"), "/m.py:11 in first", "")
	    BRANCH("", "/e.py:7 in wrap",
		PLAIN(ID("[1/0]", "ok"), "/m.py:13 in second"))) TAIL;
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(page) - 2; len++) {
		struct fixture f;
		char *copy = malloc(len + 1);

		memcpy(copy, page, len);
		parse_bytes(&f, copy, len);
		assert_true(f.entries.count <= 2);
		if (f.entries.count > 0)
			assert_entry(&f, 0, "[0/0] break: top first");
		if (f.entries.count > 1)
			assert_entry(&f, 1, "[1/0] ok: top wrap second");
		assert_int_equal(f.problems.list.count, 1);
		assert_string_equal(f.problems.list.items[0].code,
		    "page_cut");
		release(&f);
		free(copy);
	}
}

static void
a_very_deep_trie_is_read(void **state)
{
	struct buffer page = { 0 };
	struct fixture f;
	size_t i;

	(void)state;
	buffer_add_string(&page, "<div class='stack-trie'><ul>");
	for (i = 0; i < 200000; i++)
		buffer_add_string(&page, "<li>" MARKER "\n/a.py:1 in f<ul>\n");
	buffer_add_string(&page, PLAIN(ID("[0/0]", "ok"), "/b.py:2 in g"));
	buffer_add_string(&page, "</html>");
	parse_bytes(&f, page.bytes, page.len);
	assert_int_equal(f.entries.count, 1);
	assert_int_equal(f.entries.items[0].stack.count, 200001);
	release(&f);
	buffer_release(&page);
}

static void
stacks_that_would_need_quadratic_memory_are_left_out(void **state)
{
	struct buffer page = { 0 };
	struct fixture f;
	size_t i;

	(void)state;
	buffer_add_string(&page, "<div class='stack-trie'><ul>");
	for (i = 0; i < 3000; i++)
		buffer_add_string(&page,
		    PLAIN(ID("[0/0]", "ok"), "/b.py:2 in g"));
	buffer_add_string(&page, "</ul></div></html>");
	parse_bytes(&f, page.bytes, page.len);
	assert_int_equal(f.entries.count, 3000);
	assert_int_equal(f.entries.items[9].stack.count, 10);
	assert_int_equal(f.entries.items[2999].stack.count, 0);
	assert_int_equal(f.problems.list.count, 1);
	assert_string_equal(f.problems.list.items[0].code,
	    "index_stacks_limit");
	release(&f);
	buffer_release(&page);
}

/* libxml2 waits for the second quote; the tags in between would come late. */
static void
a_stray_quote_in_a_tag_holds_nothing_back(void **state)
{
	struct fixture f;

	(void)state;
	PARSE(&f, HEAD TRIE(
	    "<b x\">" PLAIN(ID("[0/0]", "ok"), "/a.py:1 in f") "</b 'y>"
	    PLAIN(ID("[1/0]", "empty"), "/b.py:2 in g")) TAIL);
	assert_int_equal(f.entries.count, 2);
	assert_entry(&f, 0, "[0/0] ok: f");
	assert_entry(&f, 1, "[1/0] empty: f g");
	assert_int_equal(f.problems.list.count, 0);
	release(&f);
}

/* name_spaces_unicode: links are bytes, escaped; those inside are none. */
static void
links_are_taken_byte_for_byte(void **state)
{
	static const char *const expected[] = {
		"-_0_0_0/f_gr\xc3\xb6\xc3\x9f" "e_1.txt", "a&b.json"
	};
	struct fixture fixture;
	size_t i;

	(void)state;
	PARSE(&fixture, "<html><body><a href='#[0/0]'>[0/0]</a>"
	    "<a href=\"-_0_0_0/f_gr\xc3\xb6\xc3\x9f" "e_1.txt\">x</a>"
	    "<a href='a&amp;b.json'>y</a></body></html>");
	assert_int_equal(fixture.links.count, LENGTH(expected));
	for (i = 0; i < LENGTH(expected); i++)
		assert_true(slice_equal(fixture.links.items[i],
		    slice_of(expected[i])));
	release(&fixture);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_are_taken_byte_for_byte),
		cmocka_unit_test(items_of_one_list_are_frames_of_one_stack),
		cmocka_unit_test(branches_share_only_what_is_above_them),
		cmocka_unit_test(an_id_named_twice_gives_two_entries),
		cmocka_unit_test(the_old_form_without_source_lines_is_read),
		cmocka_unit_test(legend_and_file_list_are_no_entries),
		cmocka_unit_test(frames_keep_odd_files_and_sources),
		cmocka_unit_test(a_foreign_header_changes_nothing),
		cmocka_unit_test(a_draft_export_report_is_told_by_its_heading),
		cmocka_unit_test(a_page_cut_anywhere_keeps_whole_entries),
		cmocka_unit_test(a_very_deep_trie_is_read),
		cmocka_unit_test(a_stray_quote_in_a_tag_holds_nothing_back),
		cmocka_unit_test(
		    stacks_that_would_need_quadratic_memory_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
