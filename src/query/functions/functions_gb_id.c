/*
 * functions_gb_id.c - gb_id(text): as ingest tells the kind of a break. The
 * registry is the database's own, read when a text first names no id.
 */
#include <stdlib.h>
#include <string.h>

#include "parse/reason/reason.h"
#include "query/functions/functions_private.h"
#include "store/failure.h"
#include "store/kind_read.h"

struct gb_id_state {
	struct kind_table kinds;
	bool has_kinds, is_reading;
};

void *
gb_id_state_new(void)
{
	struct gb_id_state *state = mem_calloc(1, sizeof(*state));

	kind_table_init(&state->kinds);
	return state;
}

void
gb_id_state_free(void *data)
{
	struct gb_id_state *state = data;

	kind_table_release(&state->kinds);
	free(state);
}

/* "GB0059" and nothing else. */
static bool
is_gb_id(struct slice text)
{
	return text.len == 6 && memcmp(text.at, "GB", 2) == 0 &&
	    strspn(text.at + 2, "0123456789") == 4;
}

static bool
need_kinds(sqlite3_context *context, struct gb_id_state *state)
{
	sqlite3 *db = sqlite3_context_db_handle(context);
	enum gbq_status status;
	int code;

	if (state->has_kinds)
		return true;
	/* a temporary view "kind_wording" could call gb_id() */
	if (state->is_reading) {
		sqlite3_result_error(context, "gb_id() in itself", -1);
		return false;
	}
	state->is_reading = true;
	code = kind_read(db, &state->kinds);
	state->has_kinds = code == SQLITE_OK;
	state->is_reading = false;
	if (state->has_kinds)
		return true;
	kind_table_release(&state->kinds);
	status = store_status(db, code);
	if (status == GBQ_DATABASE)
		function_database_error(context, "gb_id()",
		    sqlite3_errmsg(db));
	else
		function_error(context, status, store_message(db, code));
	return false;
}

static void
gb_id_answer_part(sqlite3_context *context, const struct reason_part *part)
{
	struct gb_id_state *state = sqlite3_user_data(context);
	struct slice found = part->gb_id;

	if (!found.at && need_kinds(context, state))
		found = kind_table_find(&state->kinds, part->kind);
	if (found.at)
		function_answer(context, found);
}

static void
answer_reason(sqlite3_context *context, struct slice text)
{
	struct arena arena = { 0 };
	struct problem_list problems = { .arena = &arena, .rank = NO_ID };
	struct parse_context parse = { &arena, &problems };
	struct reason reason;

	reason_parse(&parse, text, &reason);
	/* WON'T CONVERT alone has none */
	if (reason.parts.count)
		gb_id_answer_part(context, &reason.parts.items[0]);
	reason_free_arrays(&reason);
	array_release(&problems.list);
	arena_release(&arena);
}

void
function_gb_id(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct slice text = function_argument(values[0]);

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		return;
	if (is_gb_id(text))
		function_answer(context, text);
	else
		answer_reason(context, text);
}
