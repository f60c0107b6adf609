/*
 * join_cause_values.c - the values of a cause as a JSON array: what the cache
 * entries want and what came, each once, in order of time.
 */
#include "ingest/join/join_private.h"

#include <stdlib.h>

#include "util/json.h"
#include "util/order.h"

struct cause_value {
	size_t cause;
	struct slice text;
	size_t position;
};

typedef ARRAY_OF(struct cause_value) value_array;

/* By cause, then text, then time: the first of equals comes first. */
static int
cause_values_compare_texts(const void *a, const void *b)
{
	const struct cause_value *left = a, *right = b;
	int order = ORDER_OF(left->cause, right->cause);

	if (!order)
		order = slice_compare(left->text, right->text);
	return order ? order : ORDER_OF(left->position, right->position);
}

static int
compare_positions(const void *a, const void *b)
{
	const struct cause_value *left = a, *right = b;
	int order = ORDER_OF(left->cause, right->cause);

	return order ? order : ORDER_OF(left->position, right->position);
}

static void
cause_values_add(value_array *values, const struct guard_failure *failure,
    struct slice text, size_t which)
{
	struct cause_value *value;

	if (!text.at)
		return;
	value = array_add(values);
	*value = (struct cause_value){ failure->row->cause, text,
	    2 * failure->position + which };
}

static void
keep_firsts(value_array *values)
{
	size_t i, kept = 0;

	for (i = 0; i < values->count; i++) {
		const struct cause_value *value = &values->items[i];

		if (kept && values->items[kept - 1].cause == value->cause &&
		    slice_equal(values->items[kept - 1].text, value->text))
			continue;
		values->items[kept++] = *value;
	}
	values->count = kept;
}

static void
cause_values_add_json(struct buffer *out, struct slice text)
{
	if (json_is_number(text))
		buffer_add_slice(out, text);
	else
		json_add_text(out, text);
}

/* Values stand in order of cause and time. */
static void
write_arrays(struct join *join, const value_array *values)
{
	struct buffer out = { 0 };
	size_t next = 0, i;

	for (i = 0; i < join->rows->causes.count; i++) {
		buffer_clear(&out);
		buffer_add_byte(&out, '[');
		for (; next < values->count &&
		    values->items[next].cause == i; next++) {
			if (out.len > 1)
				buffer_add_byte(&out, ',');
			cause_values_add_json(&out, values->items[next].text);
		}
		buffer_add_byte(&out, ']');
		join->rows->causes.items[i].values =
		    intern(&join->capture->texts, buffer_slice(&out));
	}
	buffer_release(&out);
}

void
join_cause_values(struct join *join, const guard_failure_array *failures)
{
	value_array values = { 0 };
	size_t i;

	for (i = 0; i < failures->count; i++) {
		const struct guard_failure *failure = &failures->items[i];

		cause_values_add(&values, failure, failure->row->text.expected,
		    0);
		cause_values_add(&values, failure, failure->row->text.actual,
		    1);
	}
	if (values.count) {
		qsort(values.items, values.count, sizeof(*values.items),
		    cause_values_compare_texts);
		keep_firsts(&values);
		qsort(values.items, values.count, sizeof(*values.items),
		    compare_positions);
	}
	write_arrays(join, &values);
	array_release(&values);
}
