/*
 * graph_token.c - cuts a printed graph into statements and tokens. It knows
 * no grammar beyond brackets, strings and comments, so any bytes will do.
 */
#include "parse/graph/graph_private.h"

#include <string.h>

/*
 * A statement is not longer than this: a bracket that never closes must not
 * hold a whole file in memory. torch's longest are defs of some thousand
 * inputs, six tokens each.
 */
enum { MAX_TOKENS = 1 << 18 };

void
token_reader_init(struct token_reader *reader, struct slice text)
{
	memset(reader, 0, sizeof(*reader));
	reader->rest = text;
}

void
token_reader_release(struct token_reader *reader)
{
	array_release(&reader->tokens);
}

static size_t
graph_token_name_length(struct slice text)
{
	size_t len = 1;

	while (len < text.len &&
	    byte_is_name(text.at[len]))
		len++;
	return len;
}

/* "1", "0x7f", "1e-08", "6.1e-17", "1j" */
static size_t
number_length(struct slice text)
{
	bool hex = text.len > 1 && text.at[0] == '0' && text.at[1] == 'x';
	size_t len = 1;
	char byte;

	for (; len < text.len; len++) {
		byte = text.at[len];
		if ((byte == '-' || byte == '+') && !hex &&
		    (text.at[len - 1] == 'e' || text.at[len - 1] == 'E'))
			continue;
		if (!byte_is_name(byte) && byte != '.')
			break;
	}
	return len;
}

/* Python's repr() of a text has no newline: without a quote it ends there. */
static size_t
graph_token_string_length(struct slice text)
{
	size_t len = 1;

	while (len < text.len && text.at[len] != text.at[0] &&
	    text.at[len] != '\n') {
		if (text.at[len] == '\\' && len + 1 < text.len &&
		    text.at[len + 1] != '\n')
			len++;
		len++;
	}
	return len < text.len && text.at[len] == text.at[0] ? len + 1 : len;
}

static size_t
mark_length(struct slice text)
{
	static const char *const marks[] = { "**=", "//=", ">>=", "<<=", "+=",
		"-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "==", "!=",
		"<=", ">=", "**", "//", "<<", ">>", "->" };
	size_t i;

	/* The second byte of all of them is one of these; seldom in texts. */
	if (text.len < 2 || !memchr("=*/<>", text.at[1], 5))
		return 1;
	for (i = 0; i < LENGTH(marks); i++) {
		if (slice_starts(text, slice_of(marks[i])))
			return strlen(marks[i]);
	}
	return 1;
}

static struct token
next_token(struct slice text)
{
	struct token token = { TOKEN_MARK, text };
	char byte = text.at[0];

	if (byte_is_name(byte) && !byte_is_digit(byte)) {
		token.kind = TOKEN_NAME;
		token.text.len = graph_token_name_length(text);
	} else if (byte_is_digit(byte)) {
		token.kind = TOKEN_NUMBER;
		token.text.len = number_length(text);
	} else if (byte == '"' || byte == '\'') {
		token.kind = TOKEN_STRING;
		token.text.len = graph_token_string_length(text);
	} else {
		token.text.len = mark_length(text);
	}
	return token;
}

int
token_depth(const struct token *token)
{
	if (token->kind != TOKEN_MARK || token->text.len != 1)
		return 0;
	switch (token->text.at[0]) {
	case '(':
	case '[':
	case '{':
		return 1;
	case ')':
	case ']':
	case '}':
		return -1;
	default:
		return 0;
	}
}

static void
skip_comment(struct slice *rest)
{
	const char *end = memchr(rest->at, '\n', rest->len);

	*rest = slice_part(*rest, end ? (size_t)(end - rest->at) : rest->len,
	    rest->len);
}

static void
skip_bytes(struct slice *rest, size_t count)
{
	rest->at += count;
	rest->len -= count;
}

/* Read up to the end of one statement; it may turn out to be empty. */
static void
graph_token_read_statement(struct token_reader *reader)
{
	struct slice *rest = &reader->rest;
	struct token *token;
	int depth = 0;
	char byte;

	while (rest->len && reader->tokens.count < MAX_TOKENS) {
		byte = rest->at[0];
		if (byte == '#') {
			skip_comment(rest);
			continue;
		}
		if ((byte == '\n' || byte == ';') && depth <= 0) {
			reader->same_line = byte == ';';
			skip_bytes(rest, 1);
			return;
		}
		if (byte == ' ' || byte == '\n' || byte == '\t' ||
		    byte == '\r' || byte == '\0') {
			skip_bytes(rest, 1);
			continue;
		}
		token = array_add(&reader->tokens);
		*token = next_token(*rest);
		depth += token_depth(token);
		skip_bytes(rest, token->text.len);
	}
}

bool
token_reader_next(struct token_reader *reader, struct tokens *statement)
{
	while (reader->rest.len) {
		reader->tokens.count = 0;
		reader->continues = reader->same_line;
		reader->same_line = false;
		graph_token_read_statement(reader);
		if (reader->tokens.count) {
			*statement = (struct tokens){ reader->tokens.items,
			    reader->tokens.count };
			return true;
		}
	}
	return false;
}

struct tokens
tokens_part(struct tokens tokens, size_t from, size_t to)
{
	if (to > tokens.count)
		to = tokens.count;
	if (from > to)
		from = to;
	return (struct tokens){ tokens.items + from, to - from };
}

bool
token_is_name(struct tokens tokens, size_t at)
{
	return at < tokens.count && tokens.items[at].kind == TOKEN_NAME;
}

size_t
tokens_close(struct tokens tokens, size_t open)
{
	int depth = 0;
	size_t i;

	for (i = open; i < tokens.count; i++) {
		depth += token_depth(&tokens.items[i]);
		if (depth <= 0)
			return i;
	}
	return tokens.count;
}

size_t
tokens_find(struct tokens tokens, const char *mark)
{
	int depth = 0;
	size_t i;

	for (i = 0; i < tokens.count; i++) {
		depth += token_depth(&tokens.items[i]);
		if (depth == 0 && token_is(tokens, i, mark))
			return i;
	}
	return tokens.count;
}

struct slice
tokens_text(struct tokens tokens)
{
	const struct token *last;

	if (!tokens.count)
		return LITERAL("");
	last = &tokens.items[tokens.count - 1];
	return (struct slice){ tokens.items[0].text.at,
	    (size_t)(last->text.at - tokens.items[0].text.at) +
	    last->text.len };
}
