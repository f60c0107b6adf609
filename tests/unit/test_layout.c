/*
 * test_layout.c - how people's output is laid out: widths, paragraphs, bars,
 * trees and tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cli/layout/layout.h"
#include "cli/screen/terminal.h"

#define FULL "\xe2\x96\x88"
#define ELLIPSIS "\xe2\x80\xa6"

static void
widths_are_those_of_terminals(void **state)
{
	(void)state;
	assert_int_equal(terminal_width_of(LITERAL("abc")), 3);
	assert_int_equal(terminal_width_of(LITERAL("e\xcc\x81")), 1);
	assert_int_equal(terminal_width_of(LITERAL("\xe4\xb8\xad")), 2);
	assert_int_equal(terminal_width_of(LITERAL("\xf0\x9f\x98\x80")), 2);
	/* a hot drink, a red circle, a Thai vowel above, a Hangul vowel */
	assert_int_equal(terminal_width_of(LITERAL("\xe2\x98\x95")), 2);
	assert_int_equal(terminal_width_of(LITERAL("\xf0\x9f\x94\xb4")), 2);
	assert_int_equal(terminal_width_of(
	    LITERAL("\xe0\xb8\x81\xe0\xb8\xb4")), 1);
	assert_int_equal(terminal_width_of(
	    LITERAL("\xe1\x84\x80\xe1\x85\xa1")), 2);
	assert_int_equal(terminal_width_of(LITERAL(FULL ELLIPSIS)), 2);
	assert_int_equal(terminal_width_of(LITERAL("\xff")), 1);
	assert_int_equal(terminal_width_of(LITERAL("\033[1;31mred\033[0m")), 3);
}

static void
parts_that_fit_split_no_character(void **state)
{
	struct slice text = LITERAL("a\xe4\xb8\xad" "b");

	(void)state;
	assert_int_equal(terminal_fit(text, 2).len, 1);
	assert_int_equal(terminal_fit(text, 3).len, 4);
	assert_int_equal(terminal_fit_end(text, 2).len, 1);
	assert_int_equal(terminal_fit_end(text, 3).len, 4);
	assert_int_equal(terminal_fit_end(text, 9).len, 5);
	/* the mark of a letter that went goes, too */
	assert_int_equal(terminal_fit_end(LITERAL("e\xcc\x81x"), 1).len, 1);
}

/* What a line becomes at a width. */
static void
check_flow(const char *line, size_t width, const char *expected)
{
	struct buffer out = { 0 };

	flow_line(&out, slice_of(line), width);
	assert_string_equal(buffer_string(&out), expected);
	buffer_release(&out);
}

static void
lines_break_between_words_and_hang_under_the_text(void **state)
{
	(void)state;
	check_flow("one two three", 0, "one two three");
	check_flow("one two three", 13, "one two three");
	check_flow("one two three", 9, "one two\n  three");
	check_flow("    one two three", 12, "    one two\n      three");
	check_flow("s3  GB0142 no such thing", 18,
	    "s3  GB0142 no such\n    thing");
	check_flow("[0/1] forward in model.py", 16,
	    "[0/1] forward in\n      model.py");
	check_flow(" 1. one two three", 13, " 1. one two\n    three");
	check_flow("  hint: use where and gather", 20,
	    "  hint: use where\n        and gather");
	check_flow("  - one two three", 12, "  - one two\n    three");
}

static void
only_a_word_wider_than_the_line_is_broken(void **state)
{
	(void)state;
	check_flow("ab 0123456789abcdef yz", 10,
	    "ab\n  01234567\n  89abcdef\n  yz");
	check_flow("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 5,
	    "\xe4\xb8\xad\xe4\xb8\xad\n  \xe4\xb8\xad");
}

static void
numbers_keep_their_units(void **state)
{
	(void)state;
	check_flow("lost 16.7 s (45 %) in restarts", 16,
	    "lost 16.7 s\n  (45 %) in\n  restarts");
	check_flow("lost so very 16.7 s", 17, "lost so very\n  16.7 s");
}

