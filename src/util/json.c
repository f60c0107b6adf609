/*
 * json.c - the pull reader: arrays, objects and typed values. No recursion,
 * no tree: what a caller does not ask for is skipped at the speed of
 * json_scan_string().
 *
 * It exists because the libraries that Debian 12 has build a tree of every
 * line: cJSON and jansson alone cost more than the rest of reading a log.
 */
#include "util/json.h"

#include <math.h>
#include <string.h>

void
json_init(struct json_reader *reader, struct arena *arena, struct slice text)
{
	memset(reader, 0, sizeof(*reader));
	reader->start = reader->at = text.at ? text.at : "";
	reader->end = reader->at + text.len;
	reader->arena = arena;
}

static bool
json_fail(struct json_reader *reader)
{
	reader->failed = true;
	return false;
}

/* The next byte that is no white space, '\0' at the end; does not take it. */
static char
json_look(struct json_reader *reader)
{
	while (reader->at < reader->end && (*reader->at == ' ' ||
	    *reader->at == '\n' || *reader->at == '\r' ||
	    *reader->at == '\t'))
		reader->at++;
	return reader->at < reader->end ? *reader->at : '\0';
}

bool
json_end(struct json_reader *reader)
{
	json_look(reader);
	return !reader->failed && reader->depth == 0 &&
	    reader->at == reader->end;
}

size_t
json_offset(const struct json_reader *reader)
{
	return (size_t)(reader->at - reader->start);
}

enum json_type
json_peek(struct json_reader *reader)
{
	if (reader->failed)
		return JSON_NONE;
	switch (json_look(reader)) {
	case '"':
		return JSON_STRING;
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case 't': case 'f':
		return JSON_BOOL;
	case 'n':
		return JSON_NULL;
	case '-': case '0': case '1': case '2': case '3': case '4':
	case '5': case '6': case '7': case '8': case '9':
	case 'N': case 'I':
		return JSON_NUMBER;
	default:
		return JSON_NONE;
	}
}

static bool
take_word(struct json_reader *reader, struct slice word)
{
	if ((size_t)(reader->end - reader->at) < word.len ||
	    memcmp(reader->at, word.at, word.len) != 0)
		return false;
	reader->at += word.len;
	return true;
}

/* NaN, Infinity and -Infinity, which Python's json writes. */
static bool
take_not_finite(struct json_reader *reader, double *value)
{
	if (take_word(reader, LITERAL("NaN")))
		*value = NAN;
	else if (take_word(reader, LITERAL("Infinity")))
		*value = INFINITY;
	else if (take_word(reader, LITERAL("-Infinity")))
		*value = -INFINITY;
	else
		return false;
	reader->not_finite = true;
	return true;
}

/* At a number: its text; *whole if it is an integer, *value if it is none. */
static bool
json_take_number(struct json_reader *reader, struct slice *text, bool *whole,
    double *value)
{
	const char *behind = json_scan_number(reader->at, reader->end, whole);

	*text = (struct slice){ reader->at, 0 };
	if (behind) {
		text->len = (size_t)(behind - reader->at);
		reader->at = behind;
		return true;
	}
	*whole = false;
	return take_not_finite(reader, value) || json_fail(reader);
}

/* At a quote: the string's bytes as written. */
static bool
json_take_string(struct json_reader *reader, struct slice *raw, bool *escaped)
{
	const char *from = reader->at + 1, *quote;

	*escaped = false;
	quote = json_scan_string(from, reader->end, escaped);
	if (!quote)
		return json_fail(reader);
	*raw = (struct slice){ from, (size_t)(quote - from) };
	reader->at = quote + 1;
	return true;
}

/* A value that is no container. */
static bool
skip_scalar(struct json_reader *reader)
{
	struct slice text;
	double value;
	bool flag;

	switch (json_peek(reader)) {
	case JSON_STRING:
		return json_take_string(reader, &text, &flag);
	case JSON_NUMBER:
		return json_take_number(reader, &text, &flag, &value);
	case JSON_BOOL:
		return take_word(reader, LITERAL("true")) ||
		    take_word(reader, LITERAL("false")) || json_fail(reader);
	case JSON_NULL:
		return take_word(reader, LITERAL("null")) || json_fail(reader);
	default:
		return json_fail(reader);
	}
}

/* A member's key and its colon, as written. */
static bool
json_take_key(struct json_reader *reader, struct slice *raw, bool *escaped)
{
	if (json_look(reader) != '"')
		return json_fail(reader);
	if (!json_take_string(reader, raw, escaped))
		return false;
	if (json_look(reader) != ':')
		return json_fail(reader);
	reader->at++;
	return true;
}

/* Which of the containers being skipped are objects, a bit each. */
struct nesting {
	uint64_t objects[JSON_MAX_DEPTH / 64];
	size_t depth;
};

static bool
in_object(const struct nesting *nesting)
{
	size_t top = nesting->depth - 1;

	return nesting->objects[top / 64] >> top % 64 & 1;
}

