/*
 * compile_directory.c - reads compile_directory.json.
 */
#include "parse/log/compile_directory.h"

#include "util/json.h"

static void
directory_take_entry(struct json_reader *reader, struct directory_entry *entry)
{
	struct slice key;

	entry->number = UNKNOWN_INT;
	while (json_next_key(reader, &key)) {
		if (slice_equal(key, LITERAL("name")))
			json_get_string(reader, &entry->name);
		else if (slice_equal(key, LITERAL("url")))
			json_get_string(reader, &entry->url);
		else if (slice_equal(key, LITERAL("readable_url")))
			json_get_string(reader, &entry->readable_url);
		else if (slice_equal(key, LITERAL("suffix")))
			json_get_string(reader, &entry->suffix);
		else if (slice_equal(key, LITERAL("number")))
			json_get_int(reader, &entry->number);
		else
			json_skip(reader);
	}
}

static void
take_entries(struct json_reader *reader, struct slice compile_id,
    bool are_links, struct compile_directory *out)
{
	struct directory_entry *entry;

	if (!json_enter_array(reader))
		return;
	while (json_next_item(reader)) {
		if (!json_enter_object(reader))
			continue;
		entry = array_add(&out->entries);
		entry->compile_id = compile_id;
		entry->is_link = are_links;
		directory_take_entry(reader, entry);
	}
}

static void
take_compile(struct json_reader *reader, struct slice compile_id,
    struct compile_directory *out)
{
	struct slice key;

	*array_add(&out->compile_ids) = compile_id;
	if (!json_enter_object(reader))
		return;
	while (json_next_key(reader, &key)) {
		if (slice_equal(key, LITERAL("artifacts")))
			take_entries(reader, compile_id, false, out);
		else if (slice_equal(key, LITERAL("links")))
			take_entries(reader, compile_id, true, out);
		else
			json_skip(reader);
	}
}

bool
compile_directory_parse(struct parse_context *context, struct slice text,
    struct compile_directory *out)
{
	struct json_reader reader;
	struct slice compile_id;
	bool good;

	*out = (struct compile_directory){ 0 };
	if (slice_trim(text).len == 0)
		return true;
	json_init(&reader, context->arena, text);
	good = json_enter_object(&reader);
	while (good && json_next_key(&reader, &compile_id))
		take_compile(&reader, compile_id, out);
	good = json_end(&reader) && good;
	if (!good)
		problem_add(context->problems, SEVERITY_LOSS,
		    "compile_directory_bad_json",
		    (int64_t)json_offset(&reader), "no JSON object");
	return good;
}

void
compile_directory_release(struct compile_directory *directory)
{
	array_release(&directory->compile_ids);
	array_release(&directory->entries);
}
