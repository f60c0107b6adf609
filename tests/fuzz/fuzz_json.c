/*
 * fuzz_json.c - the JSON reader: skipping a value and reading all of it must
 * agree on whether it is JSON and on where it ends.
 */
#include "fuzz.h"

#include "parse/log/envelope.h"
#include "util/json.h"

static void read_value(struct fuzz *fuzz, struct json_reader *reader,
    bool is_text);

static void
read_container(struct fuzz *fuzz, struct json_reader *reader, bool object,
    bool is_text)
{
	struct slice key;

	if (object && json_enter_object(reader)) {
		while (json_next_key(reader, &key)) {
			fuzz_see(key);
			read_value(fuzz, reader, is_text);
		}
	} else if (!object && json_enter_array(reader)) {
		while (json_next_item(reader))
			read_value(fuzz, reader, is_text);
	}
}

/* Recursion is bounded by JSON_MAX_DEPTH. is_text: the input is UTF-8. */
static void
read_value(struct fuzz *fuzz, struct json_reader *reader, bool is_text)
{
	struct slice text;
	double number;
	bool flag;

	switch (json_peek(reader)) {
	case JSON_OBJECT:
		read_container(fuzz, reader, true, is_text);
		break;
	case JSON_ARRAY:
		read_container(fuzz, reader, false, is_text);
		break;
	case JSON_STRING:
		if (json_get_string(reader, &text)) {
			fuzz_see(text);
			fuzz_require(!is_text || utf8_valid(text),
			    "escapes make valid UTF-8");
		}
		break;
	case JSON_NUMBER:
		json_get_double(reader, &number);
		break;
	case JSON_BOOL:
		json_get_bool(reader, &flag);
		break;
	case JSON_NULL:
	case JSON_NONE:
		json_skip(reader);
		break;
	}
}

static void
read_scalars(struct fuzz *fuzz)
{
	struct json_reader reader;
	struct slice text;
	int64_t number;

	json_init(&reader, &fuzz->arena, fuzz->input);
	if (json_get_raw(&reader, &text)) {
		fuzz_see(text);
		if (json_text(&fuzz->arena, text, &text))
			fuzz_see(text);
	}
	json_init(&reader, &fuzz->arena, fuzz->input);
	json_get_int(&reader, &number);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json_reader skipped, entered;
	struct envelope envelope;
	struct fuzz fuzz;
	bool is_json;

	fuzz_begin(&fuzz, data, size);
	json_init(&skipped, &fuzz.arena, fuzz.input);
	json_skip(&skipped);
	is_json = json_end(&skipped);
	json_init(&entered, &fuzz.arena, fuzz.input);
	read_value(&fuzz, &entered, utf8_valid(fuzz.input));
	fuzz_require(json_end(&entered) == is_json,
	    "skipping and reading agree");
	fuzz_require(json_offset(&entered) <= size, "an offset");
	read_scalars(&fuzz);
	if (envelope_parse(&fuzz.arena, fuzz.input, &envelope)) {
		fuzz_require(is_json, "a record is JSON");
		fuzz_see(envelope.kind_name);
		fuzz_see(envelope.name);
		fuzz_see(envelope.value);
	}
	fuzz_end(&fuzz);
	return 0;
}
