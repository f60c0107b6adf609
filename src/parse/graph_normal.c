/*
 * graph_normal.c - what stays and what goes of a graph's text, so that the
 * same graph is equal in another run, on another rank or after a line drift.
 */
#include "parse/graph_normal.h"

#include <string.h>

enum {
	HASH_PIECE = 1 << 14,	/* so many bytes are hashed at once */
	OBJECT_ID_DIGITS = 10	/* so many digits in a name are an id() */
};

void
graph_normal_init(struct graph_normal *normal)
{
	memset(normal, 0, sizeof(*normal));
	normal->hash = hash_new(HASH_SHA256);
	hash_begin(normal->hash);
}

void
graph_normal_release(struct graph_normal *normal)
{
	hash_free(normal->hash);
	buffer_release(&normal->text);
	name_table_release(&normal->values);
	name_table_release(&normal->symbols);
}

static void
flush(struct graph_normal *normal)
{
	hash_add(normal->hash, buffer_slice(&normal->text));
	buffer_clear(&normal->text);
}

/* Write bytes; the buffer stays small, whatever the text is. */
static void
put(struct graph_normal *normal, struct slice text)
{
	if (normal->text.len + text.len > HASH_PIECE)
		flush(normal);
	if (text.len > HASH_PIECE)
		hash_add(normal->hash, text);
	else
		buffer_add_slice(&normal->text, text);
}

void
graph_normal_end(struct graph_normal *normal, char hex[HASH_HEX_SIZE])
{
	flush(normal);
	hash_end(normal->hash, hex);
}

void
graph_normal_scope(struct graph_normal *normal)
{
	name_table_clear(&normal->values);
	normal->next_value = 0;
}

void
graph_normal_define(struct graph_normal *normal, struct slice name)
{
	name_table_set(&normal->values, name, normal->next_value++);
}

void
graph_normal_alias(struct graph_normal *normal, struct slice name,
    struct slice value)
{
	const size_t *number = name_table_get(&normal->values, value);

	if (number)
		name_table_set(&normal->values, name, *number);
}

bool
graph_normal_has(const struct graph_normal *normal, struct slice name)
{
	return name_table_get(&normal->values, name) != NULL;
}

static bool
is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static bool
is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	    byte == '_';
}

/* A letter that tells what the number is of, and the number. */
static void
write_number(struct graph_normal *normal, char letter, size_t number)
{
	char digits[24];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	digits[--at] = letter;
	put(normal, (struct slice){ digits + at, sizeof(digits) - at });
}

void
graph_normal_word(struct graph_normal *normal, const char *word)
{
	put(normal, slice_of(word));
	put(normal, LITERAL(" "));
}

void
graph_normal_line(struct graph_normal *normal)
{
	put(normal, LITERAL("\n"));
}

/* Length of the digits at the start of a text. */
static size_t
digits_length(struct slice text)
{
	size_t len = 0;

	while (len < text.len && is_digit(text.at[len]))
		len++;
	return len;
}

/* A name; runs of at least so many digits become one '0'. */
static void
write_folded(struct graph_normal *normal, struct slice name, size_t least)
{
	size_t i = 0, len;

	while (i < name.len) {
		len = digits_length(slice_part(name, i, name.len));
		if (len >= least && len > 0) {
			put(normal, LITERAL("0"));
		} else {
			len += len == 0;
			put(normal, slice_part(name, i, i + len));
		}
		i += len;
	}
}

bool
is_symbol_name(struct slice name)
{
	/* torch/utils/_sympy/symbol.py, prefix_str */
	static const char *const prefixes[] = { "s", "u", "zf", "zuf", "ps" };
	size_t letters = 0, i;

	if (name.len < 2 || !is_digit(name.at[name.len - 1]))
		return false;
	while (letters < name.len && is_letter(name.at[letters]))
		letters++;
	if (letters + digits_length(slice_part(name, letters, name.len)) !=
	    name.len)
		return false;
	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (slice_equal(slice_part(name, 0, letters),
		    slice_of(prefixes[i])))
			return true;
	}
	return false;
}

static void
write_symbol(struct graph_normal *normal, struct slice name)
{
	const size_t *found = name_table_get(&normal->symbols, name);
	size_t number = found ? *found : normal->next_symbol;

	if (!found && name_table_set(&normal->symbols, name, number))
		normal->next_symbol++;
	write_number(normal, 's', number);
}

/* Length of the name, number or other byte at the start of a text. */
static size_t
word_length(struct slice text)
{
	size_t len = 0;

	while (len < text.len &&
	    (is_letter(text.at[len]) || is_digit(text.at[len])))
		len++;
	return len ? len : 1;
}

/* "0x7f12…"; shorter ones are numbers. */
static bool
is_address(struct slice word)
{
	return word.len >= 10 && word.at[0] == '0' && word.at[1] == 'x';
}

/* A hash that names a kernel or a file: long, letters and digits. */
static bool
is_hash(struct slice word)
{
	size_t i;

	for (i = 0; i < word.len; i++) {
		if (word.at[i] == '_' || (word.at[i] >= 'A' &&
		    word.at[i] <= 'Z'))
			return false;
	}
	return word.len >= 32;
}

/*
 * Names and numbers of any text. A symbol is a whole word; "f32[" of a wrapped
 * tensor is none, nor is "u8[".
 */
