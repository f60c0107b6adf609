/*
 * shape_record.c - symbols, their specializations and guards.
 */
#include "parse/log/shape_record.h"

#include "util/json.h"

/* A string, or a list of strings joined by '\n'. */
static void
take_sources(struct json_reader *reader, struct slice *out)
{
	struct buffer joined = { 0 };
	struct slice text;

	if (json_peek(reader) == JSON_STRING) {
		json_get_string(reader, out);
		return;
	}
	if (!json_enter_array(reader))
		return;
	while (json_next_item(reader)) {
		if (!json_get_string(reader, &text))
			continue;
		if (joined.len)
			buffer_add_byte(&joined, '\n');
		buffer_add_slice(&joined, text);
	}
	*out = slice_copy(reader->arena, buffer_slice(&joined));
	buffer_release(&joined);
}

/* A value that torch writes as a string, or as a number. */
static void
shape_record_take_text(struct json_reader *reader, struct slice *out)
{
	if (json_peek(reader) == JSON_STRING)
		json_get_string(reader, out);
	else if (json_peek(reader) == JSON_NUMBER)
		json_get_raw(reader, out);
	else
		json_skip(reader);
}

/* One of the two stacks that all these records have. */
static bool
shape_record_take_stack(struct json_reader *reader,
    const struct string_table *table, struct slice key, stack_array *user,
    stack_array *framework)
{
	stack_array *stack;
	struct slice json;

	if (slice_equal(key, LITERAL("user_stack")))
		stack = user;
	else if (slice_equal(key, LITERAL("stack")))
		stack = framework;
	else
		return false;
	if (json_get_raw(reader, &json))
		string_table_stack(table, reader->arena, json, stack);
	return true;
}

static bool
shape_record_finish(struct parse_context *context, struct json_reader *reader,
    bool good)
{
	good = json_end(reader) && good;
	if (!good)
		problem_add(context->problems, SEVERITY_LOSS,
		    "shape_bad_json", UNKNOWN_INT,
		    "a record of shapes is no JSON object");
	return good;
}

bool
shape_record_specialization(struct parse_context *context,
    const struct string_table *table, struct slice json,
    struct specialization *out)
{
	struct json_reader reader;
	struct slice key;
	bool good;

	*out = (struct specialization){ 0 };
	json_init(&reader, context->arena, json);
	good = json_enter_object(&reader);
	while (good && json_next_key(&reader, &key)) {
		if (shape_record_take_stack(&reader, table, key,
			&out->user_stack, &out->framework_stack))
			continue;
		if (slice_equal(key, LITERAL("symbol")))
			json_get_string(&reader, &out->symbol);
		else if (slice_equal(key, LITERAL("sources")) ||
		    slice_equal(key, LITERAL("source")))
			take_sources(&reader, &out->sources);
		else if (slice_equal(key, LITERAL("value")) ||
		    slice_equal(key, LITERAL("val")))
			shape_record_take_text(&reader, &out->value);
		else
			json_skip(&reader);
	}
	return shape_record_finish(context, &reader, good);
}

bool
shape_record_guard(struct parse_context *context,
    const struct string_table *table, struct slice json,
    struct guard_added *out)
{
	struct json_reader reader;
	struct slice key;
	bool good;

	*out = (struct guard_added){ 0 };
	json_init(&reader, context->arena, json);
	good = json_enter_object(&reader);
	while (good && json_next_key(&reader, &key)) {
		if (shape_record_take_stack(&reader, table, key,
			&out->user_stack, &out->framework_stack))
			continue;
		if (slice_equal(key, LITERAL("expr")))
			json_get_string(&reader, &out->expression);
		else
			json_skip(&reader);
	}
	return shape_record_finish(context, &reader, good);
}
