/*
 * graph_expression.h - writes tokens of a printed graph to its normalised
 * text.
 */
#ifndef GBQ_PARSE_GRAPH_EXPRESSION_H
#define GBQ_PARSE_GRAPH_EXPRESSION_H

#include "parse/graph_normal.h"
#include "parse/graph_token.h"

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
