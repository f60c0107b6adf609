/*
 * reason_parts.c - the parts of a graph-break text. The layout is that of
 * torch 2.7 to 2.13 (format_graph_break_message in torch/_dynamo/exc.py); the
 * one-line texts before it give a kind and nothing else.
 */
#include "parse/reason/reason_private.h"

#include <string.h>

#define CHAIN "*** While handling this graph break, another graph break " \
	"occurred: ***"

/* torch chains two; more than this is no chain, and stays in the body only. */
enum { MAX_PARTS = 64 };

enum field {
	FIELD_NONE,
	FIELD_HIGHER_ORDER_OPERATOR,
	FIELD_EXPLANATION,
	FIELD_HINT,
	FIELD_CONTEXT
};

/* Two blanks exactly: what a message brings itself has six or more. */
static const struct label {
	const char *text;
	enum field field;
} labels[] = {
	{ "  Higher Order Operator:", FIELD_HIGHER_ORDER_OPERATOR },
	{ "  Explanation:", FIELD_EXPLANATION },
	{ "  Hint:", FIELD_HINT },
	{ "  Developer debug context:", FIELD_CONTEXT },
};

/* What ends a graph-break text, at column 0. */
static const char *const endings[] = {
	"Stack variable source attribution:",
	"User code traceback:",
	"Traceback (most recent call last):",
	"NoneType: None",
	"from user code:",
	"Set TORCHDYNAMO_VERBOSE=1",
	"The above exception was the direct cause of",
	"During handling of the above exception,",
};

/* A value being read: from its first byte to the last that belongs to it. */
struct value {
	enum field field;
	const char *from, *to;
};

static bool
is_ending(struct slice line)
{
	size_t i;

	if (line.len == 0 || !strchr("SUTNfD", line.at[0]) ||
	    line.at[0] == '\0')
		return false;
	for (i = 0; i < LENGTH(endings); i++) {
		if (slice_starts(line, slice_of(endings[i])))
			return true;
	}
	return false;
}

size_t
reason_text_length(struct slice text)
{
	struct slice rest = text, line;

	while (slice_next_line(&rest, &line)) {
		if (is_ending(line))
			return (size_t)(line.at - text.at);
	}
	return text.len;
}

/* White space of Python's str.strip(), the blank excepted. */
static bool
is_other_space(uint32_t code)
{
	return (code >= '\t' && code <= '\r') ||
	    (code >= 0x1c && code <= 0x1f) || code == 0x85 || code == 0xa0 ||
	    code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
	    code == 0x2028 || code == 0x2029 || code == 0x202f ||
	    code == 0x205f || code == 0x3000;
}

static bool
reason_parts_is_blank(struct slice line)
{
	return slice_trim_end(line).len == 0;
}

/*
 * Whether a line goes on with the value above it. textwrap.indent() puts four
 * blanks before each line, but none before one of white space only; and it
 * also ends lines at \v, \f, U+2028 …, so that a line may begin with these.
 */
static bool
is_continuation(struct slice line)
{
	uint32_t code;

	return reason_parts_is_blank(line) ||
	    slice_starts(line, LITERAL("    ")) ||
	    (utf8_decode(line, &code) && is_other_space(code));
}

/* A value without the four blanks that textwrap.indent() put in. */
static struct slice
reason_parts_unindent(struct arena *arena, struct slice text)
{
	struct slice rest = text, line;
	char *copy, *to;

	if (slice_find_byte(text, '\n') == SIZE_MAX)
		return text;
	copy = to = arena_alloc(arena, text.len + 1);
	while (slice_next_line(&rest, &line)) {
		if (line.at != text.at) {
			*to++ = '\n';
			slice_take(&line, LITERAL("    "));
		}
		memcpy(to, line.at, line.len);
		to += line.len;
	}
	return (struct slice){ copy, (size_t)(to - copy) };
}

static enum field
take_label(struct slice *line)
{
	size_t i;

	for (i = 0; i < LENGTH(labels); i++) {
		if (slice_take(line, slice_of(labels[i].text))) {
			slice_take(line, LITERAL(" "));
			return labels[i].field;
		}
	}
	return FIELD_NONE;
}

static void
store_value(struct arena *arena, struct value *value,
    struct reason_part *part)
{
	struct slice text = { value->from, (size_t)(value->to - value->from) };

	switch (value->field) {
	case FIELD_NONE:
		return;
	case FIELD_HIGHER_ORDER_OPERATOR:
		part->higher_order_operator = reason_parts_unindent(arena,
		    text);
		break;
	case FIELD_EXPLANATION:
		part->explanation = reason_parts_unindent(arena, text);
		break;
	case FIELD_HINT:
		*array_add(&part->hints) = reason_parts_unindent(arena, text);
		break;
	case FIELD_CONTEXT:
		part->context = reason_parts_unindent(arena, text);
		break;
	}
	value->field = FIELD_NONE;
}

