/*
 * page_check.c - whether the bytes of a page are all that tlparse wrote, as
 * far as they tell, and a digest of what they show. Any thread may ask.
 */
#include "ingest/read/read.h"

#include <string.h>

#include "parse/graph/bytecode.h"
#include "util/hash.h"
#include "util/json.h"
#include "util/table.h"

enum page_form {
	FORM_TEXT,		/* a payload as it is */
	FORM_JSON,		/* a payload's values, printed anew */
	FORM_CODE,		/* a payload with colours */
	FORM_OTHER
};

static enum page_form
page_form_of(const struct captured_file *file)
{
	if (slice_ends(file->path, LITERAL(".txt")))
		return FORM_TEXT;
	/* Keys of caches are large: only their form is looked at. */
	if (slice_ends(file->path, LITERAL(".json")))
		return file->kind == FILE_CACHE ? FORM_OTHER : FORM_JSON;
	return file->kind == FILE_OUTPUT_CODE ? FORM_CODE : FORM_OTHER;
}

/* ---- digests ---- */

/* The first 16 hex digits of a hash as a number; 0: they are none. */
static uint64_t
number_of_hash(struct slice hex)
{
	uint64_t number = 0;
	size_t i;

	if (hex.len < 16)
		return 0;
	for (i = 0; i < 16; i++) {
		char c = hex.at[i];

		if (c >= '0' && c <= '9')
			number = number << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			number = number << 4 | (uint64_t)(c - 'a' + 10);
		else
			return 0;
	}
	return number;
}

/* What contents are stored under: of a page it is known. */
static uint64_t
digest_of_text(struct slice bytes, struct hash *sha)
{
	char hex[HASH_HEX_SIZE];

	hash_begin(sha);
	hash_add(sha, bytes);
	hash_end(sha, hex);
	return number_of_hash(slice_of(hex));
}

static uint64_t
number_of_md5(struct slice bytes)
{
	struct hash *md5 = hash_new(HASH_MD5);
	char hex[HASH_HEX_SIZE];

	hash_begin(md5);
	hash_add(md5, bytes);
	hash_end(md5, hex);
	hash_free(md5);
	return number_of_hash(slice_of(hex));
}

static uint64_t digest_of_value(struct json_reader *reader);

/* Members in any order: tlparse sorts them. */
static uint64_t
digest_of_object(struct json_reader *reader)
{
	struct slice key;
	uint64_t sum = 1;

	if (!json_enter_object(reader))
		return 0;
	while (json_next_key(reader, &key))
		sum += table_hash_text(digest_of_value(reader), key);
	return table_hash_number(JSON_OBJECT, (int64_t)sum);
}

static uint64_t
digest_of_array(struct json_reader *reader)
{
	uint64_t digest = JSON_ARRAY;

	if (!json_enter_array(reader))
		return 0;
	while (json_next_item(reader))
		digest = table_hash_number(digest,
		    (int64_t)digest_of_value(reader));
	return digest;
}

/* Numbers as doubles: "1e-05" becomes "0.00001". */
static uint64_t
digest_of_number(struct json_reader *reader)
{
	double value = 0;
	int64_t bits;

	json_get_double(reader, &value);
	memcpy(&bits, &value, sizeof(bits));
	return table_hash_number(JSON_NUMBER, bits);
}

static uint64_t
digest_of_value(struct json_reader *reader)
{
	struct slice text = { 0 };
	bool truth = false;

	switch (json_peek(reader)) {
	case JSON_OBJECT:
		return digest_of_object(reader);
	case JSON_ARRAY:
		return digest_of_array(reader);
	case JSON_NUMBER:
		return digest_of_number(reader);
	case JSON_STRING:
		json_get_string(reader, &text);
		return table_hash_text(JSON_STRING, text);
	case JSON_BOOL:
		json_get_bool(reader, &truth);
		return table_hash_number(JSON_BOOL, truth);
	default:
		json_skip(reader);
		return JSON_NULL;
	}
}

/* A text that is no JSON has that of a text. */
static uint64_t
digest_of_json(struct slice bytes, uint64_t as_text, struct arena *arena)
{
	struct json_reader reader;
	uint64_t digest;

	json_init(&reader, arena, bytes);
	digest = digest_of_value(&reader);
	return json_end(&reader) ? digest : as_text;
}

