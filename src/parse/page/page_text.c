/*
 * page_text.c - texts of elements. Byte for byte: no white space is touched,
 * no encoding is looked at.
 */
#include "parse/page/page.h"

#include <string.h>

struct escape {
	struct slice written;
	char byte;
};

/* The first three are all that html_escape::encode_text of failures has. */
static const struct escape escapes[] = {
	{ { "&amp;", 5 }, '&' },
	{ { "&lt;", 4 }, '<' },
	{ { "&gt;", 4 }, '>' },
	{ { "&quot;", 6 }, '"' },
	{ { "&#39;", 5 }, '\'' },
};

enum {
	MARKUP_ESCAPES = 3,
	ALL_ESCAPES = LENGTH(escapes)
};

void
page_text_add(struct page_text *text, struct slice piece)
{
	if (piece.len == 0)
		return;
	if (!text->single.at && text->joined.len == 0) {
		text->single = piece;
		return;
	}
	if (text->single.at) {
		buffer_add_slice(&text->joined, text->single);
		text->single = (struct slice){ 0 };
	}
	buffer_add_slice(&text->joined, piece);
}

struct slice
page_text_escaped(const struct page_text *text)
{
	return text->single.at ? text->single : buffer_slice(&text->joined);
}

struct slice
page_text_take(struct page_text *text, struct arena *arena)
{
	struct slice escaped = page_text_escaped(text);

	if (!text->single.at)
		escaped = slice_copy(arena, escaped);
	page_text_clear(text);
	return page_unescape(arena, escaped);
}

void
page_text_clear(struct page_text *text)
{
	text->single = (struct slice){ 0 };
	buffer_clear(&text->joined);
}

void
page_text_release(struct page_text *text)
{
	text->single = (struct slice){ 0 };
	buffer_release(&text->joined);
}

/* The escape at the start of rest, among the first count; or NULL. */
static const struct escape *
escape_at(struct slice rest, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (slice_starts(rest, escapes[i].written))
			return &escapes[i];
	}
	return NULL;
}

static struct slice
page_text_unescape(struct arena *arena, struct slice escaped, size_t count)
{
	size_t from = slice_find_byte(escaped, '&'), used = 0;
	char *bytes;

	if (from == SIZE_MAX)
		return escaped;
	bytes = arena_alloc(arena, escaped.len + 1);
	while (from != SIZE_MAX) {
		const struct escape *escape;

		memcpy(bytes + used, escaped.at, from);
		used += from;
		escaped = slice_part(escaped, from, escaped.len);
		escape = escape_at(escaped, count);
		bytes[used++] = escape ? escape->byte : '&';
		escaped = slice_part(escaped,
		    escape ? escape->written.len : 1, escaped.len);
		from = slice_find_byte(escaped, '&');
	}
	if (escaped.len)
		memcpy(bytes + used, escaped.at, escaped.len);
	return (struct slice){ bytes, used + escaped.len };
}

struct slice
page_unescape(struct arena *arena, struct slice escaped)
{
	return page_text_unescape(arena, escaped, ALL_ESCAPES);
}

struct slice
page_unescape_markup(struct arena *arena, struct slice escaped)
{
	return page_text_unescape(arena, escaped, MARKUP_ESCAPES);
}
