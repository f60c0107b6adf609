/*
 * graph_call.h - what kind of node an expression of a printed graph is, and
 * its target.
 */
#ifndef GBQ_PARSE_GRAPH_CALL_H
#define GBQ_PARSE_GRAPH_CALL_H

#include "parse/graph_token.h"
#include "parse/name_table.h"

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
    const struct name_table *values, struct target *target);

/* The target of "x += 1" ("+=") or of "x[0] = 1" ("="), or an absent name. */
struct target graph_call_in_place(struct slice mark);

/*
 * A node of the form that prints a graph without module:
 * "call_function[target=operator.mul](args = (%x, 2), kwargs = {})".
 * NODE_NONE for placeholder and output.
 */
enum node_kind graph_call_listed(struct tokens expression,
    struct target *target);

#endif
