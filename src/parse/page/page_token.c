/*
 * page_token.c - finds where markup begins and ends. What it means is left to
 * libxml2.
 */
#include "parse/page/page.h"

#include <string.h>
#include <strings.h>

/* Whether a '<' at the start of rest begins markup, as HTML has it. */
static bool
starts_markup(struct slice rest)
{
	if (rest.len < 2)
		return false;
	if (rest.at[1] == '/')
		return rest.len > 2 && byte_is_letter(rest.at[2]);
	return byte_is_letter(rest.at[1]) || rest.at[1] == '!' ||
	    rest.at[1] == '?';
}

struct slice
page_tag_name(struct slice tag)
{
	size_t from = tag.at[1] == '/' ? 2 : 1;
	size_t to = from;

	while (to < tag.len && byte_is_letter_or_digit(tag.at[to]))
		to++;
	return slice_part(tag, from, to);
}

static bool
name_is(struct slice name, const char *word)
{
	return name.len == strlen(word) &&
	    strncasecmp(name.at, word, name.len) == 0;
}

/* Length up to and with the '>' that ends a start tag, quotes minded. */
static size_t
start_tag_length(struct slice rest)
{
	char quote = '\0';
	size_t i;

	for (i = 1; i < rest.len; i++) {
		char byte = rest.at[i];

		if (quote) {
			if (byte == quote)
				quote = '\0';
		} else if (byte == '>') {
			return i + 1;
		} else if ((byte == '"' || byte == '\'') &&
		    rest.at[i - 1] == '=') {
			quote = byte;
		}
	}
	return SIZE_MAX;
}

/* Length up to and with the first text at or after from, or SIZE_MAX. */
static size_t
length_to(struct slice rest, size_t from, struct slice text)
{
	size_t at = slice_find(slice_part(rest, from, rest.len), text);

	return at == SIZE_MAX ? SIZE_MAX : from + at + text.len;
}

/* Length with the end tag of a script or style that starts at rest. */
static size_t
raw_element_length(struct slice rest, struct slice name, size_t from)
{
	size_t at = from;

	while ((at = length_to(rest, at, LITERAL("</"))) != SIZE_MAX) {
		struct slice tail = slice_part(rest, at, rest.len);

		if (tail.len >= name.len &&
		    strncasecmp(tail.at, name.at, name.len) == 0)
			return length_to(rest, at, LITERAL(">"));
	}
	return SIZE_MAX;
}

/* The markup at the start of rest. */
static enum token_kind
measure_markup(struct slice rest, size_t *len)
{
	enum token_kind kind = TOKEN_SILENT;
	struct slice name;

	if (slice_starts(rest, LITERAL("<!--"))) {
		*len = length_to(rest, 4, LITERAL("-->"));
	} else if (rest.at[1] == '!' || rest.at[1] == '?') {
		*len = length_to(rest, 2, LITERAL(">"));
	} else {
		bool is_end = rest.at[1] == '/';

		*len = is_end ? length_to(rest, 2, LITERAL(">")) :
		    start_tag_length(rest);
		name = page_tag_name(rest);
		if (!is_end && *len != SIZE_MAX &&
		    (name_is(name, "script") || name_is(name, "style")))
			*len = raw_element_length(rest, name, *len);
		else if (!name_is(name, "html") && !name_is(name, "body") &&
		    !name_is(name, "head"))
			kind = TOKEN_TAG;
	}
	return *len == SIZE_MAX ? TOKEN_CUT : kind;
}

/* Length of the text at the start of page, up to the next markup. */
static size_t
text_length(struct slice page)
{
	size_t at = 0;

	while (at < page.len) {
		struct slice rest = slice_part(page, at, page.len);
		size_t skip = slice_find_byte(rest, '<');

		if (skip == SIZE_MAX)
			return page.len;
		at += skip;
		if (starts_markup(slice_part(page, at, page.len)))
			return at;
		at++;
	}
	return page.len;
}

enum token_kind
page_token(struct slice rest, size_t *len)
{
	enum token_kind kind;

	*len = text_length(rest);
	if (*len)
		return TOKEN_TEXT;
	kind = measure_markup(rest, len);
	if (kind == TOKEN_CUT)
		*len = rest.len;
	return kind;
}
