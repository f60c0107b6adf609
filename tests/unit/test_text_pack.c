/*
 * Texts of util/pack/text_pack.h come back as they were, in any order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "util/pack/text_pack.h"

enum { TEXTS = 3000, LONGEST = 700000 };

static struct packed_text places[TEXTS];

/* Text number n, another one for each n; some 2 MB in all. */
static struct slice
text_number(size_t n, struct buffer *buffer)
{
	size_t i;

	buffer_clear(buffer);
	for (i = 0; i < n % 97; i++)
		buffer_printf(buffer, "%zu LOAD_FAST %zu\n", i, n);
	return buffer_slice(buffer);
}

static void
assert_text(struct slice got, struct slice wanted)
{
	assert_non_null(got.at);
	assert_int_equal(got.len, wanted.len);
	if (wanted.len)
		assert_memory_equal(got.at, wanted.at, wanted.len);
}

static struct text_pack *
pack_all(void)
{
	struct text_pack *pack = text_pack_new();
	struct buffer buffer = { 0 };
	size_t i;

	for (i = 0; i < TEXTS; i++)
		places[i] = text_pack_put(pack, text_number(i, &buffer));
	buffer_release(&buffer);
	return pack;
}

/* The steps are prime to TEXTS: each text is asked for once. */
static void
texts_come_back_in_any_order(void **state)
{
	static const size_t steps[] = { 1, 7, 2999, 1501 };
	struct text_pack *pack = pack_all();
	struct buffer buffer = { 0 };
	size_t i, j, n;

	(void)state;
	assert_true(places[TEXTS - 1].block > 3);
	for (i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		for (j = 0, n = 0; j < TEXTS; j++) {
			assert_text(text_pack_get(pack, places[n]),
			    text_number(n, &buffer));
			n = (n + steps[i]) % TEXTS;
		}
	}
	buffer_release(&buffer);
	text_pack_free(pack);
}

static void
two_texts_hold_at_a_time(void **state)
{
	struct text_pack *pack = pack_all();
	struct buffer one = { 0 }, two = { 0 };
	struct slice first, second;
	size_t i;

	(void)state;
	for (i = 0; i < TEXTS; i++) {
		size_t other = (i * 1501 + 5) % TEXTS;

		first = text_pack_get(pack, places[i]);
		second = text_pack_get(pack, places[other]);
		assert_text(first, text_number(i, &one));
		assert_text(second, text_number(other, &two));
	}
	buffer_release(&one);
	buffer_release(&two);
	text_pack_free(pack);
}

static void
a_text_may_be_longer_than_a_block(void **state)
{
	static char longest[LONGEST];
	struct text_pack *pack = text_pack_new();
	struct packed_text empty, whole, last;

	(void)state;
	memset(longest, 'x', sizeof(longest));
	empty = text_pack_put(pack, LITERAL(""));
	whole = text_pack_put(pack, (struct slice){ longest, LONGEST });
	last = text_pack_put(pack, LITERAL("last"));
	assert_text(text_pack_get(pack, empty), LITERAL(""));
	assert_text(text_pack_get(pack, whole), (struct slice){ longest,
	    LONGEST });
	assert_text(text_pack_get(pack, last), LITERAL("last"));
	text_pack_free(pack);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_come_back_in_any_order),
		cmocka_unit_test(two_texts_hold_at_a_time),
		cmocka_unit_test(a_text_may_be_longer_than_a_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
