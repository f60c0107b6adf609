/*
 * order.h - what sorting and searching in sorted arrays needs.
 */
#ifndef GBQ_UTIL_ORDER_H
#define GBQ_UTIL_ORDER_H

#include <stdint.h>
#include <stdlib.h>

/*
 * The order of two numbers, or of two pointers into one array: below, equal to
 * or above 0. Evaluates both twice.
 */
#define ORDER_OF(a, b) (((a) > (b)) - ((a) < (b)))

/* The same of numbers in an array, for qsort() and bsearch(). */
static inline int
order_sizes(const void *a, const void *b)
{
	return ORDER_OF(*(const size_t *)a, *(const size_t *)b);
}

static inline int
order_integers(const void *a, const void *b)
{
	return ORDER_OF(*(const int64_t *)a, *(const int64_t *)b);
}

typedef int order_function(const void *a, const void *b);

/* Like qsort(), also of no items at NULL. */
static inline void
order_sort(void *items, size_t count, size_t size, order_function *compare)
{
	if (count)
		qsort(items, count, size, compare);
}

/* The number of the first of sorted items that is not before key, or count. */
static inline size_t
order_first(const void *key, const void *items, size_t count, size_t size,
    order_function *compare)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare((const char *)items + middle * size, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Both for an ARRAY_OF() items. */
#define array_sort(array, compare)					\
	order_sort((array)->items, (array)->count,			\
	    sizeof(*(array)->items), compare)
#define array_first(array, key, compare)				\
	order_first(key, (array)->items, (array)->count,		\
	    sizeof(*(array)->items), compare)

#endif