/* At '{' or '['. */
static bool
open_container(struct json_reader *reader, struct nesting *nesting)
{
	uint64_t bit = UINT64_C(1) << nesting->depth % 64;
	uint64_t *word = &nesting->objects[nesting->depth / 64];

	if (reader->depth + nesting->depth >= JSON_MAX_DEPTH)
		return json_fail(reader);
	if (nesting->depth % 64 == 0)
		*word = 0;
	*word = *reader->at == '{' ? *word | bit : *word & ~bit;
	nesting->depth++;
	reader->at++;
	return true;
}

/* Behind a value: leave the containers that end, stand before the next. */
static bool
skip_to_next(struct json_reader *reader, struct nesting *nesting, bool fresh)
{
	struct slice key;
	bool escaped, object;
	char byte;

	while (nesting->depth) {
		object = in_object(nesting);
		byte = json_look(reader);
		if (byte == (object ? '}' : ']')) {
			reader->at++;
			nesting->depth--;
			fresh = false;
			continue;
		}
		if (!fresh) {
			if (byte != ',')
				return json_fail(reader);
			reader->at++;
		}
		return !object || json_take_key(reader, &key, &escaped);
	}
	return true;
}

void
json_skip(struct json_reader *reader)
{
	struct nesting nesting;
	enum json_type type;
	bool fresh;

	nesting.depth = 0;
	do {
		type = json_peek(reader);
		fresh = type == JSON_OBJECT || type == JSON_ARRAY;
		if (fresh ? !open_container(reader, &nesting) :
		    !skip_scalar(reader))
			return;
		if (!skip_to_next(reader, &nesting, fresh))
			return;
	} while (nesting.depth);
	reader->fresh = false;
}

static bool
json_enter(struct json_reader *reader, enum json_type type)
{
	if (json_peek(reader) != type) {
		json_skip(reader);
		return false;
	}
	if (reader->depth >= JSON_MAX_DEPTH)
		return json_fail(reader);
	reader->depth++;
	reader->at++;
	reader->fresh = true;
	return true;
}

/* The comma before the next item, or the end of the container. */
static bool
json_next(struct json_reader *reader, char closing)
{
	char byte;

	if (reader->failed)
		return false;
	byte = json_look(reader);
	if (byte == closing) {
		reader->at++;
		reader->depth--;
		reader->fresh = false;
		return false;
	}
	if (!reader->fresh) {
		if (byte != ',')
			return json_fail(reader);
		reader->at++;
	}
	reader->fresh = false;
	return true;
}

bool
json_enter_object(struct json_reader *reader)
{
	return json_enter(reader, JSON_OBJECT);
}

bool
json_enter_array(struct json_reader *reader)
{
	return json_enter(reader, JSON_ARRAY);
}

bool
json_next_item(struct json_reader *reader)
{
	return json_next(reader, ']');
}

bool
json_next_key(struct json_reader *reader, struct slice *key)
{
	bool escaped;

	if (!json_next(reader, '}') || !json_take_key(reader, key, &escaped))
		return false;
	if (escaped)
		*key = json_unescape(reader->arena, *key,
		    &reader->lone_surrogate);
	return true;
}

bool
json_get_string(struct json_reader *reader, struct slice *out)
{
	struct slice raw;
	bool escaped;

	if (json_peek(reader) != JSON_STRING) {
		json_skip(reader);
		return false;
	}
	if (!json_take_string(reader, &raw, &escaped))
		return false;
	*out = escaped ? json_unescape(reader->arena, raw,
	    &reader->lone_surrogate) : raw;
	return true;
}

bool
json_get_int(struct json_reader *reader, int64_t *out)
{
	struct slice text;
	bool whole;
	double value;

	if (json_peek(reader) != JSON_NUMBER) {
		json_skip(reader);
		return false;
	}
	return json_take_number(reader, &text, &whole, &value) && whole &&
	    slice_to_int(text, out);
}

bool
json_get_double(struct json_reader *reader, double *out)
{
	struct slice text;
	bool whole;

	if (json_peek(reader) != JSON_NUMBER) {
		json_skip(reader);
		return false;
	}
	if (!json_take_number(reader, &text, &whole, out))
		return false;
	if (text.len)
		*out = json_number_value(text);
	return true;
}

bool
json_get_bool(struct json_reader *reader, bool *out)
{
	if (json_peek(reader) != JSON_BOOL) {
		json_skip(reader);
		return false;
	}
	if (take_word(reader, LITERAL("true")))
		*out = true;
	else if (take_word(reader, LITERAL("false")))
		*out = false;
	else
		return json_fail(reader);
	return true;
}

bool
json_get_raw(struct json_reader *reader, struct slice *out)
{
	const char *from;

	json_look(reader);
	from = reader->at;
	json_skip(reader);
	if (reader->failed)
		return false;
	*out = (struct slice){ from, (size_t)(reader->at - from) };
	return true;
}

bool
json_text(struct arena *arena, struct slice json, struct slice *out)
{
	struct json_reader reader;

	json_init(&reader, arena, json);
	return json_get_string(&reader, out) && json_end(&reader);
}
