/*
 * graph.h - what the parsers make of a printed graph: counts, operators and
 * hashes; the text itself is kept as an artifact.
 */
#ifndef GBQ_MODEL_GRAPH_H
#define GBQ_MODEL_GRAPH_H

#include <stdint.h>

#include "util/hash.h"
#include "util/memory.h"
#include "util/text.h"

/* How far torch had come with the graph. */
enum graph_stage {
	GRAPH_DYNAMO,		/* as Dynamo traced it */
	GRAPH_PRE_GRAD,		/* around Inductor's passes before AOT */
	GRAPH_JOINT,		/* forward and backward in one */
	GRAPH_FORWARD,
	GRAPH_BACKWARD,
	GRAPH_INFERENCE,
	GRAPH_POST_GRAD,	/* around Inductor's passes after AOT */
	GRAPH_OUTPUT_CODE,	/* what Inductor generated: no FX graph */
	GRAPH_OTHER
};

/* "dynamo", "pre_grad", …, as column stage shows it. */
const char *graph_stage_name(enum graph_stage stage);

/* The stage that a file name tells, without number and extension. */
enum graph_stage graph_stage_of(struct slice name);

/* An operator and how often it is called. */
struct graph_op {
	struct slice op;
	int64_t count;
};

struct graph {
	enum graph_stage stage;
	/* Of the outermost module, as torch counts; or UNKNOWN_INT. */
	int64_t nodes, ops, inputs;
	/* Empty texts where there is no such hash. */
	char hash[HASH_HEX_SIZE];
	char normalised_hash[HASH_HEX_SIZE];
	char ops_hash[HASH_HEX_SIZE];
	/* Of all modules in the text, in order of first appearance. */
	ARRAY_OF(struct graph_op) op_counts;
};

/* Free the array of a graph (its texts belong to an arena). */
void graph_free_arrays(struct graph *graph);

#endif
