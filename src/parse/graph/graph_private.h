/*
 * graph_private.h - statements of the Python text that torch prints a graph as:
 * class, def, assignments, return.
 */
#ifndef GBQ_PARSE_GRAPH_GRAPH_PRIVATE_H
#define GBQ_PARSE_GRAPH_GRAPH_PRIVATE_H

#include <string.h>

#include "util/table.h"
#include "util/hash.h"
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

/*
 * ---- graph_call.c ----
 *
 * what kind of node an expression of a printed graph is, and
 * its target.
 */

enum node_kind {
	NODE_NONE,		/* no node that torch prints */
	NODE_ALIAS,		/* a value alone: another name of it */
	NODE_ATTRIBUTE,		/* get_attr: self.weight */
	NODE_CALL		/* call_function, call_method, call_module */
};

/* A target in two parts: "Tensor." and "sum"; "" and "torch.relu". */
struct target {
	const char *prefix;
	struct slice name;
};

/*
 * The node that an expression is; *target is set for a call:
 * torch.relu(x) torch.relu, torch.ops.aten.mul.Tensor(x, 2) aten.mul.Tensor,
 * x.sum(1) Tensor.sum, x.T getattr, x + 1 operator.add, x[0] operator.getitem,
 * self.lin(x) call_module. values: names of the function at hand.
 */
enum node_kind graph_call_parse(struct tokens expression,
    const struct hash_table *values, struct target *target);

/* The target of "x += 1" ("+=") or of "x[0] = 1" ("="), or an absent name. */
struct target graph_call_in_place(struct slice mark);

/*
 * A node of the form that prints a graph without module:
 * "call_function[target=operator.mul](args = (%x, 2), kwargs = {})".
 * NODE_NONE for placeholder and output.
 */
enum node_kind graph_call_listed(struct tokens expression,
    struct target *target);

/*
 * ---- graph_normal.c ----
 *
 * writes a graph's text without what differs from run to run
 * and hashes it: values are numbered in order of definition, symbols in order
 * of appearance; addresses, object ids, device numbers and the numbers in
 * attribute paths are out; sizes stay.
 */

enum { OBJECT_ID_DIGITS = 10 };	/* so many digits in a name are an id() */

struct graph_normal {
	struct hash *hash;
	struct buffer text;		/* not hashed yet */
	struct hash_table values;	/* of the function at hand */
	struct hash_table symbols;	/* of the whole text */
	size_t next_value, next_symbol;
};

void graph_normal_init(struct graph_normal *normal);
void graph_normal_release(struct graph_normal *normal);

/* The hash of what was written. */
void graph_normal_end(struct graph_normal *normal, char hex[HASH_HEX_SIZE]);

/* A new function begins: no values. */
void graph_normal_scope(struct graph_normal *normal);

/* A new value of that name. */
void graph_normal_define(struct graph_normal *normal, struct slice name);

/* Another name of a value. */
void graph_normal_alias(struct graph_normal *normal, struct slice name,
    struct slice value);

bool graph_normal_has(const struct graph_normal *normal, struct slice name);

/* Write the value of that name; false, and nothing, if there is none. */
bool graph_normal_value(struct graph_normal *normal, struct slice name);

/* Write bytes / a word of our own and a blank / the end of a line. */
void graph_normal_put(struct graph_normal *normal, struct slice text);
void graph_normal_word(struct graph_normal *normal, const char *word);
void graph_normal_line(struct graph_normal *normal);

/* Write a name; each run of at least so many digits becomes one '0'. */
void graph_normal_fold(struct graph_normal *normal, struct slice name,
    size_t least);

/* Write any text: symbols numbered, addresses and hashes out. */
void graph_normal_code(struct graph_normal *normal, struct slice text);

/* Write a value's type without its device's number: "f32[s77][1]cuda:0". */
void graph_normal_type(struct graph_normal *normal, struct slice text);

/* "0x7f12…"; shorter ones are numbers. */
bool is_address_text(struct slice word);

/*
 * ---- graph_expression.c ----
 *
 * writes tokens of a printed graph to its normalised
 * text.
 */

/*
 * An expression: values by their numbers, attributes of self without digits,
 * without addresses, numbers of devices and of Triton kernels.
 */
void graph_expression_write(struct graph_normal *normal,
    struct tokens tokens);

/* What stands behind the ':' of a name; nothing for no tokens. */
void graph_annotation_write(struct graph_normal *normal,
    struct tokens tokens);

#endif
