/*
 * functions_json.c - members of JSON text. SQLite's own functions know more,
 * but have no equal on a cluster of eight years ago, and say NULL where that
 * says 0.
 */
#include <math.h>

#include "query/functions/functions_private.h"
#include "util/json.h"

enum wanted {
	WANTED_INT,
	WANTED_NUMBER,
	WANTED_STRING,
	WANTED_ANY
};

/* The JSON of the first member of that name; absent if there is none. */
static struct slice
find_member(struct arena *arena, struct slice text, struct slice name)
{
	struct slice found = { 0 }, key, raw;
	struct json_reader reader;

	json_init(&reader, arena, text);
	if (!json_enter_object(&reader))
		return found;
	while (json_next_key(&reader, &key)) {
		if (!found.at && slice_equal(key, name) &&
		    json_get_raw(&reader, &raw))
			found = raw;
		else
			json_skip(&reader);
	}
	return json_end(&reader) ? found : (struct slice){ 0 };
}

static void
json_functions_answer(sqlite3_context *context, struct arena *arena,
    struct slice json, enum wanted wanted)
{
	struct json_reader reader;
	struct slice text = { 0 };
	double number = 0;
	int64_t integer = 0;

	json_init(&reader, arena, json);
	switch (wanted) {
	case WANTED_INT:
		json_get_int(&reader, &integer);
		sqlite3_result_int64(context, integer);
		break;
	case WANTED_NUMBER:
		json_get_double(&reader, &number);
		sqlite3_result_double(context, isfinite(number) ? number : 0);
		break;
	case WANTED_STRING:
		json_get_string(&reader, &text);
		function_answer(context, text);
		break;
	case WANTED_ANY:
		function_answer(context, json);
		break;
	}
}

static void
json_functions_take_member(sqlite3_context *context, sqlite3_value **values,
    enum wanted wanted)
{
	struct arena arena = { 0 };

	if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		return;
	json_functions_answer(context, &arena, find_member(&arena,
	    function_argument(values[0]), function_argument(values[1])),
	    wanted);
	arena_release(&arena);
}

void
function_json_int(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	json_functions_take_member(context, values, WANTED_INT);
}

void
function_json_num(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	json_functions_take_member(context, values, WANTED_NUMBER);
}

void
function_json_str(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	json_functions_take_member(context, values, WANTED_STRING);
}

void
function_json_raw(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	json_functions_take_member(context, values, WANTED_ANY);
}
