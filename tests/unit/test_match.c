/*
 * test_match.c - sites of two runs are found again, pass by pass.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "query/diff/match.h"

enum { MOST = 8 };

/* One site of a table; a line of 0 ends a table. */
struct row {
	const char *kind, *detail, *file;
	int64_t line;
	const char *function, *source;
};

static size_t
fill(struct match_record *records, const struct row *rows)
{
	size_t count = 0;

	memset(records, 0, MOST * sizeof(*records));
	for (; rows[count].line; count++) {
		struct match_record *record = &records[count];

		record->key.kind = slice_of(rows[count].kind);
		record->key.wording = record->key.kind;
		record->key.detail = slice_of(rows[count].detail);
		record->key.file = slice_of(rows[count].file);
		record->key.function = slice_of(rows[count].function);
		record->key.source = slice_of(rows[count].source);
		record->line = rows[count].line;
		record->via_line = UNKNOWN_INT;
	}
	return count;
}

static void
match_rows(const struct row *base, const struct row *newer,
    const struct match_options *options, struct match_link links[2][MOST])
{
	struct match_record records[2][MOST];
	struct match_side sides[2] = {
		{ records[0], fill(records[0], base), NULL, links[0] },
		{ records[1], fill(records[1], newer), NULL, links[1] },
	};

	match_sides(sides, options);
}

/* pairs: for each base row its row on the new side, -1 for none. */
static void
expect(const struct row *base, const struct row *newer, const int *pairs,
    enum match_pass pass, enum match_pass last)
{
	struct match_options options = { last, NULL, 0 };
	struct match_link links[2][MOST], back[2][MOST];
	size_t i;

	match_rows(base, newer, &options, links);
	match_rows(newer, base, &options, back);
	for (i = 0; base[i].line; i++) {
		assert_int_equal((int)links[0][i].other, pairs[i]);
		assert_int_equal(links[0][i].pass, pairs[i] < 0 ? PASS_NONE :
		    pass);
		assert_int_equal((int)back[1][i].other, pairs[i]);
		if (pairs[i] >= 0)
			assert_int_equal((int)links[1][pairs[i]].other,
			    (int)i);
	}
}

#define END { NULL, NULL, NULL, 0, NULL, NULL }

static void
lines_that_move_are_no_difference(void **state)
{
	static const struct row base[] = {
		{ "GB1", "print", "m.py", 10, "f", "print(a)" },
		{ "GB2", NULL, "m.py", 12, "f", "ifx:" }, END };
	static const struct row newer[] = {
		{ "GB2", NULL, "m.py", 60, "f", "ifx:" },
		{ "GB1", "print", "m.py", 50, "f", "print(a)" }, END };

	(void)state;
	expect(base, newer, (const int[]){ 1, 0 }, PASS_EXACT, PASS_SIMILAR);
}

static void
another_kind_at_the_place_is_a_change(void **state)
{
	static const struct row base[] = {
		{ "GB0059", "print", "m.py", 17, "f", "print(a)" },
		{ "GB0059", "print", "m.py", 20, "f", "print(b)" }, END };
	static const struct row newer[] = {
		{ "GB0296", "print", "m.py", 20, "f", "print(a)" },
		{ "GB0296", "print", "m.py", 23, "f", "print(b)" }, END };

	(void)state;
	expect(base, newer, (const int[]){ 0, 1 }, PASS_CHANGED,
	    PASS_SIMILAR);
	expect(base, newer, (const int[]){ -1, -1 }, PASS_NONE, PASS_EXACT);
}

static void
two_kinds_on_one_line_stay_apart(void **state)
{
	static const struct row base[] = {
		{ "GB0059", "open", "m.py", 42, "f", "withopen():" },
		{ "GB0142", "IO", "m.py", 42, "f", "withopen():" }, END };
	static const struct row newer[] = {
		{ "GB0142", "IO", "m.py", 42, "f", "withopen():" }, END };

	(void)state;
	expect(base, newer, (const int[]){ -1, 0 }, PASS_EXACT,
	    PASS_SIMILAR);
}

