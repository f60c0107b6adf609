/*
 * graph.c - stages of graphs, and releasing one.
 */
#include "model/graph.h"

const char *
graph_stage_name(enum graph_stage stage)
{
	static const char *const names[] = {
		[GRAPH_DYNAMO] = "dynamo",
		[GRAPH_PRE_GRAD] = "pre_grad",
		[GRAPH_JOINT] = "joint",
		[GRAPH_FORWARD] = "forward",
		[GRAPH_BACKWARD] = "backward",
		[GRAPH_INFERENCE] = "inference",
		[GRAPH_POST_GRAD] = "post_grad",
		[GRAPH_OUTPUT_CODE] = "output_code",
		[GRAPH_OTHER] = "other",
	};

	return names[stage];
}

/*
 * Words of file names; the first that the name holds decides. Graphs that
 * optimize_ddp split and those of compiled autograd are graphs of Dynamo or
 * for Dynamo too, but counting them as "dynamo" would count their operators
 * twice.
 */
static const struct {
	const char *word;
	enum graph_stage stage;
} stage_words[] = {
	{ "dynamo_output_graph", GRAPH_DYNAMO },
	{ "inductor_output_code", GRAPH_OUTPUT_CODE },
	{ "pre_grad_graph", GRAPH_PRE_GRAD },
	{ "post_grad_graph", GRAPH_POST_GRAD },
	{ "joint_graph", GRAPH_JOINT },
	{ "aot_forward_graph", GRAPH_FORWARD },
	{ "aot_backward_graph", GRAPH_BACKWARD },
	{ "aot_inference_graph", GRAPH_INFERENCE },
};

enum graph_stage
graph_stage_of(struct slice name)
{
	size_t i;

	for (i = 0; i < LENGTH(stage_words); i++) {
		if (slice_contains(name, slice_of(stage_words[i].word)))
			return stage_words[i].stage;
	}
	return GRAPH_OTHER;
}

void
graph_free_arrays(struct graph *graph)
{
	array_release(&graph->op_counts);
}
