/*
 * functions_text.c - SQL functions of texts alone.
 */
#include "model/place.h"
#include "query/functions/functions_private.h"
#include "util/unified_diff.h"

/*
 * Of both texts: their diff may take several times as much memory, and some
 * seconds in which no time limit of the query is heard.
 */
enum {
	MAX_DIFF_BYTES = 128 << 20,
	MAX_DIFF_LINES = 2 << 20
};

static bool
text_functions_is_too_long(struct slice before, struct slice after)
{
	struct slice texts[] = { before, after }, line;
	size_t lines = 0, i;

	if (before.len + after.len > MAX_DIFF_BYTES)
		return true;
	for (i = 0; i < 2; i++) {
		while (lines <= MAX_DIFF_LINES &&
		    slice_next_line(&texts[i], &line))
			lines++;
	}
	return lines > MAX_DIFF_LINES;
}

void
function_diff_text(sqlite3_context *context, int count,
    sqlite3_value **values)
{
	struct buffer diff = { 0 };
	struct slice before, after;

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_NULL ||
	    sqlite3_value_type(values[1]) == SQLITE_NULL)
		return;
	before = function_argument(values[0]);
	after = function_argument(values[1]);
	if (text_functions_is_too_long(before, after)) {
		sqlite3_result_error_toobig(context);
		return;
	}
	unified_diff(&diff, before, after, "a", "b");
	function_answer(context, buffer_slice(&diff));
	buffer_release(&diff);
}

void
function_owner(sqlite3_context *context, int count, sqlite3_value **values)
{
	static const slice_array no_roots = { NULL, 0, 0 };
	struct owner owner;

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		return;
	owner = owner_of(function_argument(values[0]), &no_roots);
	sqlite3_result_text(context, owner_name(owner.kind), -1,
	    SQLITE_STATIC);
}
