/*
 * test_unified_diff.c - diffs as `diff -u` writes them, and laws that hold
 * for all texts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "util/unified_diff.h"

static void
check(const char *before, const char *after, const char *expected)
{
	struct buffer out = { 0 };

	unified_diff(&out, slice_of(before), slice_of(after), "a", "b");
	assert_string_equal(buffer_string(&out), expected);
	buffer_release(&out);
}

static void
equal_texts_have_no_diff(void **state)
{
	(void)state;
	check("", "", "");
	check("x\ny\n", "x\ny\n", "");
	check("x", "x", "");
}

static void
one_line_changes_in_its_context(void **state)
{
	(void)state;
	check("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n",
	    "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
}

static void
empty_sides_count_from_the_line_before(void **state)
{
	(void)state;
	check("", "x\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n");
	check("x\ny\n", "", "--- a\n+++ b\n@@ -1,2 +0,0 @@\n-x\n-y\n");
}

static void
a_missing_last_newline_is_told(void **state)
{
	(void)state;
	check("x\ny", "x\ny\n", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n-y\n"
	    "\\ No newline at end of file\n+y\n");
	check("x", "y", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n"
	    "\\ No newline at end of file\n+y\n"
	    "\\ No newline at end of file\n");
}

/* Six unchanged lines between two changes: one hunk; seven: two. */
static void
near_changes_share_a_hunk(void **state)
{
	(void)state;
	check("A\n1\n2\n3\n4\n5\n6\nB\n", "1\n2\n3\n4\n5\n6\n",
	    "--- a\n+++ b\n@@ -1,8 +1,6 @@\n-A\n 1\n 2\n 3\n 4\n 5\n 6\n"
	    "-B\n");
	check("A\n1\n2\n3\n4\n5\n6\n7\nB\n", "1\n2\n3\n4\n5\n6\n7\n",
	    "--- a\n+++ b\n@@ -1,4 +1,3 @@\n-A\n 1\n 2\n 3\n"
	    "@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-B\n");
}

/* Of equal lines the last one is taken for the new one, as diff does. */
static void
runs_slide_down(void **state)
{
	(void)state;
	check("x\nx\n", "x\nx\nx\n",
	    "--- a\n+++ b\n@@ -1,2 +1,3 @@\n x\n x\n+x\n");
	check("{\n1\n}\n", "{\n1\n}\n{\n1\n}\n",
	    "--- a\n+++ b\n@@ -1,3 +1,6 @@\n {\n 1\n }\n+{\n+1\n+}\n");
}

static void
bytes_of_all_kinds_are_kept(void **state)
{
	struct buffer out = { 0 };

	(void)state;
	unified_diff(&out, LITERAL("a\0b\r\n\xff\n"), LITERAL("a\0c\r\n\xff\n"),
	    "a", "b");
	assert_true(slice_equal(buffer_slice(&out), LITERAL("--- a\n+++ b\n"
	    "@@ -1,2 +1,2 @@\n-a\0b\r\n+a\0c\r\n \xff\n")));
	buffer_release(&out);
}

/* ---- laws ---- */

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void
add_random_text(struct buffer *out, uint32_t *seed, uint32_t letters)
{
	uint32_t count = next_random(seed) % 40;

	while (count--) {
		buffer_add_byte(out, (char)('a' + next_random(seed) % letters));
		buffer_add_byte(out, '\n');
	}
	if (out->len && next_random(seed) % 8 == 0)
		out->len--;
}

/* Take "-12,3" or "+12,3" and the byte behind it. */
static void
take_range(struct slice *text, size_t *start, size_t *count)
{
	char *end;

	*start = strtoul(text->at + 1, &end, 10);
	*count = 1;
	if (*end == ',')
		*count = strtoul(end + 1, &end, 10);
	*text = slice_part(*text, (size_t)(end + 1 - text->at), text->len);
}

/* The lines that a diff of one side has, from its hunks and the text. */
static void
apply(struct buffer *out, struct slice before, struct slice diff)
{
	struct slice line, rest = before;
	size_t at = 1, start, count, new_start, new_count;

	slice_next_line(&diff, &line);
	slice_next_line(&diff, &line);
	while (slice_next_line(&diff, &line)) {
		if (slice_take(&line, LITERAL("@@ "))) {
			take_range(&line, &start, &count);
			take_range(&line, &new_start, &new_count);
			for (start += count == 0; at < start; at++) {
				assert_true(slice_next_line(&rest, &line));
				buffer_add_slice(out, line);
				buffer_add_byte(out, '\n');
			}
			continue;
		}
		if (*line.at == '\\') {
			out->len -= slice_ends(buffer_slice(out),
			    LITERAL("\n"));
			continue;
		}
		if (*line.at != '+') {
			struct slice old;

			assert_true(slice_next_line(&rest, &old));
			assert_true(slice_equal(old,
			    slice_part(line, 1, line.len)));
			at++;
		}
		if (*line.at != '-') {
			buffer_add_slice(out, slice_part(line, 1, line.len));
			buffer_add_byte(out, '\n');
		}
	}
	buffer_add_slice(out, rest);
}

