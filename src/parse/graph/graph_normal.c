/*
 * graph_normal.c - what stays and what goes of a graph's text, so that the
 * same graph is equal in another run, on another rank or after a line drift.
 */
#include "parse/graph/graph_private.h"

#include <string.h>

enum {
	HASH_PIECE = 1 << 14,	/* so many bytes are hashed at once */
	MAX_NAMES = 1 << 18	/* no graph of torch comes near */
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
	table_release(&normal->values);
	table_release(&normal->symbols);
}

static void
graph_normal_flush(struct graph_normal *normal)
{
	hash_add(normal->hash, buffer_slice(&normal->text));
	buffer_clear(&normal->text);
}

void
graph_normal_put(struct graph_normal *normal, struct slice text)
{
	if (normal->text.len + text.len > HASH_PIECE)
		graph_normal_flush(normal);
	if (text.len > HASH_PIECE)
		hash_add(normal->hash, text);
	else
		buffer_add_slice(&normal->text, text);
}

void
graph_normal_end(struct graph_normal *normal, char hex[HASH_HEX_SIZE])
{
	graph_normal_flush(normal);
	hash_end(normal->hash, hex);
}

void
graph_normal_scope(struct graph_normal *normal)
{
	table_clear(&normal->values);
	normal->next_value = 0;
}

/*
 * Give a name a number; the text that it is of outlives it. False if there are
 * too many.
 */
static bool
name_number(struct hash_table *table, struct slice name, size_t number)
{
	if (table->entries.count >= MAX_NAMES)
		return false;
	table_put(table, name, NULL)->value = number;
	return true;
}

void
graph_normal_define(struct graph_normal *normal, struct slice name)
{
	name_number(&normal->values, name, normal->next_value++);
}

void
graph_normal_alias(struct graph_normal *normal, struct slice name,
    struct slice value)
{
	const struct table_entry *number = table_find(&normal->values, value);

	if (number)
		name_number(&normal->values, name, number->value);
}

bool
graph_normal_has(const struct graph_normal *normal, struct slice name)
{
	return table_find(&normal->values, name) != NULL;
}

static bool
graph_normal_is_letter(char byte)
{
	return byte_is_letter(byte) || byte == '_';
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
	graph_normal_put(normal, (struct slice){ digits + at,
	    sizeof(digits) - at });
}

bool
graph_normal_value(struct graph_normal *normal, struct slice name)
{
	const struct table_entry *number = table_find(&normal->values, name);

	if (number)
		write_number(normal, 'v', number->value);
	return number != NULL;
}

void
graph_normal_word(struct graph_normal *normal, const char *word)
{
	graph_normal_put(normal, slice_of(word));
	graph_normal_put(normal, LITERAL(" "));
}

void
graph_normal_line(struct graph_normal *normal)
{
	graph_normal_put(normal, LITERAL("\n"));
}

void
graph_normal_fold(struct graph_normal *normal, struct slice name, size_t least)
{
	size_t i = 0, len;

	while (i < name.len) {
		len = slice_count_digits(name, i);
		if (len >= least && len > 0) {
			graph_normal_put(normal, LITERAL("0"));
		} else {
			len += len == 0;
			graph_normal_put(normal, slice_part(name, i, i + len));
		}
		i += len;
	}
}

/* Whether a name is torch's name of a symbol: s77, u0, zf3. */
static bool
is_symbol_name(struct slice name)
{
	/* torch/utils/_sympy/symbol.py, prefix_str */
	static const char *const prefixes[] = { "s", "u", "zf", "zuf", "ps" };
	size_t letters = 0, i;

	if (name.len < 2 || !byte_is_digit(name.at[name.len - 1]))
		return false;
	while (letters < name.len && graph_normal_is_letter(name.at[letters]))
		letters++;
	if (letters + slice_count_digits(name, letters) != name.len)
		return false;
	for (i = 0; i < LENGTH(prefixes); i++) {
		if (slice_equal(slice_part(name, 0, letters),
		    slice_of(prefixes[i])))
			return true;
	}
	return false;
}

static void
write_symbol(struct graph_normal *normal, struct slice name)
{
	const struct table_entry *found = table_find(&normal->symbols, name);
	size_t number = found ? found->value : normal->next_symbol;

	if (!found && name_number(&normal->symbols, name, number))
		normal->next_symbol++;
	write_number(normal, 's', number);
}

/* Length of the name, number or other byte at the start of a text. */
static size_t
word_length(struct slice text)
{
	size_t len = 0;

	while (len < text.len &&
	    (graph_normal_is_letter(text.at[len]) ||
		byte_is_digit(text.at[len])))
		len++;
	return len ? len : 1;
}

bool
is_address_text(struct slice word)
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
		else if (is_address_text(word) || is_hash(word))
			graph_normal_put(normal, LITERAL("0x"));
		else if (byte_is_digit(word.at[0]))
			graph_normal_put(normal, word);
		else
			graph_normal_fold(normal, word, OBJECT_ID_DIGITS);
	}
}

/* Where the device of "f32[2, 3][3, 1]cuda:1" begins. */
static size_t
device_start(struct slice text)
{
	size_t bracket = slice_find_last_byte(text, ']');

	return bracket == SIZE_MAX ? text.len : bracket + 1;
}

void
graph_normal_type(struct graph_normal *normal, struct slice text)
{
	size_t device = device_start(text);
	size_t bracket = slice_find_byte(text, '['), colon;

	/* The dtype itself, "u8", looks like a symbol. */
	if (bracket != SIZE_MAX && slice_find_byte(text, '(') > bracket) {
		graph_normal_put(normal, slice_part(text, 0, bracket));
		graph_normal_code(normal, slice_part(text, bracket, device));
	} else {
		graph_normal_code(normal, slice_part(text, 0, device));
	}
	text = slice_part(text, device, text.len);
	colon = slice_find_byte(text, ':');
	graph_normal_put(normal, slice_part(text, 0, colon));
}
