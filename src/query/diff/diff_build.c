/*
 * diff_build.c - what the parts of a diff share while it is made.
 */
#include "query/diff/diff.h"

#include <string.h>

const char *
diff_take(struct diff_build *build, struct buffer *text)
{
	const char *copy = slice_string(&build->arena, buffer_slice(text));

	buffer_release(text);
	return copy;
}

const char *
diff_state_name(enum gbq_diff_state state)
{
	static const char *const names[] = {
		[GBQ_STATE_SAME] = "same",
		[GBQ_STATE_MOVED] = "moved",
		[GBQ_STATE_CHANGED] = "changed",
		[GBQ_STATE_GONE] = "gone",
		[GBQ_STATE_NEW] = "new",
		[GBQ_STATES] = "?",
	};

	return names[state];
}

const struct gbq_diff_total *
diff_total(const struct gbq_diff *diff, const char *name)
{
	size_t i;

	for (i = 0; i < diff->totals.count; i++) {
		if (strcmp(diff->totals.items[i].name, name) == 0)
			return &diff->totals.items[i];
	}
	return NULL;
}

int64_t
diff_total_int(const struct gbq_diff *diff, const char *name, int side,
    int64_t missing)
{
	const struct gbq_diff_total *total = diff_total(diff, name);

	return total && total->values[side].type == GBQ_INTEGER ?
	    total->values[side].integer : missing;
}
