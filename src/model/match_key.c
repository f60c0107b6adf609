/*
 * match_key.c - texts of a run made comparable with those of another run. Each
 * rule here takes away what is seen to differ between two runs of the same
 * program, and nothing that tells two breaks apart (shapes, types, names).
 */
#include "model/match_key.h"

enum {
	MIN_ADDRESS = 6,	/* digits of an address behind 0x */
	MIN_OBJECT_ID = 9	/* digits of an object or type id */
};

static bool
match_key_is_hex(char byte)
{
	return byte_hex_value(byte) >= 0;
}

static bool
match_key_is_blank(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* How many bytes from at on satisfy the test. */
static size_t
match_key_span(struct slice text, size_t at, bool (*test)(char byte))
{
	size_t end = at;

	while (end < text.len && test(text.at[end]))
		end++;
	return end - at;
}

/* Whether a word is a symbol of symbolic shapes: s77, u0, zf12, zuf3. */
static bool
match_key_is_symbol(struct slice word)
{
	static const char *const heads[] = { "s", "u", "zf", "zuf" };
	struct slice digits;
	size_t i;

	for (i = 0; i < LENGTH(heads); i++) {
		digits = word;
		if (slice_take(&digits, slice_of(heads[i])) && digits.len &&
		    match_key_span(digits, 0, byte_is_digit) == digits.len)
			return true;
	}
	return false;
}

static bool
is_address(struct slice word)
{
	return slice_take(&word, LITERAL("0x")) && word.len >= MIN_ADDRESS &&
	    match_key_span(word, 0, match_key_is_hex) == word.len;
}

/* "tmpa1b2c3", "ipykernel_1234", "pymp-x": made anew for each run. */
static bool
is_temporary(struct slice word)
{
	struct slice rest = word;

	if (slice_take(&rest, LITERAL("ipykernel_")))
		return rest.len &&
		    match_key_span(rest, 0, byte_is_digit) == rest.len;
	return slice_take(&rest, LITERAL("tmp")) && rest.len >= MIN_ADDRESS &&
	    match_key_span(rest, 0, byte_is_name) == rest.len;
}

/* A word with its numbers that change from run to run made '?'. */
static void
match_key_add_word(struct buffer *out, struct slice word)
{
	static const struct slice at = { "_at_", 4 };
	size_t cut = slice_find_last(word, at);

	if (match_key_is_symbol(word)) {
		while (byte_is_digit(word.at[word.len - 1]))
			word.len--;
		buffer_add_slice(out, word);
		buffer_add_byte(out, '?');
	} else if (is_address(word) || is_temporary(word) ||
	    (word.len >= MIN_OBJECT_ID &&
	    match_key_span(word, 0, byte_is_digit) == word.len)) {
		buffer_add_byte(out, '?');
	} else if (cut != SIZE_MAX && slice_starts(word,
	    LITERAL("torch_dynamo_resume_in_"))) {
		match_key_function(out, word);
	} else {
		buffer_add_slice(out, word);
	}
}

/* Bytes that a path in a text may consist of. */
static bool
is_path_byte(char byte)
{
	return byte_is_name(byte) || byte == '/' || byte == '.' ||
	    byte == '-' || byte == '+';
}

/*
 * The length of what stands before the part of a path that tells something:
 * "/srv/venv/lib/python3.11/site-packages/" of a longer text; 0: none.
 */
static size_t
installation_prefix(struct slice text, size_t at)
{
	struct slice path = slice_part(text, at,
	    at + match_key_span(text, at, is_path_byte));
	size_t cut = slice_find_last(path, LITERAL("-packages/"));

	if (path.len == 0 || path.at[0] != '/')
		return 0;
	if (cut != SIZE_MAX)
		return cut + LITERAL("-packages/").len;
	cut = slice_find_last(path, LITERAL("/lib/python"));
	if (cut == SIZE_MAX)
		return 0;
	cut += LITERAL("/lib/python").len;
	while (cut < path.len && path.at[cut] != '/')
		cut++;
	return cut < path.len ? cut + 1 : 0;
}

void
match_key_text(struct buffer *out, struct slice text)
{
	bool gap = false;
	size_t i, len;

	text = slice_trim(text);
	for (i = 0; i < text.len; i += len) {
		len = match_key_span(text, i, match_key_is_blank);
		if (len) {
			gap = true;
			continue;
		}
		if (gap)
			buffer_add_byte(out, ' ');
		gap = false;
		len = installation_prefix(text, i);
		if (len)
			continue;
		len = match_key_span(text, i, byte_is_name);
		if (len)
			match_key_add_word(out, slice_part(text, i, i + len));
		else
			buffer_add(out, text.at + i, len = 1);
	}
}

/* "foo-1.0-py3.egg/foo/x.py": without the folder that has the version. */
static struct slice
without_egg(struct slice rest)
{
	size_t at = slice_find(rest, LITERAL(".egg/"));

	return at == SIZE_MAX ? rest : slice_part(rest, at + 5, rest.len);
}

static struct slice
torch_path(struct slice file, struct slice path, const slice_array *roots)
{
	size_t i;

	for (i = 0; roots && i < roots->count; i++) {
		if (slice_starts(file, roots->items[i]))
			return slice_part(path, roots->items[i].len,
			    path.len);
	}
	i = slice_find_last(path, LITERAL("/torch/"));
	return slice_part(path, i == SIZE_MAX ? path.len : i + 7, path.len);
}

/* "<ipython-input-3-…>", "/tmp/ipykernel_12/345.py". */
static bool
is_cell(struct slice file)
{
	return slice_starts(file, LITERAL("<ipython-input")) ||
	    slice_contains(file, LITERAL("/ipykernel_"));
}

/* "<eval_with_key>.12" without its number; "/tmp/tmpab12cd/x.py". */
static void
add_other_path(struct buffer *out, struct slice path)
{
	size_t i, len;

	if (slice_starts(path, LITERAL("<eval_with_key>"))) {
		buffer_add_string(out, "<eval_with_key>");
		return;
	}
	for (i = 0; i < path.len; i += len) {
		len = match_key_span(path, i, byte_is_name);
		if (len && is_temporary(slice_part(path, i, i + len)))
			buffer_add_byte(out, '?');
		else
			buffer_add(out, path.at + i, len ? len : (len = 1));
	}
}

void
match_key_path(struct buffer *out, struct slice file,
    const slice_array *roots)
{
	struct owner owner = owner_of(file, roots);
	struct buffer unix_path = { 0 };
	struct slice path, rest;
	size_t i;

	buffer_add_slice(&unix_path, file);
	for (i = 0; i < unix_path.len; i++) {
		if (unix_path.bytes[i] == '\\')
			unix_path.bytes[i] = '/';
	}
	path = buffer_slice(&unix_path);
	if (is_cell(path)) {
		buffer_add_string(out, "<cell>");
	} else if (owner.kind == OWNER_TORCH) {
		buffer_add_string(out, "torch/");
		buffer_add_slice(out, torch_path(file, path, roots));
	} else if (owner.kind == OWNER_LIBRARY &&
	    path_below_library(file, &rest)) {
		buffer_add_string(out, "<site>/");
		buffer_add_slice(out, without_egg(slice_part(path, path.len -
		    rest.len, path.len)));
	} else if (owner.kind == OWNER_STDLIB &&
	    path_below_python(file, &rest)) {
		buffer_add_string(out, "<std>/");
		buffer_add_slice(out, slice_part(path, path.len - rest.len,
		    path.len));
	} else {
		add_other_path(out, path);
	}
	buffer_release(&unix_path);
}

void
match_key_function(struct buffer *out, struct slice name)
{
	struct slice inner;
	int64_t line;
	size_t at;

	for (;;) {
		inner = name;
		at = slice_find_last(name, LITERAL("_at_"));
		if (slice_take(&inner, LITERAL("torch_dynamo_resume_in_")) &&
		    at != SIZE_MAX && slice_to_int(slice_part(name, at + 4,
		    name.len), &line))
			name = slice_part(inner, 0, inner.len -
			    (name.len - at));
		else if (slice_take(&inner, LITERAL("<resume in ")) &&
		    slice_ends(inner, LITERAL(">")))
			name = slice_part(inner, 0, inner.len - 1);
		else
			break;
	}
	buffer_add_slice(out, name);
}

void
match_key_source(struct buffer *out, struct slice source)
{
	size_t i;

	for (i = 0; i < source.len; i++) {
		if (!match_key_is_blank(source.at[i]))
			buffer_add_byte(out, source.at[i]);
	}
}

void
match_key_frame(struct buffer *chain, const struct stack_frame *frame,
    const slice_array *roots)
{
	struct owner owner = owner_of(frame->file, roots);
	struct buffer link = { 0 };
	struct slice before;
	size_t at;

	if (owner.kind == OWNER_TORCH)
		return;
	if (owner.kind == OWNER_USER)
		buffer_add_slice(&link, path_base(frame->file));
	else
		match_key_path(&link, frame->file, roots);
	buffer_add_byte(&link, ':');
	match_key_function(&link, frame->function);
	before = buffer_slice(chain);
	at = slice_find_last_byte(before, '>');
	/* A function may be called <lambda>: look for the whole end. */
	if (!slice_equal(before, buffer_slice(&link)) && !(at != SIZE_MAX &&
	    before.len > link.len && slice_ends(before, buffer_slice(&link)) &&
	    before.at[before.len - link.len - 1] == '>')) {
		if (chain->len)
			buffer_add_byte(chain, '>');
		buffer_add_slice(chain, buffer_slice(&link));
	}
	buffer_release(&link);
}
