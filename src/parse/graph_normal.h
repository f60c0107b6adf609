/*
 * graph_normal.h - writes a graph's text without what differs from run to run
 * and hashes it: values are numbered in order of definition, symbols in order
 * of appearance; addresses, object ids, device numbers and the numbers in
 * attribute paths are out; sizes stay.
 */
#ifndef GBQ_PARSE_GRAPH_NORMAL_H
#define GBQ_PARSE_GRAPH_NORMAL_H

#include "parse/graph_token.h"
#include "parse/name_table.h"
#include "util/hash.h"

struct graph_normal {
	struct hash *hash;
	struct buffer text;		/* not hashed yet */
	struct name_table values;	/* of the function at hand */
	struct name_table symbols;	/* of the whole text */
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

/* Write a word of our own / an expression / the end of a line. */
void graph_normal_word(struct graph_normal *normal, const char *word);
void graph_normal_tokens(struct graph_normal *normal, struct tokens tokens);
void graph_normal_line(struct graph_normal *normal);

/* Write what stands behind the ':' of a name: "f32[s77, 4][4, 1]cpu". */
void graph_normal_annotation(struct graph_normal *normal,
    struct tokens tokens);

/* Write text that is not Python of a graph, its symbols numbered. */
void graph_normal_code(struct graph_normal *normal, struct slice text);

/* Whether a name is torch's name of a symbol: s77, u0, zf3. */
bool is_symbol_name(struct slice name);

#endif