static void
a_renamed_file_is_found_by_its_texts(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "/a/old.py", 3, "f", "print(a)" },
		{ "GB2", NULL, "/a/old.py", 5, "g", "x.item()" }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "/a/young.py", 3, "f", "print(a)" },
		{ "GB2", NULL, "/a/young.py", 5, "g", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ 0, 1 }, PASS_FILE, PASS_SIMILAR);
}

static void
a_moved_folder_takes_equal_texts_with_it(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "/a/x/m.py", 3, "f", "print(a)" },
		{ "GB1", NULL, "/a/x/m.py", 9, "f", "print(a)" },
		{ "GB2", NULL, "/a/x/n.py", 5, "g", "x.item()" }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "/b/m.py", 3, "f", "print(a)" },
		{ "GB1", NULL, "/b/m.py", 9, "f", "print(a)" },
		{ "GB2", NULL, "/b/n.py", 5, "g", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ 0, 1, 2 }, PASS_FILE,
	    PASS_SIMILAR);
}

static void
a_file_that_is_still_there_was_not_renamed(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "/a/m.py", 3, "f", "x=y.item()" },
		{ "GB2", NULL, "/a/m.py", 9, "f", "print(a)" }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "/b/m.py", 3, "f", "x=y.item()" },
		{ "GB2", NULL, "/a/m.py", 9, "f", "print(a)" }, END };
	struct match_options options = { PASS_SIMILAR, NULL, 0 };
	struct match_link links[2][MOST];

	(void)state;
	match_rows(base, newer, &options, links);
	assert_int_equal(links[0][0].pass, PASS_OTHER_FILE);
	assert_int_equal(links[0][1].pass, PASS_EXACT);
}

static void
a_renamed_function_is_found(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "m.py", 3, "f", "print(a)" }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "m.py", 3, "f2", "print(a)" }, END };

	(void)state;
	expect(base, newer, (const int[]){ 0 }, PASS_FUNCTION, PASS_SIMILAR);
}

static void
of_equal_texts_neighbours_tell_which_is_gone(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "m.py", 10, "f", "x.item()" },
		{ "GB2", NULL, "m.py", 12, "f", "print(a)" },
		{ "GB1", NULL, "m.py", 15, "f", "x.item()" }, END };
	static const struct row newer[] = {
		{ "GB2", NULL, "m.py", 22, "f", "print(a)" },
		{ "GB1", NULL, "m.py", 25, "f", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ -1, 0, 1 }, PASS_EXACT,
	    PASS_SIMILAR);
}

static void
of_equal_texts_gaps_tell_which_is_gone(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "m.py", 10, "f", "x.item()" },
		{ "GB1", NULL, "m.py", 14, "f", "x.item()" },
		{ "GB1", NULL, "m.py", 25, "f", "x.item()" }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "m.py", 34, "f", "x.item()" },
		{ "GB1", NULL, "m.py", 45, "f", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ -1, 0, 1 }, PASS_SIMILAR,
	    PASS_SIMILAR);
}

static void
of_equal_texts_a_line_that_stayed_tells_more_than_a_gap(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "m.py", 18, "f", "x.item()" },
		{ "GB1", NULL, "m.py", 27, "f", "x.item()" },
		{ "GB1", NULL, "m.py", 46, "f", "x.item()" }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "m.py", 27, "f", "x.item()" },
		{ "GB1", NULL, "m.py", 83, "f", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ -1, 0, 1 }, PASS_SIMILAR,
	    PASS_SIMILAR);
}

static void
without_source_texts_a_function_is_renamed_at_its_line(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "m.py", 3, "f", NULL },
		{ "GB1", NULL, "m.py", 9, "g", NULL }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "m.py", 3, "f_impl", NULL },
		{ "GB1", NULL, "m.py", 19, "h", NULL }, END };

	(void)state;
	expect(base, newer, (const int[]){ 0, -1 }, PASS_FUNCTION,
	    PASS_FUNCTION);
}

