/*
 * graph_token.h - statements of the Python text that torch prints a graph as:
 * class, def, assignments, return.
 */
#ifndef GBQ_PARSE_GRAPH_TOKEN_H
#define GBQ_PARSE_GRAPH_TOKEN_H

#include <string.h>

#include "util/text.h"

enum token_kind {
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,		/* with its quotes */
	TOKEN_MARK		/* operator or bracket, "**=" is one */
};

struct token {
	enum token_kind kind;
	struct slice text;
};

/* Some tokens of a statement, borrowed. */
struct tokens {
	const struct token *items;
	size_t count;
};

struct token_reader {
	struct slice rest;
	bool same_line;		/* the last statement ended in ';' */
	ARRAY_OF(struct token) tokens;	/* of the statement at hand */
	bool continues;		/* it follows a ';' */
};

void token_reader_init(struct token_reader *reader, struct slice text);
void token_reader_release(struct token_reader *reader);

/*
 * The next statement that has tokens: up to ';' or the end of the line outside
 * of brackets. Comments are passed over. False at the end.
 */
bool token_reader_next(struct token_reader *reader, struct tokens *statement);

/* The part [from, to) of a statement; both are clipped. */
struct tokens tokens_part(struct tokens tokens, size_t from, size_t to);

/*
 * Whether a token there is, and is this mark or name. Inline: the parser asks
 * it of every token many times.
 */
static inline bool
token_is(struct tokens tokens, size_t at, const char *text)
{
	size_t len = strlen(text);

	return at < tokens.count && tokens.items[at].text.len == len &&
	    tokens.items[at].kind != TOKEN_STRING &&
	    memcmp(tokens.items[at].text.at, text, len) == 0;
}

bool token_is_name(struct tokens tokens, size_t at);

/* 1 for an opening bracket, -1 for a closing one, else 0. */
int token_depth(const struct token *token);

/* Where the bracket that opens at a token closes; count if it does not. */
size_t tokens_close(struct tokens tokens, size_t open);

/* The first such mark outside of brackets, or count. */
size_t tokens_find(struct tokens tokens, const char *mark);

/* The bytes from the first token to the last. */
struct slice tokens_text(struct tokens tokens);

#endif