void
graph_normal_code(struct graph_normal *normal, struct slice text)
{
	size_t i, len;

	for (i = 0; i < text.len; i += len) {
		struct slice word = slice_part(text, i, text.len);

		len = word.len = word_length(word);
		if (is_symbol_name(word) &&
		    (i + len == text.len || text.at[i + len] != '['))
			write_symbol(normal, word);
		else if (is_address(word) || is_hash(word))
			put(normal, LITERAL("0x"));
		else if (is_digit(word.at[0]))
			put(normal, word);
		else
			write_folded(normal, word, OBJECT_ID_DIGITS);
	}
}

/* Where the device of "f32[2, 3][3, 1]cuda:1" begins. */
static size_t
device_start(struct slice text)
{
	size_t bracket = slice_find_last_byte(text, ']');

	return bracket == SIZE_MAX ? text.len : bracket + 1;
}

static void
write_annotation(struct graph_normal *normal, struct slice text)
{
	size_t device = device_start(text);
	size_t bracket = slice_find_byte(text, '['), colon;

	/* The dtype itself, "u8", looks like a symbol. */
	if (bracket != SIZE_MAX && slice_find_byte(text, '(') > bracket) {
		put(normal, slice_part(text, 0, bracket));
		graph_normal_code(normal, slice_part(text, bracket, device));
	} else {
		graph_normal_code(normal, slice_part(text, 0, device));
	}
	text = slice_part(text, device, text.len);
	colon = slice_find_byte(text, ':');
	put(normal, slice_part(text, 0, colon));
}

void
graph_normal_annotation(struct graph_normal *normal, struct tokens tokens)
{
	struct slice text;

	if (!tokens.count)
		return;
	put(normal, LITERAL(": "));
	text = tokens.items[0].text;
	if (tokens.count == 1 && tokens.items[0].kind == TOKEN_STRING)
		write_annotation(normal, slice_part(text, 1, text.len - 1));
	else
		graph_normal_tokens(normal, tokens);
}

/*
 * Numbers that are none of the graph's: a device's number in
 * device(type='cuda', index=1), and ids that torch gives out to Triton
 * kernels and their constants over the whole process.
 */
static bool
is_id_keyword(struct tokens tokens, size_t at)
{
	if (token_is(tokens, at, "kernel_idx") ||
	    token_is(tokens, at, "constant_args_idx"))
		return true;
	return at >= 6 && token_is(tokens, at, "index") &&
	    token_is(tokens, at - 6, "device") &&
	    token_is(tokens, at - 5, "(");
}

static bool
is_keyword(struct tokens tokens, size_t at, int depth)
{
	return depth > 0 && token_is(tokens, at + 1, "=");
}

/* 'cuda:1' is 'cuda' of that rank. */
static bool
is_device(struct slice string)
{
	size_t colon = slice_find_byte(string, ':'), i;

	if (colon == SIZE_MAX || colon < 4 || colon + 2 >= string.len)
		return false;
	for (i = 1; i < colon; i++) {
		if (!is_letter(string.at[i]))
			return false;
	}
	return colon + 1 + digits_length(slice_part(string, colon + 1,
	    string.len)) == string.len - 1;
}

static void
write_string(struct graph_normal *normal, struct slice string)
{
	size_t address = slice_find(string, LITERAL("0x"));

	if (is_device(string)) {
		string = slice_part(string, 0, slice_find_byte(string, ':'));
		put(normal, string);
	} else if (address == SIZE_MAX) {
		put(normal, string);
	} else {
		graph_normal_code(normal, string);
	}
}

static void
write_name(struct graph_normal *normal, struct tokens tokens, size_t at,
    bool of_self)
{
	struct slice name = tokens.items[at].text;
	const size_t *number = NULL;
	bool attribute = at > 0 && token_is(tokens, at - 1, ".");

	if (!attribute)
		number = name_table_get(&normal->values, name);
	if (number)
		write_number(normal, 'v', *number);
	else
		write_folded(normal, name, attribute && of_self ? 1 :
		    OBJECT_ID_DIGITS);
}

/* Whether a token is the comma that may stand before a closing bracket. */
static bool
is_last_comma(struct tokens tokens, size_t at)
{
	return token_is(tokens, at, ",") && at + 1 < tokens.count &&
	    token_depth(&tokens.items[at + 1]) < 0;
}

void
graph_normal_tokens(struct graph_normal *normal, struct tokens tokens)
{
	bool of_self = false;		/* in "self.a.b" */
	int depth = 0;
	size_t i;

	for (i = 0; i < tokens.count; i++) {
		const struct token *token = &tokens.items[i];

		depth += token_depth(token);
		if (token->kind == TOKEN_NAME && !is_keyword(tokens, i, depth))
			write_name(normal, tokens, i, of_self);
		else if (token->kind == TOKEN_STRING)
			write_string(normal, token->text);
		else if (is_address(token->text))
			put(normal, LITERAL("0x"));
		else if (!is_last_comma(tokens, i))
			put(normal, token->text);
		if (is_id_keyword(tokens, i) && i + 2 < tokens.count &&
		    tokens.items[i + 2].kind == TOKEN_NUMBER)
			i += 2;
		put(normal, LITERAL(" "));
		if (token->kind == TOKEN_NAME &&
		    !(i > 0 && token_is(tokens, i - 1, ".")))
			of_self = slice_equal(token->text, LITERAL("self"));
	}
}