static void
a_diff_applied_to_the_first_text_gives_the_second(void **state)
{
	struct buffer before = { 0 }, after = { 0 }, diff = { 0 }, got = { 0 };
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		buffer_clear(&before);
		buffer_clear(&after);
		buffer_clear(&diff);
		buffer_clear(&got);
		add_random_text(&before, &seed, 2 + (uint32_t)i % 6);
		add_random_text(&after, &seed, 2 + (uint32_t)i % 6);
		/* the marker of a missing newline is tested above */
		buffer_add_string(&before, "end\n");
		buffer_add_string(&after, "end\n");
		unified_diff(&diff, buffer_slice(&before),
		    buffer_slice(&after), "a", "b");
		apply(&got, buffer_slice(&before), buffer_slice(&diff));
		assert_string_equal(buffer_string(&got),
		    buffer_string(&after));
	}
	buffer_release(&before);
	buffer_release(&after);
	buffer_release(&diff);
	buffer_release(&got);
}

/* Lines that a plain table of longest common subsequences leaves over. */
static size_t
least_changes(struct slice before, struct slice after)
{
	static size_t common[64][64];
	struct slice a[64], b[64];
	size_t n = 0, m = 0;

	while (slice_next_line(&before, &a[n]))
		n++;
	while (slice_next_line(&after, &b[m]))
		m++;
	memset(common, 0, sizeof(common));
	for (size_t i = n; i-- > 0;) {
		for (size_t j = m; j-- > 0;) {
			size_t down = common[i + 1][j];
			size_t right = common[i][j + 1];

			common[i][j] = slice_equal(a[i], b[j]) ?
			    common[i + 1][j + 1] + 1 :
			    down > right ? down : right;
		}
	}
	return n + m - 2 * common[0][0];
}

static size_t
count_changes(struct slice diff)
{
	struct slice line;
	size_t count = 0;

	slice_next_line(&diff, &line);
	slice_next_line(&diff, &line);
	while (slice_next_line(&diff, &line))
		count += *line.at == '-' || *line.at == '+';
	return count;
}

static void
a_diff_is_as_short_as_can_be(void **state)
{
	struct buffer before = { 0 }, after = { 0 }, diff = { 0 };
	uint32_t seed = 7;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		buffer_clear(&before);
		buffer_clear(&after);
		buffer_clear(&diff);
		add_random_text(&before, &seed, 2 + (uint32_t)i % 6);
		add_random_text(&after, &seed, 2 + (uint32_t)i % 6);
		buffer_add_string(&before, "\n");
		buffer_add_string(&after, "\n");
		unified_diff(&diff, buffer_slice(&before),
		    buffer_slice(&after), "a", "b");
		assert_int_equal(count_changes(buffer_slice(&diff)),
		    least_changes(buffer_slice(&before),
		    buffer_slice(&after)));
	}
	buffer_release(&before);
	buffer_release(&after);
	buffer_release(&diff);
}

/* 60,000 lines without one in common: the search is cut, the diff right. */
static void
long_unlike_texts_end_soon(void **state)
{
	struct buffer before = { 0 }, after = { 0 }, diff = { 0 };

	(void)state;
	for (int i = 0; i < 30000; i++) {
		buffer_printf(&before, "a%d\n", i);
		buffer_printf(&after, i % 3 ? "b%d\n" : "a%d\n", 30000 - i);
	}
	unified_diff(&diff, buffer_slice(&before), buffer_slice(&after), "a",
	    "b");
	buffer_clear(&before);
	for (int i = 0; i < 30000; i++)
		buffer_printf(&before, "a%d\n", i);
	struct buffer got = { 0 };

	apply(&got, buffer_slice(&before), buffer_slice(&diff));
	assert_true(slice_equal(buffer_slice(&got), buffer_slice(&after)));
	buffer_release(&got);
	buffer_release(&before);
	buffer_release(&after);
	buffer_release(&diff);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_texts_have_no_diff),
		cmocka_unit_test(one_line_changes_in_its_context),
		cmocka_unit_test(empty_sides_count_from_the_line_before),
		cmocka_unit_test(a_missing_last_newline_is_told),
		cmocka_unit_test(near_changes_share_a_hunk),
		cmocka_unit_test(runs_slide_down),
		cmocka_unit_test(bytes_of_all_kinds_are_kept),
		cmocka_unit_test(
		    a_diff_applied_to_the_first_text_gives_the_second),
		cmocka_unit_test(a_diff_is_as_short_as_can_be),
		cmocka_unit_test(long_unlike_texts_end_soon)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
