/*
 * test_bytecode.c - instruction counts and minimal line differences.
 */
#include "parse_test.h"

#include <stdlib.h>

#include "parse/graph/bytecode.h"

static struct bytecode_change
compare(const char *before, const char *after)
{
	struct bytecode_change change;

	bytecode_compare(slice_of(before), slice_of(after), &change);
	return change;
}

static void
instructions_of_python_3_11_are_counted(void **state)
{
	struct bytecode_change change;

	(void)state;
	change = compare("355           0 COPY_FREE_VARS           4\n"
	    "              2 RESUME                   0\n"
	    "\n"
	    "356          10 NOP\n"
	    "        >>   14 LOAD_FAST                2 (x)\n"
	    "ExceptionTable:\n"
	    "  4 to 28 -> 74 [0] lasti\n"
	    "\n", "\n");
	assert_int_equal(change.instructions_before, 4);
	assert_int_equal(change.instructions_after, 0);
}

static void
labels_of_python_3_13_are_counted(void **state)
{
	(void)state;
	/* synthetic: dis of 3.13 leaves offsets out */
	assert_int_equal(compare(
	    "  2           LOAD_FAST                0 (x)\n"
	    "      L1:     FOR_ITER                 3 (to L2)\n"
	    "              STORE_FAST               1 (y)\n"
	    "   --   L2:   END_FOR\n", "").instructions_before, 4);
}

static void
text_of_a_constant_is_no_instruction(void **state)
{
	(void)state;
	assert_int_equal(compare("All Rights Reserved.\n"
	    "COPYRIGHT 2001\nA 1\n\n  12 apples\n", "").instructions_before,
	    0);
}

static void
an_absent_listing_leaves_the_difference_unknown(void **state)
{
	struct bytecode_change change = compare("  0 NOP\n", NULL);

	(void)state;
	assert_int_equal(change.instructions_before, 1);
	assert_int_equal(change.instructions_after, UNKNOWN_INT);
	assert_int_equal(change.added, UNKNOWN_INT);
	assert_int_equal(change.removed, UNKNOWN_INT);
}

static void
check_difference(const char *before, const char *after, int64_t removed,
    int64_t added)
{
	struct bytecode_change change = compare(before, after);

	assert_int_equal(change.removed, removed);
	assert_int_equal(change.added, added);
}

static void
the_difference_is_that_of_a_minimal_diff(void **state)
{
	(void)state;
	check_difference("a\nb\nc\n", "a\nb\nc\n", 0, 0);
	check_difference("", "", 0, 0);
	check_difference("a\n", "", 1, 0);
	check_difference("", "a\nb\n", 0, 2);
	check_difference("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", 3, 2);
	check_difference("x\na\ny\n", "x\nb\nz\ny\n", 1, 2);
}

static void
a_missing_last_newline_is_a_difference(void **state)
{
	(void)state;
	check_difference("a\nb", "a\nb\n", 1, 1);
	check_difference("a\nb", "c\nb", 1, 1);
}

/* Lines by the textbook table, for comparison. */
static size_t
common_by_table(const int *a, size_t n, const int *b, size_t m)
{
	size_t *row = calloc(m + 1, sizeof(*row)), i, j, up, left, result;

	for (i = 0; i < n; i++) {
		for (left = 0, j = 0; j < m; j++) {
			up = row[j + 1];
			if (a[i] == b[j])
				row[j + 1] = left + 1;
			else if (row[j] > up)
				row[j + 1] = row[j];
			left = up;
		}
	}
	result = row[m];
	free(row);
	return result;
}

static void
long_texts_agree_with_the_textbook_table(void **state)
{
	unsigned int seed = 1;
	size_t counts[2], common, round, t, i;
	int lines[2][400];
	struct buffer text[2] = { 0 };
	struct bytecode_change change;

	(void)state;
	for (round = 0; round < 40; round++) {
		for (t = 0; t < 2; t++) {
			buffer_clear(&text[t]);
			seed = seed * 1103515245 + 12345;
			counts[t] = (seed >> 8) % 400;
			for (i = 0; i < counts[t]; i++) {
				seed = seed * 1103515245 + 12345;
				lines[t][i] = (int)((seed >> 8) %
				    (2 + round * 5));
				buffer_printf(&text[t], "%d\n", lines[t][i]);
			}
		}
		common = common_by_table(lines[0], counts[0], lines[1],
		    counts[1]);
		bytecode_compare(buffer_slice(&text[0]),
		    buffer_slice(&text[1]), &change);
		assert_int_equal(change.removed, counts[0] - common);
		assert_int_equal(change.added, counts[1] - common);
	}
	buffer_release(&text[0]);
	buffer_release(&text[1]);
}

static void
long_texts_without_a_line_in_common_are_compared(void **state)
{
	struct buffer text[2] = { 0 };
	struct bytecode_change change;
	int i;

	(void)state;
	for (i = 0; i < 400000; i++) {
		buffer_add_string(&text[0], "a\n");
		buffer_add_string(&text[1], "b\n");
	}
	bytecode_compare(buffer_slice(&text[0]), buffer_slice(&text[1]),
	    &change);
	assert_int_equal(change.added, 400000);
	assert_int_equal(change.removed, 400000);
	buffer_release(&text[0]);
	buffer_release(&text[1]);
}

/* The same lines the other way round. */
static void
texts_beyond_the_cap_have_no_difference(void **state)
{
	struct buffer text[2] = { 0 };
	struct bytecode_change change;
	int i;

	(void)state;
	for (i = 0; i < 25000; i++) {
		buffer_printf(&text[0], "%d\n", i);
		buffer_printf(&text[1], "%d\n", 24999 - i);
	}
	bytecode_compare(buffer_slice(&text[0]), buffer_slice(&text[1]),
	    &change);
	assert_int_equal(change.added, UNKNOWN_INT);
	assert_int_equal(change.removed, UNKNOWN_INT);
	buffer_release(&text[0]);
	buffer_release(&text[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(instructions_of_python_3_11_are_counted),
		cmocka_unit_test(labels_of_python_3_13_are_counted),
		cmocka_unit_test(text_of_a_constant_is_no_instruction),
		cmocka_unit_test(
		    an_absent_listing_leaves_the_difference_unknown),
		cmocka_unit_test(the_difference_is_that_of_a_minimal_diff),
		cmocka_unit_test(a_missing_last_newline_is_a_difference),
		cmocka_unit_test(long_texts_agree_with_the_textbook_table),
		cmocka_unit_test(
		    long_texts_without_a_line_in_common_are_compared),
		cmocka_unit_test(texts_beyond_the_cap_have_no_difference),
	};

	return cmocka_run_group_tests_name("bytecode", tests, NULL, NULL);
}