static void
functions_of_one_name_that_change_places(void **state)
{
	static const struct row base[] = {
		{ "GB2", NULL, "m.py", 10, "forward", "print(a)" },
		{ "GB1", NULL, "m.py", 12, "forward", "x.item()" },
		{ "GB3", NULL, "m.py", 50, "forward", "ify:" },
		{ "GB1", NULL, "m.py", 57, "forward", "x.item()" }, END };
	static const struct row newer[] = {
		{ "GB3", NULL, "m.py", 10, "forward", "ify:" },
		{ "GB1", NULL, "m.py", 17, "forward", "x.item()" },
		{ "GB2", NULL, "m.py", 50, "forward", "print(a)" },
		{ "GB1", NULL, "m.py", 52, "forward", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ 2, 3, 0, 1 }, PASS_EXACT,
	    PASS_SIMILAR);
}

static void
a_fixed_break_and_an_unlike_new_one_are_two(void **state)
{
	static const struct row base[] = {
		{ "GB1", "Tensor.item", "m.py", 10, "f", "scale=x.item()" },
		END };
	static const struct row newer[] = {
		{ "GB1", "Tensor.item", "m.py", 19, "f",
		    "iflen(queue)>int(limit):" }, END };

	(void)state;
	expect(base, newer, (const int[]){ -1 }, PASS_NONE, PASS_SIMILAR);
}

static void
an_edited_line_is_found_between_its_neighbours(void **state)
{
	static const struct row base[] = {
		{ "GB7", "time.time", "m.py", 10, "f", "t0=time.time()" },
		END };
	static const struct row newer[] = {
		{ "GB7", "time.time", "m.py", 10, "f", "start=time.time()" },
		END };

	(void)state;
	expect(base, newer, (const int[]){ 0 }, PASS_SIMILAR, PASS_SIMILAR);
}

static void
without_source_texts_lines_must_do(void **state)
{
	static const struct row base[] = {
		{ "GB1", NULL, "m.py", 10, "f", NULL },
		{ "GB1", NULL, "m.py", 20, "f", NULL }, END };
	static const struct row newer[] = {
		{ "GB1", NULL, "m.py", 20, "f", "x.item()" }, END };

	(void)state;
	expect(base, newer, (const int[]){ -1, 0 }, PASS_MOVED,
	    PASS_SIMILAR);
}

static void
a_map_renames_whole_folders(void **state)
{
	const struct match_map map = { LITERAL("layers"),
	    LITERAL("models/blocks") };
	struct match_options options = { PASS_SIMILAR, &map, 1 };
	struct arena arena;

	(void)state;
	arena_init(&arena);
	assert_string_equal(match_map_path(LITERAL("/s/layers/a.py"),
	    &options, &arena).at, "/s/models/blocks/a.py");
	assert_string_equal(match_map_path(LITERAL("/s/layers2/a.py"),
	    &options, &arena).at, "/s/layers2/a.py");
	arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_that_move_are_no_difference),
		cmocka_unit_test(another_kind_at_the_place_is_a_change),
		cmocka_unit_test(two_kinds_on_one_line_stay_apart),
		cmocka_unit_test(a_renamed_file_is_found_by_its_texts),
		cmocka_unit_test(a_moved_folder_takes_equal_texts_with_it),
		cmocka_unit_test(a_file_that_is_still_there_was_not_renamed),
		cmocka_unit_test(a_renamed_function_is_found),
		cmocka_unit_test(
		    of_equal_texts_a_line_that_stayed_tells_more_than_a_gap),
		cmocka_unit_test(
		    without_source_texts_a_function_is_renamed_at_its_line),
		cmocka_unit_test(
		    of_equal_texts_neighbours_tell_which_is_gone),
		cmocka_unit_test(of_equal_texts_gaps_tell_which_is_gone),
		cmocka_unit_test(functions_of_one_name_that_change_places),
		cmocka_unit_test(a_fixed_break_and_an_unlike_new_one_are_two),
		cmocka_unit_test(
		    an_edited_line_is_found_between_its_neighbours),
		cmocka_unit_test(without_source_texts_lines_must_do),
		cmocka_unit_test(a_map_renames_whole_folders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
