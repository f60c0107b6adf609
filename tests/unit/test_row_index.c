/*
 * test_row_index.c - rows are found under their keys, in order.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "util/row_index.h"

static void
an_empty_index_has_no_rows(void **state)
{
	struct row_index index = { 0 };

	(void)state;
	assert_null(row_index_first(&index, 0));
	row_index_release(&index);
}

static void
rows_under_a_key_come_in_the_order_of_adding(void **state)
{
	struct row_index index = { 0 };
	const struct row_link *link;
	size_t i, expected;

	(void)state;
	/* the keys share buckets */
	for (i = 0; i < 1000; i++)
		row_index_add(&index, (i % 3) * 4096, i);
	expected = 1;
	for (link = row_index_first(&index, 4096); link;
	    link = row_index_next(&index, link)) {
		assert_int_equal(link->row, expected);
		expected += 3;
	}
	assert_int_equal(expected, 1000);
	assert_null(row_index_first(&index, 3 * 4096));
	row_index_release(&index);
}

static void
dropped_rows_are_passed_over(void **state)
{
	struct row_index index = { 0 };
	const struct row_link *link;
	size_t i, count = 0;

	(void)state;
	for (i = 0; i < 10; i++)
		row_index_add(&index, 7, i);
	row_index_drop(&index, row_index_first(&index, 7));
	link = row_index_next(&index, row_index_first(&index, 7));
	assert_int_equal(link->row, 2);
	row_index_drop(&index, link);
	assert_int_equal(row_index_next(&index, link)->row, 3);
	/* again in buckets that were made anew */
	for (i = 0; i < 200; i++)
		row_index_add(&index, 8 + i, i);
	for (link = row_index_first(&index, 7); link;
	    link = row_index_next(&index, link))
		count++;
	assert_int_equal(count, 8);
	/* none is left, then one more */
	while ((link = row_index_first(&index, 7)))
		row_index_drop(&index, link);
	row_index_add(&index, 7, 42);
	assert_int_equal(row_index_first(&index, 7)->row, 42);
	assert_null(row_index_next(&index, row_index_first(&index, 7)));
	row_index_release(&index);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_index_has_no_rows),
		cmocka_unit_test(rows_under_a_key_come_in_the_order_of_adding),
		cmocka_unit_test(dropped_rows_are_passed_over)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
