/*
 * graph_normal.h - writes a graph's text without what differs from run to run
 * and hashes it: values are numbered in order of definition, symbols in order
 * of appearance; addresses, object ids, device numbers and the numbers in
 * attribute paths are out; sizes stay.
 */
#ifndef GBQ_PARSE_GRAPH_NORMAL_H
#define GBQ_PARSE_GRAPH_NORMAL_H

#include "parse/name_table.h"
#include "util/hash.h"

enum { OBJECT_ID_DIGITS = 10 };	/* so many digits in a name are an id() */

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

#endif
