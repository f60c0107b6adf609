/*
 * graph_text.h - printed FX graphs: what print_readable() of torch 2.3 to
 * 2.13 writes, the code of a GraphModule, and the list form "graph():".
 */
#ifndef GBQ_PARSE_GRAPH_GRAPH_TEXT_H
#define GBQ_PARSE_GRAPH_GRAPH_TEXT_H

#include "model/graph.h"
#include "parse/parse.h"

/*
 * Fill *graph but for its stage.
 *
 * nodes, ops and inputs are those of the outermost module, as torch's
 * graph_node_count, graph_op_count and graph_input_count: inputs are the
 * parameters of forward (of a joint graph the unpacked ones); ops are the
 * statements that call something: function, method, module, operator,
 * indexing; nodes are both, reads of attributes (get_attr) and the return.
 * All three are UNKNOWN_INT where no graph is found.
 *
 * op_counts holds the operators of all modules that the text prints, so of
 * bodies of cond, map and the like too, each body once.
 *
 * normalised_hash is of the text without comments, types of modules, and what
 * graph_private.h takes out. ops_hash is of the targets of all calls and the
 * dtypes of inputs and results, in order; inputs that are sizes do not count.
 *
 * Problem: graph_cut (warning: it makes no count of breaks uncertain) where the
 * outermost forward has no return; graph_ops_cut (warning) where op_counts
 * is full.
 */
void graph_text_parse(const struct parse_context *context, struct slice text,
    struct graph *graph);

#endif
