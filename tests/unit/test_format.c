/*
 * test_format.c - rows in every format: quoting, types, control characters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/format.h"
#include "cli/format/words.h"
#include "cli/screen/terminal.h"

static struct gbq_value
text(const char *bytes)
{
	return (struct gbq_value){ GBQ_TEXT, 0, 0, bytes, strlen(bytes) };
}

static struct gbq_value
integer(int64_t number)
{
	return (struct gbq_value){ GBQ_INTEGER, number, (double)number, NULL,
	    0 };
}

static struct gbq_value
real(double number)
{
	return (struct gbq_value){ GBQ_REAL, 0, number, NULL, 0 };
}

static struct gbq_value
null(void)
{
	return (struct gbq_value){ GBQ_NULL, 0, 0, NULL, 0 };
}

/* What a printer makes of one row of two columns; NULL values: no row. */
static char *
print(struct printer *printer, const char *format, const char *first_name,
    const char *second_name, const struct gbq_value *values)
{
	const char *names[] = { first_name, second_name };
	char *out = NULL;
	size_t len;

	printer->out = open_memstream(&out, &len);
	printer->format = format_find(format);
	assert_non_null(printer->format);
	printer_start(printer, names, 2);
	if (values)
		printer_row(printer, values);
	printer_end(printer);
	fclose(printer->out);
	return out;
}

static void
check(const char *format, struct gbq_value first, struct gbq_value second,
    const char *expected)
{
	struct gbq_value values[] = { first, second };
	struct printer printer = { 0 };
	char *out = print(&printer, format, "a", "b", values);

	assert_string_equal(out, expected);
	free(out);
}

static void
check_empty(const char *format, const char *expected)
{
	struct printer printer = { 0 };
	char *out = print(&printer, format, "a", "b", NULL);

	assert_string_equal(out, expected);
	free(out);
}

static void
csv_quotes_what_rfc_4180_says_and_keeps_bytes(void **state)
{
	(void)state;
	check("csv", text("plain"), integer(-3), "a,b\r\nplain,-3\r\n");
	check("csv", text("a,b"), text("say \"x\""),
	    "a,b\r\n\"a,b\",\"say \"\"x\"\"\"\r\n");
	check("csv", text("two\nlines"), text("\033[1m"),
	    "a,b\r\n\"two\nlines\",\033[1m\r\n");
	check("csv", null(), text(""), "a,b\r\n,\"\"\r\n");
	check_empty("csv", "a,b\r\n");
}

static void
tsv_escapes_what_would_break_lines(void **state)
{
	(void)state;
	check("tsv", text("a\tb\\\n"), null(), "a\tb\na\\tb\\\\\\n\t\n");
}

static void
raw_is_exact(void **state)
{
	(void)state;
	check("raw", text("a\n\"b\""), real(0.1), "a\n\"b\"\t0.1\n");
}

static void
json_is_typed(void **state)
{
	(void)state;
	check("json", integer(INT64_MIN), real(0.1),
	    "[\n{\"a\": -9223372036854775808, \"b\": 0.1}\n]\n");
	check("json", null(), real(NAN), "[\n{\"a\": null, \"b\": null}\n]\n");
	check("json", text("1"), real(3), "[\n{\"a\": \"1\", \"b\": 3.0}\n]\n");
	check("jsonl", integer(1), real(1e300),
	    "{\"a\": 1, \"b\": 1e+300}\n");
	check_empty("json", "[]\n");
	check_empty("jsonl", "");
}

static void
json_is_valid_utf_8_whatever_the_bytes(void **state)
{
	(void)state;
	check("jsonl", text("\"\\\n\001\033"), text("a\xff\xc0\x80z"),
	    "{\"a\": \"\\\"\\\\\\n\\u0001\\u001b\", "
	    "\"b\": \"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\"}\n");
}

static void
columns_with_json_text_are_json_in_json(void **state)
{
	struct gbq_value values[] = { text("{\"x\" : [1, 2.5e3,\n null]}"),
	    text("{'x': NaN}") };
	struct printer printer = { 0 };
	char *out = print(&printer, "jsonl", "metrics", "forms", values);

	(void)state;
	assert_string_equal(out, "{\"metrics\": {\"x\":[1,2.5e3,null]}, "
	    "\"forms\": \"{'x': NaN}\"}\n");
	free(out);
}

