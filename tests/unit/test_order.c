/*
 * test_order.c - sorting and searching, and the bytes of texts.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "util/order.h"
#include "util/text.h"

static void
an_array_without_items_can_be_sorted_and_searched(void **state)
{
	ARRAY_OF(size_t) none = { 0 };
	size_t wanted = 1;

	(void)state;
	array_sort(&none, order_sizes);
	assert_int_equal(array_first(&none, &wanted, order_sizes), 0);
}

static void
the_first_item_not_before_a_key_is_found(void **state)
{
	static const int64_t keys[] = { INT64_MIN, 2, 3, 5, INT64_MAX };
	static const size_t first[] = { 0, 1, 3, 4, 4 };
	int64_t items[] = { 3, 1, 2, 2 };
	size_t i;

	(void)state;
	order_sort(items, LENGTH(items), sizeof(*items), order_integers);
	for (i = 0; i < LENGTH(keys); i++)
		assert_int_equal(order_first(&keys[i], items, LENGTH(items),
		    sizeof(*items), order_integers), first[i]);
}

static void
absent_texts_come_first(void **state)
{
	(void)state;
	assert_true(string_equal(NULL, NULL));
	assert_false(string_equal(NULL, ""));
	assert_true(string_compare(NULL, "") < 0);
	assert_true(string_compare("a", "ab") < 0);
	assert_int_equal(string_compare("a", "a"), 0);
}

static void
texts_are_cut_at_a_byte(void **state)
{
	struct slice text = LITERAL("12/b"), part;

	(void)state;
	assert_true(slice_take_to(&text, '/', &part));
	assert_true(slice_equal(part, LITERAL("12")));
	assert_false(slice_take_to(&text, '/', &part));
	assert_true(slice_equal(text, LITERAL("b")));
	assert_int_equal(slice_count_digits(LITERAL("a12"), 1), 2);
	assert_int_equal(slice_count_digits(LITERAL("a12"), 3), 0);
	assert_int_equal(slice_count_digits((struct slice){ 0 }, 2), 0);
}

static void
bytes_are_judged_as_ascii(void **state)
{
	(void)state;
	assert_true(byte_is_name('_') && byte_is_name('\xc3'));
	assert_false(byte_is_name('.') || byte_is_letter('\xc3'));
	assert_int_equal(byte_hex_value('f'), 15);
	assert_int_equal(byte_hex_value('A'), 10);
	assert_int_equal(byte_hex_value('g'), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    an_array_without_items_can_be_sorted_and_searched),
		cmocka_unit_test(the_first_item_not_before_a_key_is_found),
		cmocka_unit_test(absent_texts_come_first),
		cmocka_unit_test(texts_are_cut_at_a_byte),
		cmocka_unit_test(bytes_are_judged_as_ascii)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