static void
colors_take_no_room_and_trees_go_on(void **state)
{
	(void)state;
	check_flow("\033[1mone two\033[0m", 7, "\033[1mone two\033[0m");
	check_flow("\xe2\x94\x82  \xe2\x94\x9c\xe2\x94\x80 [2/0] one two three",
	    20, "\xe2\x94\x82  \xe2\x94\x9c\xe2\x94\x80 [2/0] one two\n"
	    "\xe2\x94\x82  \xe2\x94\x82        three");
}

static void
a_stream_lays_out_lines_that_come_in_pieces(void **state)
{
	struct flow_stream flow = { 0 };
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len), *stream;

	(void)state;
	stream = flow_stream_open(&flow, out, 9);
	fputs("one t", stream);
	fflush(stream);
	fputs("wo three\n\nfour five", stream);
	assert_true(flow_stream_close(&flow, stream));
	fclose(out);
	assert_string_equal(text, "one two\n  three\n\nfour five");
	free(text);
}

static void
check_bar(double part, double whole, bool unicode, const char *expected)
{
	struct buffer out = { 0 };

	add_bar(&out, part, whole, unicode);
	assert_string_equal(buffer_string(&out), expected);
	buffer_release(&out);
}

static void
bars_have_ten_cells(void **state)
{
	(void)state;
	check_bar(0, 1, true, "          ");
	check_bar(1, 0, true, "          ");
	check_bar(5, 10, true, FULL FULL FULL FULL FULL "     ");
	check_bar(0.15, 1, true, FULL "\xe2\x96\x8c" "        ");
	check_bar(1e-9, 1, true, "\xe2\x96\x8f" "         ");
	check_bar(2, 1, true, FULL FULL FULL FULL FULL FULL FULL FULL FULL
	    FULL);
	check_bar(0.31, 1, false, "###       ");
}

static void
the_locale_tells_which_marks_there_are(void **state)
{
	(void)state;
	setenv("LC_ALL", "C", 1);
	assert_false(marks_are_unicode());
	setenv("LC_ALL", "de_DE.utf8", 1);
	assert_true(marks_are_unicode());
	setenv("LC_ALL", "", 1);
	unsetenv("LC_CTYPE");
	setenv("LANG", "en_US.UTF-8", 1);
	assert_true(marks_are_unicode());
	unsetenv("LANG");
	assert_true(marks_are_unicode());
}

static void
trees_show_what_follows(void **state)
{
	struct tree_marks marks = { .unicode = false };
	struct buffer out = { 0 };
	static const struct { size_t depth; bool is_last; } lines[] = {
		{ 0, true }, { 1, false }, { 2, true }, { 1, true }, { 2, true }
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(lines); i++) {
		add_tree_marks(&out, &marks, lines[i].depth, lines[i].is_last);
		buffer_add_string(&out, "x\n");
	}
	assert_string_equal(buffer_string(&out),
	    "x\n|- x\n|  `- x\n`- x\n   `- x\n");
	buffer_release(&out);
	array_release(&marks.more);
}

/* A table of three columns of texts, but for numbers in the last. */
static void
check_table(const char *const names[3], const char *const *texts,
    size_t row_count, size_t width, const char *expected)
{
	struct layout_column columns[3] = { 0 };
	struct layout_cell cells[9] = { 0 };
	struct layout_table table = {
		.columns = columns, .column_count = 3, .cells = cells,
		.row_count = row_count, .width = width, .unicode = true
	};
	struct buffer out = { 0 };

	for (size_t i = 0; i < 3 * row_count; i++) {
		struct layout_column *column = &columns[i % 3];

		cells[i].text = slice_of(texts[i]);
		cells[i].number = i % 3 == 2 ? atof(texts[i]) : 0;
		column->is_used = true;
		column->is_text = i % 3 != 2;
		if (cells[i].text.len > column->cell_width)
			column->cell_width = cells[i].text.len;
		if (cells[i].number > column->most)
			column->most = cells[i].number;
	}
	for (size_t i = 0; i < 3; i++) {
		columns[i].name = columns[i].heading = names[i];
		columns[i].rule = column_rule_find(names[i]);
	}
	layout_table_write(&out, &table);
	assert_string_equal(buffer_string(&out), expected);
	buffer_release(&out);
}

