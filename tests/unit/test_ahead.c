/*
 * Order, limits and threads of util/thread/crew.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "util/thread/crew.h"

enum { ITEMS = 500 };

struct item {
	size_t number;
	unsigned worked;
};

static struct item items[ITEMS];
static atomic_size_t underway, most;
static size_t taken;
static struct ahead *current;

/* Earlier items take longer, so that later ones overtake them. */
static void
work(void *data)
{
	struct item *item = data;
	struct timespec pause = { .tv_nsec = item->number % 7 ? 1000 :
	    300000 };

	nanosleep(&pause, NULL);
	item->worked++;
}

static void
take(void *data, void *taken_item)
{
	struct item *item = taken_item;

	assert_ptr_equal(data, &taken);
	assert_int_equal(item->number, taken);
	assert_int_equal(item->worked, 1);
	taken++;
	atomic_fetch_sub(&underway, 1);
}

static struct ahead *
begin(size_t threads, size_t max_items, size_t max_bytes)
{
	size_t i;

	memset(items, 0, sizeof(items));
	for (i = 0; i < ITEMS; i++)
		items[i].number = i;
	taken = 0;
	atomic_store(&underway, 0);
	atomic_store(&most, 0);
	return ahead_new(&(struct ahead_plan){ threads, false, max_items,
	    max_bytes, work, take, &taken });
}

static void
put(struct ahead *ahead, size_t i, size_t bytes)
{
	ahead_put(ahead, &items[i], bytes);
	if (atomic_fetch_add(&underway, 1) + 1 > atomic_load(&most))
		atomic_store(&most, atomic_load(&underway));
}

static void
items_are_taken_in_order(void **state)
{
	static const size_t threads[] = { 0, 1, 3, 8 };
	size_t i, k;

	(void)state;
	for (k = 0; k < 4; k++) {
		struct ahead *ahead = begin(threads[k], 16, 1000);

		for (i = 0; i < ITEMS; i++)
			put(ahead, i, 1);
		ahead_drain(ahead);
		assert_int_equal(taken, ITEMS);
		ahead_free(ahead);
	}
}

static void
no_more_than_allowed_is_underway(void **state)
{
	struct ahead *ahead = begin(2, 8, 1000);
	size_t i;

	(void)state;
	for (i = 0; i < ITEMS; i++)
		put(ahead, i, 1);
	ahead_drain(ahead);
	assert_in_range(atomic_load(&most), 1, 8);
	ahead_free(ahead);

	/* Two of 400 bytes have room, and one alone may be larger. */
	ahead = begin(2, 8, 1000);
	for (i = 0; i < ITEMS; i++)
		put(ahead, i, i % 10 ? 400 : 5000);
	ahead_drain(ahead);
	assert_in_range(atomic_load(&most), 1, 2);
	assert_int_equal(taken, ITEMS);
	ahead_free(ahead);
}

static void
take_and_put(void *data, void *item)
{
	take(data, item);
	if (taken == 1)
		put(current, 3, 1);
	ahead_drain(current);
}

static void
taking_may_put_and_drain(void **state)
{
	size_t i;

	(void)state;
	ahead_free(begin(0, 1, 1));
	current = ahead_new(&(struct ahead_plan){ 2, false, 8, 1000,
	    work, take_and_put, &taken });
	for (i = 0; i < 3; i++)
		put(current, i, 1);
	ahead_drain(current);
	assert_int_equal(taken, 4);
	ahead_free(current);
}

static char text[ITEMS + 1];

static void
append(void *data)
{
	struct item *item = data;

	work(item);
	text[strlen(text)] = (char)('a' + item->number % 26);
}

static void
serial_work_is_in_order_too(void **state)
{
	struct ahead *ahead;
	size_t i;

	(void)state;
	ahead_free(begin(0, 1, 1));
	ahead = ahead_new(&(struct ahead_plan){ 3, true, 8, 1000, append,
	    take, &taken });
	for (i = 0; i < ITEMS; i++)
		put(ahead, i, 1);
	ahead_drain(ahead);
	ahead_free(ahead);
	for (i = 0; i < ITEMS; i++)
		assert_int_equal(text[i], 'a' + i % 26);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_are_taken_in_order),
		cmocka_unit_test(no_more_than_allowed_is_underway),
		cmocka_unit_test(taking_may_put_and_drain),
		cmocka_unit_test(serial_work_is_in_order_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
