/*
 * aggregates.c - percentiles and the like, as ClickHouse computes them.
 */
#include "query/functions/functions_private.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/order.h"

/* A number of a group; whole ones beyond 2^53 are no doubles. */
struct number {
	double real;
	int64_t integer;		/* 0 where it is not whole */
};

/* The numbers of a group so far. */
struct numbers {
	struct number *items;
	size_t count, capacity;
	bool has_real;			/* else all are whole */
};

/* The row of a group that is kept: its value and what it is compared by. */
struct kept {
	sqlite3_value *value, *by;
};

static const double parts[] = { 0.5, 0.9, 0.95, 0.99 };

/* ---- percentiles ---- */

static bool
aggregates_grow(struct numbers *numbers)
{
	size_t capacity = numbers->capacity ? numbers->capacity * 2 : 64;
	struct number *items;

	if (numbers->count < numbers->capacity)
		return true;
	items = sqlite3_realloc64(numbers->items, capacity * sizeof(*items));
	if (!items)
		return false;
	numbers->items = items;
	numbers->capacity = capacity;
	return true;
}

static struct number
number_of_value(sqlite3_value *value)
{
	return (struct number){ sqlite3_value_double(value),
	    sqlite3_value_type(value) == SQLITE_INTEGER ?
	    sqlite3_value_int64(value) : 0 };
}

static void
aggregates_take_number(sqlite3_context *context, int count,
    sqlite3_value **arguments)
{
	struct numbers *numbers = sqlite3_aggregate_context(context,
	    sizeof(*numbers));
	int type = sqlite3_value_type(arguments[0]);

	(void)count;
	if (numbers && type == SQLITE_NULL)
		return;
	if (!numbers || !aggregates_grow(numbers)) {
		sqlite3_result_error_nomem(context);
		return;
	}
	numbers->has_real |= type != SQLITE_INTEGER;
	numbers->items[numbers->count++] = number_of_value(arguments[0]);
}

static int
aggregates_compare_numbers(const void *a, const void *b)
{
	const struct number *x = a, *y = b;
	int order = ORDER_OF(x->real, y->real);

	return order ? order : ORDER_OF(x->integer, y->integer);
}

static void
aggregates_answer_part(sqlite3_context *context)
{
	const double *part = sqlite3_user_data(context);
	struct numbers *numbers = sqlite3_aggregate_context(context, 0);
	size_t index;

	if (!numbers)
		return;
	if (numbers->count) {
		qsort(numbers->items, numbers->count, sizeof(*numbers->items),
		    aggregates_compare_numbers);
		index = (size_t)(*part * (double)numbers->count);
		if (index >= numbers->count)
			index = numbers->count - 1;
		if (numbers->has_real)
			sqlite3_result_double(context,
			    numbers->items[index].real);
		else
			sqlite3_result_int64(context,
			    numbers->items[index].integer);
	}
	sqlite3_free(numbers->items);
}

/* ---- one row of a group ---- */

/* Numbers before texts, texts by their bytes, as SQLite sorts. */
static int
compare_values(sqlite3_value *a, sqlite3_value *b)
{
	bool is_text = sqlite3_value_type(a) == SQLITE_TEXT;
	struct number x, y;

	if (is_text != (sqlite3_value_type(b) == SQLITE_TEXT))
		return is_text ? 1 : -1;
	if (is_text)
		return slice_compare(function_argument(a),
		    function_argument(b));
	x = number_of_value(a);
	y = number_of_value(b);
	return aggregates_compare_numbers(&x, &y);
}

/* Keep a row in place of the one before, or fail. */
static void
aggregates_keep(sqlite3_context *context, struct kept *kept,
    sqlite3_value *value, sqlite3_value *by)
{
	sqlite3_value_free(kept->value);
	sqlite3_value_free(kept->by);
	kept->value = sqlite3_value_dup(value);
	kept->by = sqlite3_value_dup(by);
	/* as UTF-8, which takes memory where the database is of UTF-16 */
	if (!kept->value || !kept->by ||
	    (sqlite3_value_type(by) == SQLITE_TEXT &&
	    !sqlite3_value_text(kept->by)))
		sqlite3_result_error_nomem(context);
}

/* argmin() has a pointer to -1 as its data, argmax() to 1. */
static void
take_extreme(sqlite3_context *context, int count, sqlite3_value **arguments)
{
	const int *sign = sqlite3_user_data(context);
	struct kept *kept = sqlite3_aggregate_context(context, sizeof(*kept));

	(void)count;
	if (!kept)
		sqlite3_result_error_nomem(context);
	else if (sqlite3_value_type(arguments[0]) != SQLITE_NULL &&
	    sqlite3_value_type(arguments[1]) != SQLITE_NULL &&
	    (!kept->by || compare_values(arguments[1], kept->by) * *sign > 0))
		aggregates_keep(context, kept, arguments[0], arguments[1]);
}

static void
aggregates_take_any(sqlite3_context *context, int count,
    sqlite3_value **arguments)
{
	struct kept *kept = sqlite3_aggregate_context(context, sizeof(*kept));

	(void)count;
	if (!kept)
		sqlite3_result_error_nomem(context);
	else if (!kept->value &&
	    sqlite3_value_type(arguments[0]) != SQLITE_NULL)
		aggregates_keep(context, kept, arguments[0], arguments[0]);
}

static void
answer_kept(sqlite3_context *context)
{
	struct kept *kept = sqlite3_aggregate_context(context, 0);

	if (!kept)
		return;
	if (kept->value)
		sqlite3_result_value(context, kept->value);
	sqlite3_value_free(kept->value);
	sqlite3_value_free(kept->by);
}

typedef void step_function(sqlite3_context *context, int count,
    sqlite3_value **arguments);
typedef void final_function(sqlite3_context *context);

int
aggregates_add(sqlite3 *db)
{
	static const int signs[] = { -1, 1 };
	static const struct {
		const char *name;
		int arguments;
		const void *data;
		step_function *step;
		final_function *final;
	} list[] = {
		{ "p50", 1, &parts[0], aggregates_take_number,
		    aggregates_answer_part },
		{ "p90", 1, &parts[1], aggregates_take_number,
		    aggregates_answer_part },
		{ "p95", 1, &parts[2], aggregates_take_number,
		    aggregates_answer_part },
		{ "p99", 1, &parts[3], aggregates_take_number,
		    aggregates_answer_part },
		{ "argmin", 2, &signs[0], take_extreme, answer_kept },
		{ "argmax", 2, &signs[1], take_extreme, answer_kept },
		{ "any_value", 1, NULL, aggregates_take_any, answer_kept },
	};
	int code = SQLITE_OK;

	for (size_t i = 0; i < LENGTH(list) && code == SQLITE_OK; i++)
		code = sqlite3_create_function_v2(db, list[i].name,
		    list[i].arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC |
		    SQLITE_INNOCUOUS, (void *)(uintptr_t)list[i].data, NULL,
		    list[i].step, list[i].final, NULL);
	return code;
}