static void
bad_json_is_not_copied(void **state)
{
	static const char *const bad[] = { "", "1", "\"a\"", "{", "[1,]",
	    "[01]", "{\"a\":}", "[1] x", "[\"\\x\"]", "[\"a\nb\"]", "[1.]",
	    "[NaN]", "{a:1}", "[\"\xff\"]", "[1 2]", "{\"a\" 1}" };
	struct buffer out = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_false(json_copy(&out, slice_of(bad[i])));
		assert_int_equal(out.len, 0);
	}
	assert_true(json_copy(&out, slice_of("[\"\\u00e9\", -0.5E-7, {}]")));
	buffer_release(&out);
}

static void
tables_align_and_show_unknown(void **state)
{
	(void)state;
	check("table", text("x"), integer(12), "a   b\nx  12\n");
	check("table", null(), text("long text"), "a  b\n?  long text\n");
	check_empty("table", "");
}

static void
tables_escape_control_characters(void **state)
{
	(void)state;
	check("table", text("a\nb\033[31m"), text("\xc2\x9b" "\xe2\x80\xae"),
	    "a             b\na\\nb\\x1b[31m  \\x9b\\u202e\n");
	check("table", text("\xff"), text("caf\xc3\xa9"),
	    "a     b\n\\xff  caf\xc3\xa9\n");
}

static void
tables_fit_the_screen_only_where_there_is_one(void **state)
{
	struct gbq_value values[] = { integer(123456),
	    text("a rather long text that does not fit") };
	struct printer printer = { .screen_width = 30 };
	char *out = print(&printer, "table", "number", "text", values);

	(void)state;
	assert_string_equal(out, "number  text\n"
	    "123456  a rather long text th\xe2\x80\xa6\n");
	free(out);
	printer.screen_width = 0;
	out = print(&printer, "table", "number", "text", values);
	assert_non_null(strstr(out, "does not fit"));
	free(out);
}

static void
tables_show_chosen_columns_and_hide_unknown_ones(void **state)
{
	struct gbq_value values[] = { integer(1), null() };
	struct printer printer = { .shown = "rank, name" };
	char *out = print(&printer, "table", "name", "rank", values);

	(void)state;
	assert_string_equal(out, "name\n   1\n");
	free(out);
	printer.shown = "rank";
	out = print(&printer, "csv", "name", "rank", values);
	assert_string_equal(out, "name,rank\r\n1,\r\n");
	free(out);
}

static void
markdown_escapes_its_own_characters(void **state)
{
	(void)state;
	check("markdown", text("__init__ <module>"), integer(1),
	    "| a | b |\n| --- | ---: |\n"
	    "| \\_\\_init\\_\\_ \\<module\\> | 1 |\n");
	check("markdown", text("a|b\n"), null(),
	    "| a | b |\n| --- | ---: |\n| a\\|b\\\\n | ? |\n");
}

static void
tables_tell_shares_in_percent_and_bad_words_in_color(void **state)
{
	struct gbq_value values[] = { text("limit"), real(0.125) };
	struct printer printer = { 0 };
	struct colors colors;
	char *out;

	(void)state;
	colors_init(&colors, NULL);
	printer.colors = &colors;
	out = print(&printer, "table", "status", "share", values);
	assert_string_equal(out, "\033[1mstatus   share\033[0m\n"
	    "\033[31mlimit\033[0m   12.5 %\n");
	free(out);
	printer = (struct printer){ 0 };
	out = print(&printer, "csv", "status", "share", values);
	assert_string_equal(out, "status,share\r\nlimit,0.125\r\n");
	free(out);
	assert_int_equal(word_role("status", slice_of("ok")), COLOR_OK);
	assert_int_equal(word_role("severity", slice_of("limit")), COLOR_NONE);
}

static void
cells_have_words_for_people_where_wanted(void **state)
{
	struct gbq_value values[] = { integer(1), text("recompile_limit") };
	struct printer printer = { .words = true };
	char *out = print(&printer, "table", "is_new", "category", values);

	(void)state;
	assert_string_equal(out, "is_new  category\n"
	    "new     recompile limit\n");
	free(out);
	printer = (struct printer){ .words = true };
	out = print(&printer, "csv", "is_new", "category", values);
	assert_string_equal(out, "is_new,category\r\n1,recompile_limit\r\n");
	free(out);
}

