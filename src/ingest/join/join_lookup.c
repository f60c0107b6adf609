/*
 * join_lookup.c - what the steps of the join look up for each compile or
 * event, found for all of them at once.
 */
#include "ingest/join/join.h"

#include <stdlib.h>

#include "util/order.h"

int
join_compare_frames(const struct compile_row *a, const struct compile_row *b)
{
	struct compile_key left = a->key, right = b->key;
	int order;

	left.frame_compile = right.frame_compile = NO_ID;
	order = compile_key_compare(&left, &right);
	return order ? order : ORDER_OF(a->instance, b->instance);
}

/* Compiles lie in one array. */
static int
compare_frame_compiles(const void *a, const void *b)
{
	const struct compile_row *left = *(const struct compile_row *const *)a;
	const struct compile_row *right =
	    *(const struct compile_row *const *)b;
	int order = join_compare_frames(left, right);

	return order ? order : ORDER_OF(left, right);
}

size_t *
join_number_frames(const struct rows *rows)
{
	size_t count = rows->compiles.count, frame = 0, i;
	size_t *frames = mem_calloc(count + 1, sizeof(*frames));
	const struct compile_row **sorted = mem_calloc(count + 1,
	    sizeof(*sorted));

	for (i = 0; i < count; i++)
		sorted[i] = &rows->compiles.items[i];
	qsort(sorted, count, sizeof(*sorted), compare_frame_compiles);
	for (i = 0; i < count; i++) {
		if (i > 0 && join_compare_frames(sorted[i - 1],
		    sorted[i]) != 0)
			frame++;
		frames[sorted[i] - rows->compiles.items] = frame;
	}
	free(sorted);
	return frames;
}

struct captured_reason *
join_reason_of(struct join *join, size_t file)
{
	struct capture *capture = join->capture;
	size_t i;

	if (!join->reason_of_file) {
		join->reason_of_file = mem_calloc(capture->files.count + 1,
		    sizeof(*join->reason_of_file));
		for (i = capture->reasons.count; i-- > 0;)
			join->reason_of_file[capture->reasons.items[i].file] =
			    i + 1;
	}
	return file != NO_ROW && join->reason_of_file[file] ?
	    &capture->reasons.items[join->reason_of_file[file] - 1] : NULL;
}
