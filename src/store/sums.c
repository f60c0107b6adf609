/*
 * sums.c - sum(), total() and avg() of gbq's own connections. SQLite carries
 * the digits that rounding loses from 3.43 on, and did not before, so that the
 * last digits of its sums are of its version. These carry them, too
 * (Neumaier): what they give hardly depends on the order of rows either.
 */
#include <math.h>

#include "store/store_private.h"

struct sum {
	int64_t count;		/* of values that are not NULL */
	int64_t whole;		/* their sum while all are whole */
	double real, lost;	/* from then on: the sum, what it lost */
	bool is_real;
	bool overflowed;	/* and all were whole */
};

static void
sum_add_real(struct sum *sum, double x)
{
	double next = sum->real + x;

	/* Of an infinity nothing is lost. */
	if (isfinite(next))
		sum->lost += fabs(sum->real) > fabs(x) ?
		    (sum->real - next) + x : (x - next) + sum->real;
	sum->real = next;
}

/* False: it must go on with reals. */
static bool
sum_add_whole(struct sum *sum, int64_t x, bool take_back)
{
	int64_t next;

	if (sum->is_real)
		return false;
	sum->overflowed = take_back ?
	    __builtin_sub_overflow(sum->whole, x, &next) :
	    __builtin_add_overflow(sum->whole, x, &next);
	if (!sum->overflowed)
		sum->whole = next;
	return !sum->overflowed;
}

static void
sum_add(sqlite3_context *context, sqlite3_value *value, bool take_back)
{
	struct sum *sum = sqlite3_aggregate_context(context, sizeof(*sum));
	int type = sqlite3_value_numeric_type(value);
	double real = sqlite3_value_double(value);

	if (!sum || type == SQLITE_NULL)
		return;
	sum->count += take_back ? -1 : 1;
	if (type != SQLITE_INTEGER)
		sum->overflowed = false;
	else if (sum_add_whole(sum, sqlite3_value_int64(value), take_back))
		return;
	if (!sum->is_real)
		sum_add_real(sum, (double)sum->whole);
	sum->is_real = true;
	sum_add_real(sum, take_back ? -real : real);
}

static void
sum_step(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	sum_add(context, values[0], false);
}

/* A row leaves the frame of a window. */
static void
sum_inverse(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	sum_add(context, values[0], true);
}

static double
sum_as_real(const struct sum *sum)
{
	if (!sum->is_real)
		return (double)sum->whole;
	return isfinite(sum->real) ? sum->real + sum->lost : sum->real;
}

/* The sum so far; NULL: no value came. */
static const struct sum *
sum_of(sqlite3_context *context)
{
	const struct sum *sum = sqlite3_aggregate_context(context, 0);

	return sum && sum->count > 0 ? sum : NULL;
}

static void
answer_sum(sqlite3_context *context)
{
	const struct sum *sum = sum_of(context);

	if (!sum)
		return;
	if (sum->overflowed)
		sqlite3_result_error(context, "integer overflow", -1);
	else if (sum->is_real)
		sqlite3_result_double(context, sum_as_real(sum));
	else
		sqlite3_result_int64(context, sum->whole);
}

static void
answer_total(sqlite3_context *context)
{
	const struct sum *sum = sum_of(context);

	sqlite3_result_double(context, sum ? sum_as_real(sum) : 0.0);
}

static void
answer_average(sqlite3_context *context)
{
	const struct sum *sum = sum_of(context);

	if (sum)
		sqlite3_result_double(context, sum_as_real(sum) /
		    (double)sum->count);
}

enum gbq_status
store_add_sums(struct store *store, struct error *error)
{
	static const struct {
		const char *name;
		void (*answer)(sqlite3_context *context);
	} list[] = {
		{ "sum", answer_sum }, { "total", answer_total },
		{ "avg", answer_average },
	};
	int code = SQLITE_OK;

	for (size_t i = 0; i < LENGTH(list) && code == SQLITE_OK; i++)
		code = sqlite3_create_window_function(store->db, list[i].name,
		    1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
		    NULL, sum_step, list[i].answer, list[i].answer,
		    sum_inverse, NULL);
	return code == SQLITE_OK ? GBQ_OK :
	    store_failed(store->db, store->path, error);
}
