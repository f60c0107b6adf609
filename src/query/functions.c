/*
 * functions.c - SQL functions of single values: those that take members out of
 * JSON text (SQLite's own know more, but have no equal on a cluster of eight
 * years ago, and say NULL where that says 0), and those that another engine
 * has under another name.
 */
#include "query/functions.h"

#include <math.h>

#include "parse/json.h"
#include "query/aggregates.h"

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

/* Towards 0, as in C; SQLite's own is so too, but for reals. */
static void
divide(sqlite3_context *context, int count, sqlite3_value **values)
{
	sqlite3_int64 a = sqlite3_value_int64(values[0]);
	sqlite3_int64 b = sqlite3_value_int64(values[1]);

	(void)count;
	if (b != 0 && sqlite3_value_type(values[0]) != SQLITE_NULL)
		sqlite3_result_int64(context, b == -1 ?
		    (sqlite3_int64)(0 - (uint64_t)a) : a / b);
}

static void
make_text(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	if (sqlite3_value_type(values[0]) != SQLITE_NULL)
		answer_text(context, argument(values[0]));
}

static void
read_number(sqlite3_context *context, int count, sqlite3_value **values)
{
	double number;

	(void)count;
	if (sqlite3_value_type(values[0]) != SQLITE_NULL &&
	    slice_to_double(argument(values[0]), &number) &&
	    isfinite(number))
		sqlite3_result_double(context, number);
}

static void
match_name(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *name = (const char *)sqlite3_value_text(values[0]);
	const char *glob = (const char *)sqlite3_value_text(values[1]);

	(void)count;
	if (name && glob)
		sqlite3_result_int(context, sqlite3_strglob(glob, name) == 0);
}

typedef void value_function(sqlite3_context *context, int count,
    sqlite3_value **values);

static int
add(sqlite3 *db, const char *name, int arguments, value_function *function,
    const void *data)
{
	return sqlite3_create_function_v2(db, name, arguments, SQLITE_UTF8 |
	    SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, (void *)(uintptr_t)data,
	    function, NULL, NULL, NULL);
}

int
functions_add(sqlite3 *db)
{
	static const struct {
		const char *name;
		int arguments;
		value_function *function;
	} others[] = {
		{ "idiv", 2, divide }, { "text", 1, make_text },
		{ "number", 1, read_number },
		{ "name_glob", 2, match_name }
	};
	int code = SQLITE_OK;
	size_t i;

	for (i = 0; i < sizeof(functions) / sizeof(functions[0]) &&
	    code == SQLITE_OK; i++)
		code = add(db, functions[i].name, 2, take_member,
		    &functions[i]);
	for (i = 0; i < sizeof(others) / sizeof(others[0]) &&
	    code == SQLITE_OK; i++)
		code = add(db, others[i].name, others[i].arguments,
		    others[i].function, NULL);
	return code == SQLITE_OK ? aggregates_add(db) : code;
}
