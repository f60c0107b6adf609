/*
 * test_table.c - each key has its value, however many there are.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "util/table.h"

enum { MANY = 20000 };

static void
an_empty_table_has_no_keys(void **state)
{
	struct hash_table table = { 0 };

	(void)state;
	assert_null(table_find(&table, LITERAL("")));
	assert_null(table_find_number(&table, 0, 0));
	table_clear(&table);
	table_release(&table);
}

/* Texts of "0" to "19999" and, as other keys, the numbers themselves. */
static void
put_many(struct hash_table *table, struct arena *arena)
{
	char text[16];
	size_t i;

	for (i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "%zu", i);
		table_put(table, slice_of(text), arena)->value = i + 1;
		table_put_number(table, i, 0)->value = MANY + i + 1;
	}
}

static void
texts_and_numbers_are_told_apart(void **state)
{
	struct hash_table table = { 0 };
	struct arena arena;
	char text[16];
	size_t i;

	(void)state;
	arena_init(&arena);
	put_many(&table, &arena);
	assert_int_equal(table.entries.count, 2 * MANY);
	put_many(&table, &arena);
	assert_int_equal(table.entries.count, 2 * MANY);
	for (i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "%zu", i);
		assert_int_equal(table_find(&table, slice_of(text))->value,
		    i + 1);
		assert_int_equal(table_find_number(&table, i, 0)->value,
		    MANY + i + 1);
		assert_int_equal(table.entries.items[2 * i].value, i + 1);
	}
	assert_null(table_find(&table, LITERAL("20000")));
	assert_null(table_find_number(&table, MANY, 0));
	table_release(&table);
	arena_release(&arena);
}

static void
a_number_may_have_parts(void **state)
{
	struct hash_table table = { 0 };

	(void)state;
	table_put_number(&table, 7, 0)->value = 1;
	table_put_number(&table, 7, 1)->value = 2;
	table_put_number(&table, 8, 1)->value = 3;
	assert_int_equal(table_find_number(&table, 7, 0)->value, 1);
	assert_int_equal(table_find_number(&table, 7, 1)->value, 2);
	assert_int_equal(table_find_number(&table, 8, 1)->value, 3);
	assert_null(table_find_number(&table, 8, 0));
	table_release(&table);
}

static void
keys_are_borrowed_or_copied(void **state)
{
	struct hash_table table = { 0 };
	const char text[] = "name";
	struct arena arena;

	(void)state;
	arena_init(&arena);
	assert_ptr_equal(table_put(&table, slice_of(text), NULL)->key.at,
	    text);
	assert_ptr_equal(table_put(&table, LITERAL("name"), &arena)->key.at,
	    text);
	table_clear(&table);
	assert_ptr_not_equal(table_put(&table, slice_of(text),
	    &arena)->key.at, text);
	table_release(&table);
	arena_release(&arena);
}

static void
a_cleared_table_has_no_keys(void **state)
{
	struct hash_table table = { 0 };
	struct arena arena;
	size_t i, slots;

	(void)state;
	arena_init(&arena);
	put_many(&table, &arena);
	slots = table.slot_count;
	table_clear(&table);
	for (i = 0; i < slots; i++)
		assert_int_equal(table.slots[i], 0);
	assert_null(table_find(&table, LITERAL("1")));
	put_many(&table, &arena);
	assert_int_equal(table.entries.count, 2 * MANY);
	assert_int_equal(table.slot_count, slots);
	table_release(&table);
	arena_release(&arena);
}

static void
bytes_of_any_length_count(void **state)
{
	static const char zeros[40];
	struct hash_table table = { 0 };
	size_t len;

	(void)state;
	for (len = 0; len <= sizeof(zeros); len++)
		table_put(&table, (struct slice){ zeros, len },
		    NULL)->value = len;
	for (len = 0; len <= sizeof(zeros); len++)
		assert_int_equal(table_find(&table, (struct slice){ zeros,
		    len })->value, len);
	table_release(&table);
}

/* Whether keys stand in, or near, the slots where they belong. */
static bool
is_spread(const struct hash_table *table)
{
	size_t mask = table->slot_count - 1, slot, steps = 0;

	for (slot = 0; slot <= mask; slot++)
		if (table->slots[slot])
			steps += (slot - (size_t)table->entries.items[
			    table->slots[slot] - 1].hash) & mask;
	return steps < table->entries.count * 4;
}

/* Multiples of a large power of 2, which all end in zeros. */
static void
like_numbers_do_not_meet_in_one_slot(void **state)
{
	struct hash_table table = { 0 };
	uint64_t i;

	(void)state;
	for (i = 0; i < 1 << 12; i++)
		table_put_number(&table, i << 40, 0);
	assert_true(is_spread(&table));
	table_release(&table);
}

/*
 * Texts of two words whose hash by FNV-1a, a word at a time, is the same: the
 * second word takes back what the first one did.
 */
static void
texts_made_to_collide_do_not_meet_in_one_slot(void **state)
{
	struct hash_table table = { 0 };
	struct arena arena;
	uint64_t words[2];

	(void)state;
	arena_init(&arena);
	for (words[0] = 0; words[0] < 1 << 12; words[0]++) {
		words[1] = ((0xcbf29ce484222325u ^ sizeof(words)) ^ words[0]) *
		    0x100000001b3u;
		words[1] ^= words[1] >> 29;
		table_put(&table, (struct slice){ (const char *)words,
		    sizeof(words) }, &arena);
	}
	assert_int_equal(table.entries.count, 1 << 12);
	assert_true(is_spread(&table));
	table_release(&table);
	arena_release(&arena);
}

static void
hashes_of_parts_differ(void **state)
{
	uint64_t ab = table_hash_text(table_hash_text(0, LITERAL("a")),
	    LITERAL("b"));

	(void)state;
	assert_true(ab != table_hash_text(table_hash_text(0, LITERAL("")),
	    LITERAL("ab")));
	assert_true(table_hash_number(1, 2) != table_hash_number(2, 1));
	assert_true(table_hash_number(0, 0) != 0);
}

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
		cmocka_unit_test(an_empty_table_has_no_keys),
		cmocka_unit_test(texts_and_numbers_are_told_apart),
		cmocka_unit_test(a_number_may_have_parts),
		cmocka_unit_test(keys_are_borrowed_or_copied),
		cmocka_unit_test(a_cleared_table_has_no_keys),
		cmocka_unit_test(bytes_of_any_length_count),
		cmocka_unit_test(like_numbers_do_not_meet_in_one_slot),
		cmocka_unit_test(
		    texts_made_to_collide_do_not_meet_in_one_slot),
		cmocka_unit_test(hashes_of_parts_differ),
		cmocka_unit_test(an_empty_index_has_no_rows),
		cmocka_unit_test(rows_under_a_key_come_in_the_order_of_adding),
		cmocka_unit_test(dropped_rows_are_passed_over)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
