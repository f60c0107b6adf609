/*
 * functions.c - SQL functions that take members out of JSON text. SQLite's
 * own know more, but have no equal on a cluster of eight years ago, and say
 * NULL where that says 0.
 */
#include "query/functions.h"

#include <math.h>

#include "parse/json.h"

enum wanted {
	WANTED_INT,
	WANTED_NUMBER,
	WANTED_STRING,
	WANTED_ANY
};

static const struct function {
	const char *name;
	enum wanted wanted;
} functions[] = {
	{ "json_int", WANTED_INT },
	{ "json_num", WANTED_NUMBER },
	{ "json_str", WANTED_STRING },
	{ "json_raw", WANTED_ANY }
};

static struct slice
argument(sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);

	return (struct slice){ text ? text : "",
	    text ? (size_t)sqlite3_value_bytes(value) : 0 };
}

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
answer_text(sqlite3_context *context, struct slice text)
{
	sqlite3_result_text64(context, text.at ? text.at : "", text.len,
	    SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void
answer(sqlite3_context *context, struct arena *arena, struct slice json,
    enum wanted wanted)
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
		answer_text(context, text);
		break;
	case WANTED_ANY:
		answer_text(context, json);
		break;
	}
}

static void
take_member(sqlite3_context *context, int count, sqlite3_value **values)
{
	const struct function *function = sqlite3_user_data(context);
	struct arena arena = { 0 };

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		return;
	answer(context, &arena, find_member(&arena, argument(values[0]),
	    argument(values[1])), function->wanted);
	arena_release(&arena);
}

int
functions_add(sqlite3 *db)
{
	int code = SQLITE_OK;
	size_t i;

	for (i = 0; i < sizeof(functions) / sizeof(functions[0]) &&
	    code == SQLITE_OK; i++)
		code = sqlite3_create_function_v2(db, functions[i].name, 2,
		    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
		    (void *)(uintptr_t)&functions[i], take_member, NULL, NULL,
		    NULL);
	return code;
}