/* The link's ".../gb0059.html" gives "GB0059"; its host differs. */
static struct slice
id_of_link(struct arena *arena, struct slice link)
{
	size_t at = slice_find_last(link, LITERAL("/gb")), len;
	char *id;

	if (at == SIZE_MAX)
		return (struct slice){ 0 };
	link = slice_part(link, at + 1, link.len);
	len = 2 + slice_count_digits(link, 2);
	if (len == 2 || !slice_starts(slice_part(link, len, link.len),
	    LITERAL(".html")))
		return (struct slice){ 0 };
	id = arena_copy(arena, link.at, len);
	id[0] = 'G';
	id[1] = 'B';
	return (struct slice){ id, len };
}

static void
take_link(struct arena *arena, struct slice line, struct reason_part *part)
{
	static const char details[] = " For more details about this graph "
	    "break, please visit: ";

	if (part->doc_url.at || !slice_take(&line, slice_of(details)))
		return;
	part->doc_url = slice_trim(line);
	part->gb_id = id_of_link(arena, part->doc_url);
}

/* The lines below the kind line. */
static void
read_fields(struct arena *arena, struct slice rest, struct reason_part *part)
{
	struct value value = { FIELD_NONE, NULL, NULL };
	struct slice line;
	enum field field;

	while (slice_next_line(&rest, &line)) {
		field = take_label(&line);
		if (field != FIELD_NONE) {
			store_value(arena, &value, part);
			value.field = field;
			value.from = line.at;
			value.to = line.at + line.len;
		} else if (value.field != FIELD_NONE &&
		    is_continuation(line)) {
			if (!reason_parts_is_blank(line))
				value.to = line.at + line.len;
		} else {
			store_value(arena, &value, part);
			take_link(arena, line, part);
		}
	}
	store_value(arena, &value, part);
}

struct slice
without_addresses(struct arena *arena, struct slice text)
{
	struct slice rest = text;
	char *copy = NULL, *to = NULL;
	size_t at;

	while ((at = slice_find(rest, LITERAL(" at 0x"))) != SIZE_MAX) {
		if (!copy)
			copy = to = arena_alloc(arena, text.len + 1);
		memcpy(to, rest.at, at);
		to += at;
		for (at += 6; at < rest.len && rest.at[at] &&
		    strchr("0123456789abcdefABCDEF", rest.at[at]);)
			at++;
		rest = slice_part(rest, at, rest.len);
	}
	if (!copy)
		return text;
	memcpy(to, rest.at, rest.len);
	return (struct slice){ copy, (size_t)(to - copy) + rest.len };
}

/*
 * A text that names no kind: the line as a whole is kept as explanation. Data
 * dependent guards come from symbolic_shapes.py (after a capture flag is
 * set), SKIPPED INLINING from torch 2.8.
 */
static void
name_kind(struct arena *arena, struct reason_part *part)
{
	struct slice line = part->kind;

	if (slice_contains(line,
	    LITERAL("Could not guard on data-dependent expression")) ||
	    slice_contains(line, LITERAL("Could not extract specialized "
	    "integer from data-dependent expression"))) {
		part->kind = LITERAL("data-dependent guard");
		part->explanation = line;
	} else if (slice_starts(line, LITERAL("SKIPPED INLINING <code "))) {
		part->kind = LITERAL("SKIPPED INLINING");
		part->explanation = line;
	} else {
		part->kind = without_addresses(arena, line);
	}
}

static void
reason_parts_add_part(struct arena *arena, struct slice text,
    struct reason *reason)
{
	struct reason_part *part;
	struct slice line = { "", 0 };

	if (reason->parts.count == MAX_PARTS)
		return;
	part = array_add(&reason->parts);
	while (text.len && text.at[0] == '\n')
		text = slice_part(text, 1, text.len);
	slice_next_line(&text, &line);
	part->kind = slice_trim_end(line);
	read_fields(arena, text, part);
	if (!part->explanation.at && !part->context.at && !part->doc_url.at)
		name_kind(arena, part);
}

void
reason_parts_add(struct arena *arena, struct slice text,
    struct reason *reason)
{
	size_t at;

	while ((at = line_find(text, LITERAL(CHAIN))) != SIZE_MAX) {
		reason_parts_add_part(arena, slice_part(text, 0, at), reason);
		text = slice_part(text, at + sizeof(CHAIN) - 1, text.len);
	}
	reason_parts_add_part(arena, text, reason);
}

struct slice
reason_body(struct arena *arena, struct slice text)
{
	struct slice label = slice_of(labels[0].text), rest = text, line;
	char *copy, *to;

	text = rest = slice_trim_end(text);
	if (line_find(text, label) == SIZE_MAX)
		return text;
	copy = to = arena_alloc(arena, text.len + 1);
	while (slice_next_line(&rest, &line)) {
		if (slice_starts(line, label))
			continue;
		line.len += rest.len > 0;	/* with its '\n' */
		memcpy(to, line.at, line.len);
		to += line.len;
	}
	return (struct slice){ copy, (size_t)(to - copy) };
}

void
reason_part_release(struct reason_part *part)
{
	array_release(&part->hints);
}