/* The text between tags, with the entities that tlparse's colours use. */
static uint64_t
digest_of_code(struct slice page)
{
	static const struct {
		const char *entity;
		char byte;
	} entities[] = { { "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' },
		{ "&quot;", '"' }, { "&#39;", '\'' }, { "&#x27;", '\'' } };
	struct buffer text = { 0 };
	uint64_t digest;
	char byte;
	size_t i;

	while (page.len) {
		for (i = 0; i < page.len && page.at[i] != '<' &&
		    page.at[i] != '&'; i++)
			continue;
		buffer_add_slice(&text, slice_part(page, 0, i));
		page = slice_part(page, i, page.len);
		if (page.len && page.at[0] == '<') {
			i = slice_find_byte(page, '>');
			page = slice_part(page, i == SIZE_MAX ? page.len :
			    i + 1, page.len);
			continue;
		}
		byte = page.len ? page.at[0] : '\0';
		for (i = 0; i < LENGTH(entities); i++) {
			if (!slice_take(&page, slice_of(entities[i].entity)))
				continue;
			byte = entities[i].byte;
			break;
		}
		if (i == LENGTH(entities))
			page = slice_part(page, 1, page.len);
		if (byte)
			buffer_add_byte(&text, byte);
	}
	digest = table_hash_text(0, slice_trim(buffer_slice(&text)));
	buffer_release(&text);
	return digest;
}

static bool
is_html(const struct captured_file *file)
{
	return slice_ends(file->path, LITERAL(".html"));
}

uint64_t
page_digest(const struct captured_file *file, struct slice bytes,
    const char *hash, struct arena *arena)
{
	uint64_t as_text = number_of_hash(slice_of(hash));

	switch (page_form_of(file)) {
	case FORM_TEXT:
		return as_text;
	case FORM_JSON:
		return digest_of_json(bytes, as_text, arena);
	case FORM_CODE:
		return is_html(file) ? digest_of_code(bytes) : 0;
	default:
		return 0;
	}
}

uint64_t
page_digest_of_payload(const struct captured_file *file, struct slice payload,
    struct hash *sha, struct arena *arena)
{
	uint64_t digest;

	switch (page_form_of(file)) {
	case FORM_TEXT:
		return digest_of_text(payload, sha);
	case FORM_JSON:
		digest = digest_of_json(payload, 0, arena);
		return digest ? digest : digest_of_text(payload, sha);
	case FORM_CODE:
		return is_html(file) ?
		    table_hash_text(0, slice_trim(payload)) : 0;
	default:
		return 0;
	}
}

/* ---- damage ---- */

static struct slice
last_line_of(struct slice text)
{
	size_t at;

	text = slice_trim(text);
	at = slice_find_last_byte(text, '\n');
	return slice_trim(slice_part(text, at == SIZE_MAX ? 0 : at + 1,
	    text.len));
}

/* serde_json prints an object or list over lines, its end at the margin. */
static bool
is_json_cut(struct slice text)
{
	text = slice_trim(text);
	if (text.len == 0 || (text.at[0] != '{' && text.at[0] != '['))
		return false;
	if (text.len < 3 || text.at[1] != '\n')
		return text.at[text.len - 1] != (text.at[0] == '{' ? '}' :
		    ']');
	return text.at[text.len - 2] != '\n' ||
	    text.at[text.len - 1] != (text.at[0] == '{' ? '}' : ']');
}

/* The last statement of a printed graph is a return, with its brackets. */
static bool
is_graph_cut(struct slice text)
{
	size_t at = slice_find_last(text, LITERAL("return ")), i;
	int64_t depth = 0;
	struct slice rest;

	if (at == SIZE_MAX || !slice_contains(text, LITERAL("def forward(")))
		return slice_contains(text, LITERAL("class "));
	rest = slice_part(text, at, text.len);
	for (i = 0; i < rest.len; i++) {
		depth += rest.at[i] == '(' || rest.at[i] == '[' ||
		    rest.at[i] == '{';
		depth -= rest.at[i] == ')' || rest.at[i] == ']' ||
		    rest.at[i] == '}';
	}
	return depth != 0 || slice_trim(rest).len <= LITERAL("return").len;
}

/*
 * A break's text ends with a line end, and from torch 2.7 on has the context
 * behind the explanation.
 */
static bool
is_reason_cut(struct slice text)
{
	size_t at = slice_find_last(text, LITERAL("\n  Explanation: "));

	if (text.at[text.len - 1] != '\n')
		return true;
	return at != SIZE_MAX && !slice_contains(slice_part(text, at,
	    text.len), LITERAL("\n  Developer debug context:"));
}

/* "Guard latency = 88.49 us", or before torch 2.6 the tree's last line. */
static bool
is_guards_cut(struct slice text)
{
	struct slice line = last_line_of(text);

	if (slice_starts(line, LITERAL("Guard latency = ")))
		return !slice_ends(line, LITERAL(" us"));
	return text.at[text.len - 1] != '\n';
}

static bool
is_text_cut(const struct captured_file *file, struct slice text)
{
	switch (file->kind) {
	case FILE_BREAK_REASON:
		return is_reason_cut(text);
	case FILE_OUTPUT_GRAPH:
		return is_graph_cut(text);
	case FILE_ORIGINAL_BYTECODE:
	case FILE_MODIFIED_BYTECODE:
		return bytecode_is_cut(text);
	default:
		return slice_equal(file->name,
		    LITERAL("dynamo_cpp_guards_str")) && is_guards_cut(text);
	}
}

static bool
is_page_cut(const struct captured_file *file, struct slice bytes)
{
	if (is_html(file))
		return !slice_ends(slice_trim(bytes), LITERAL("</html>")) &&
		    !slice_ends(slice_trim(bytes), LITERAL("</pre>"));
	if (slice_ends(file->path, LITERAL(".json")))
		return is_json_cut(bytes);
	return file->has_folder && is_text_cut(file, bytes);
}

/*
 * torch writes empty payloads of where kernels come from (torch 2.13,
 * inductor_provenance).
 */
static bool
may_be_empty(const struct captured_file *file)
{
	return slice_starts(file->name,
	    LITERAL("inductor_provenance_tracking")) ||
	    (file->kind == FILE_UNKNOWN && page_form_of(file) == FORM_TEXT);
}

/*
 * A block that was never written is NUL bytes; one alone may be in a text
 * (gb_explicit_break_messages).
 */
static bool
has_hole(struct slice bytes)
{
	static const char hole[16];

	return memchr(bytes.at, '\0', bytes.len) &&
	    slice_contains(bytes, (struct slice){ hole, sizeof(hole) });
}

/* The MD5 that "payloads/7bb3….txt" has for a name, see raw.jsonl; or 0. */
static uint64_t
md5_in_name(const struct captured_file *file)
{
	struct slice name = file->name;

	return slice_take(&name, LITERAL("payloads/")) && name.len == 32 ?
	    number_of_hash(name) : 0;
}

static bool
is_blank(struct slice bytes)
{
	size_t i;

	for (i = 0; i < bytes.len && bytes.at[i] == '\0'; i++)
		continue;
	return i == bytes.len;
}

enum file_damage
file_damage_of(const struct captured_file *file, struct slice bytes)
{
	if (page_form_of(file) == FORM_OTHER && !is_html(file) &&
	    file->kind != FILE_CACHE)
		return PAGE_SOUND;
	if (bytes.len == 0 && !md5_in_name(file))
		return may_be_empty(file) ? PAGE_SOUND : PAGE_EMPTY;
	if (bytes.len && is_blank(bytes))
		return PAGE_BLANK;
	if (has_hole(bytes))
		return PAGE_NULS;
	if (md5_in_name(file))
		return md5_in_name(file) == number_of_md5(bytes) ?
		    PAGE_SOUND : PAGE_RENAMED;
	return is_page_cut(file, bytes) ? PAGE_CUT : PAGE_SOUND;
}

const char *
file_damage_words(enum file_damage damage)
{
	static const char *const words[] = {
		[PAGE_SOUND] = "shows something else",
		[PAGE_EMPTY] = "is empty",
		[PAGE_NULS] = "has NUL bytes in it",
		[PAGE_BLANK] = "is nothing but NUL bytes",
		[PAGE_CUT] = "is cut",
		[PAGE_RENAMED] = "is not what its name, an MD5, stands for",
	};

	return words[damage];
}