static void
tables_cut_paths_from_the_left_and_never_what_tells(void **state)
{
	static const char *const names[] = { "status", "place", "lost_s" };
	static const char *const texts[] = {
		"empty", "transformers/utils/generic.py:1030", "3.0",
		"ok", "transformers/a.py:1", "0.0"
	};

	(void)state;
	check_table(names, texts, 2, 0,
	    "status  place                               lost_s\n"
	    "empty   transformers/utils/generic.py:1030     3.0\n"
	    "ok      transformers/a.py:1                    0.0\n");
	check_table(names, texts, 2, 34,
	    "status  place               lost_s\n"
	    "empty   " ELLIPSIS "/generic.py:1030      3.0\n"
	    "ok      " ELLIPSIS "/a.py:1               0.0\n");
	check_table(names, texts, 2, 70,
	    "status  place                                          lost_s\n"
	    "empty   transformers/utils/generic.py:1030  "
	    FULL FULL FULL FULL FULL FULL FULL FULL FULL FULL "    3.0\n"
	    "ok      transformers/a.py:1                               0.0\n");
	check_table(names, texts, 0, 70, "");
}

static void
tables_leave_out_what_is_equal_and_then_what_is_light(void **state)
{
	static const char *const equal[] = { "status", "stage", "count" };
	static const char *const light[] = { "reason", "attempts", "count" };
	static const char *const equals[] = {
		"ok", "forward", "1", "ok", "forward", "2"
	};
	static const char *const reasons[] = {
		"Data-dependent branching of a tensor", "one", "1",
		"Unsupported", "two", "2"
	};

	(void)state;
	check_table(equal, equals, 2, 80,
	    "status  count\nok          1\nok          2\n"
	    "all: stage forward\n");
	check_table(equal, equals, 1, 80,
	    "status  stage    count\nok      forward      1\n");
	check_table(light, reasons, 2, 26,
	    "reason\nData-dependent branching\nof a tensor\nUnsupported\n"
	    "(-f csv has more:\n  attempts, count)\n");
}

static void
headings_are_words(void **state)
{
	struct buffer out = { 0 };

	(void)state;
	add_heading(&out, "entire_frame_s");
	add_heading(&out, ",");
	add_heading(&out, "backend_s");
	add_heading(&out, ",");
	add_heading(&out, "is_new");
	assert_string_equal(buffer_string(&out), "s,backend s,new");
	buffer_release(&out);
	assert_int_equal(column_rule_find("short_file")->cut, CUT_LEFT);
	assert_int_equal(column_rule_find("entry_file")->cut, CUT_LEFT);
	assert_int_equal(column_rule_find("any")->cut, CUT_RIGHT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(widths_are_those_of_terminals),
		cmocka_unit_test(parts_that_fit_split_no_character),
		cmocka_unit_test(
		    lines_break_between_words_and_hang_under_the_text),
		cmocka_unit_test(only_a_word_wider_than_the_line_is_broken),
		cmocka_unit_test(numbers_keep_their_units),
		cmocka_unit_test(colors_take_no_room_and_trees_go_on),
		cmocka_unit_test(a_stream_lays_out_lines_that_come_in_pieces),
		cmocka_unit_test(bars_have_ten_cells),
		cmocka_unit_test(the_locale_tells_which_marks_there_are),
		cmocka_unit_test(trees_show_what_follows),
		cmocka_unit_test(
		    tables_cut_paths_from_the_left_and_never_what_tells),
		cmocka_unit_test(
		    tables_leave_out_what_is_equal_and_then_what_is_light),
		cmocka_unit_test(headings_are_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
