/*
 * push_runs.c - lists of runs on their way to a cluster: their numbers there.
 */
#include "remote/push.h"

void
push_add_ids(struct buffer *sql, struct push_run *const *runs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buffer_printf(sql, "%s%lld", i ? "," : "",
		    (long long)runs[i]->run_id);
}

size_t
push_find(struct push_run *const *runs, size_t count, int64_t run_id)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (runs[middle]->run_id == run_id)
			return middle;
		if (runs[middle]->run_id < run_id)
			low = middle + 1;
		else
			high = middle;
	}
	return SIZE_MAX;
}