static void
the_list_of_colors_changes_those_it_names(void **state)
{
	struct colors colors;

	(void)state;
	colors_init(&colors, "skip=35:what=1:ok=:source=1;4:path=2m\033[5");
	assert_string_equal(colors.codes[COLOR_SKIP], "35");
	assert_string_equal(colors.codes[COLOR_OK], "");
	assert_string_equal(colors.codes[COLOR_SOURCE], "1;4");
	assert_string_equal(colors.codes[COLOR_PATH], "2");
	assert_string_equal(colors.codes[COLOR_LIMIT], "31");
	colors_init(&colors, "ok=111111111111111111111111:::=:=3:skip");
	assert_string_equal(colors.codes[COLOR_OK], "32");
	assert_string_equal(colors.codes[COLOR_SKIP], "31");
}

/* What -f gcc makes of a row of up to six columns. */
static void
check_gcc(const char *const *names, const struct gbq_value *values,
    size_t count, const char *expected)
{
	struct printer printer = { .format = &gcc_format };
	char *out = NULL;
	size_t len;

	printer.out = open_memstream(&out, &len);
	printer_start(&printer, names, count);
	printer_row(&printer, values);
	printer_end(&printer);
	fclose(printer.out);
	assert_string_equal(out, expected);
	free(out);
}

static void
gcc_has_a_line_with_the_place_first(void **state)
{
	static const char *const event[] = { "gb_id", "kind", "detail",
	    "file", "line", "form" };
	static const char *const failure[] = { "fail_type", "reason", "file",
	    "line", "compile_file", "compile_line" };

	(void)state;
	check_gcc(event, (struct gbq_value[]){ text("GB0059"),
	    text("Failed to trace builtin operator"), text("print"),
	    text("/a b.py"), integer(7), text("resume") }, 6,
	    "/a b.py:7: warning: GB0059 Failed to trace builtin operator: "
	    "print [gbq]\n");
	check_gcc(event, (struct gbq_value[]){ null(), text("kind\nmore"),
	    null(), text("a\n.py"), null(), text("error") }, 6,
	    "a\\n.py: error: kind [gbq]\n");
	check_gcc(failure, (struct gbq_value[]){ text("RuntimeError"),
	    text("no\nTraceback"), null(), null(), text("f.py"),
	    integer(3) }, 6, "f.py:3: error: RuntimeError: no [gbq]\n");
	check_gcc(failure, (struct gbq_value[]){ text("RuntimeError"),
	    null(), null(), null(), null(), null() }, 6,
	    "(unknown): error: RuntimeError [gbq]\n");
}

static void
gcc_counts_the_events_of_a_site(void **state)
{
	static const char *const site[] = { "kind", "file", "line", "events",
	    "forms" };

	(void)state;
	check_gcc(site, (struct gbq_value[]){ text("k"), text("f.py"),
	    integer(3), integer(30), text("{\"error\":1,\"resume\":29}") },
	    5, "f.py:3: error: k (30 events) [gbq]\n");
	check_gcc(site, (struct gbq_value[]){ text("k"), text("f.py"),
	    integer(3), integer(1), text("{\"resume\":1}") }, 5,
	    "f.py:3: warning: k [gbq]\n");
}

static void
widths_count_columns_of_a_terminal(void **state)
{
	(void)state;
	assert_int_equal(terminal_width_of(slice_of("abc")), 3);
	assert_int_equal(terminal_width_of(slice_of("\xe6\x97\xa5")), 2);
	assert_int_equal(terminal_width_of(slice_of("e\xcc\x81")), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_quotes_what_rfc_4180_says_and_keeps_bytes),
		cmocka_unit_test(tsv_escapes_what_would_break_lines),
		cmocka_unit_test(raw_is_exact),
		cmocka_unit_test(json_is_typed),
		cmocka_unit_test(json_is_valid_utf_8_whatever_the_bytes),
		cmocka_unit_test(columns_with_json_text_are_json_in_json),
		cmocka_unit_test(bad_json_is_not_copied),
		cmocka_unit_test(tables_align_and_show_unknown),
		cmocka_unit_test(tables_escape_control_characters),
		cmocka_unit_test(tables_fit_the_screen_only_where_there_is_one),
		cmocka_unit_test(
		    tables_show_chosen_columns_and_hide_unknown_ones),
		cmocka_unit_test(markdown_escapes_its_own_characters),
		cmocka_unit_test(
		    tables_tell_shares_in_percent_and_bad_words_in_color),
		cmocka_unit_test(cells_have_words_for_people_where_wanted),
		cmocka_unit_test(the_list_of_colors_changes_those_it_names),
		cmocka_unit_test(gcc_has_a_line_with_the_place_first),
		cmocka_unit_test(gcc_counts_the_events_of_a_site),
		cmocka_unit_test(widths_count_columns_of_a_terminal)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
