/*
 * string_table.c - numbered file names and the stacks that use them.
 */
#include "parse/string_table.h"

#include "util/json.h"

/* torch counts from 0 (17 MB of slices): a larger id is damage. */
enum { MAX_ID = 1 << 20 };

void
string_table_init(struct string_table *table, struct arena *arena)
{
	*table = (struct string_table){ .arena = arena };
}

void
string_table_release(struct string_table *table)
{
	array_release(&table->texts);
}

static bool
string_define(struct string_table *table, int64_t id, struct slice text)
{
	struct slice *entry;

	if (id < 0 || id > MAX_ID)
		return false;
	while (table->texts.count <= (size_t)id)
		(void)array_add(&table->texts);
	entry = &table->texts.items[id];
	if (!slice_equal(*entry, text))
		*entry = slice_copy(table->arena, text);
	return true;
}

bool
string_table_define(struct string_table *table, struct slice json)
{
	struct json_reader reader;
	struct slice text = { 0 };
	int64_t id = -1;
	bool good;

	json_init(&reader, table->arena, json);
	good = json_enter_array(&reader) &&
	    json_next_item(&reader) && json_get_string(&reader, &text) &&
	    json_next_item(&reader) && json_get_int(&reader, &id);
	return good && string_define(table, id, text);
}

bool
string_table_define_list(struct string_table *table, struct slice json)
{
	struct json_reader reader;
	struct slice text;
	int64_t id = 0;

	json_init(&reader, table->arena, json);
	if (!json_enter_array(&reader))
		return false;
	for (; json_next_item(&reader); id++) {
		if (json_get_string(&reader, &text))
			string_define(table, id, text);
	}
	return json_end(&reader);
}

struct slice
string_table_text(const struct string_table *table, int64_t id)
{
	if (id >= 0 && (uint64_t)id < table->texts.count &&
	    table->texts.items[id].at)
		return table->texts.items[id];
	return LITERAL("(unknown)");
}

static void
string_table_take_file(const struct string_table *table,
    struct json_reader *reader, struct stack_frame *frame)
{
	int64_t id = -1;

	if (json_peek(reader) == JSON_STRING) {
		json_get_string(reader, &frame->file);
		return;
	}
	json_get_int(reader, &id);
	frame->file = string_table_text(table, id);
}

/* The first line, trimmed; torch 2.3 has no member loc. */
static void
string_table_take_source(struct json_reader *reader, struct stack_frame *frame)
{
	struct slice text = { 0 };

	json_get_string(reader, &text);
	text = slice_trim(text);
	if (text.len)
		frame->source = slice_trim_end(slice_part(text, 0,
		    slice_find_byte(text, '\n')));
}

static void
string_table_take_frame(const struct string_table *table,
    struct json_reader *reader, struct stack_frame *frame)
{
	struct slice key, own_file = { 0 };

	frame->line = UNKNOWN_INT;
	while (json_next_key(reader, &key)) {
		if (slice_equal(key, LITERAL("line")))
			json_get_int(reader, &frame->line);
		else if (slice_equal(key, LITERAL("name")))
			json_get_string(reader, &frame->function);
		else if (slice_equal(key, LITERAL("filename")))
			string_table_take_file(table, reader, frame);
		else if (slice_equal(key, LITERAL("uninterned_filename")))
			json_get_string(reader, &own_file);
		else if (slice_equal(key, LITERAL("loc")))
			string_table_take_source(reader, frame);
		else
			json_skip(reader);
	}
	/* a member that tlparse's type has; torch 2.3 to 2.13 write none */
	if (own_file.at)
		frame->file = own_file;
}

bool
string_table_stack(const struct string_table *table, struct arena *arena,
    struct slice json, stack_array *stack)
{
	struct json_reader reader;
	struct stack_frame frame;

	json_init(&reader, arena, json);
	if (!json_enter_array(&reader))
		return false;
	while (json_next_item(&reader)) {
		if (!json_enter_object(&reader))
			continue;
		frame = (struct stack_frame){ 0 };
		string_table_take_frame(table, &reader, &frame);
		if (reader.failed)
			break;
		*array_add(stack) = frame;
	}
	return json_end(&reader);
}
