/*
 * fuzz_graph_text.c - printed FX graphs and generated code.
 */
#include "fuzz.h"

#include <string.h>

#include "parse/graph/graph_text.h"
#include "parse/graph/output_code.h"

static void
check(const struct graph *graph)
{
	size_t i;

	fuzz_require(strlen(graph->hash) == 32, "a hash");
	fuzz_require((graph->nodes == UNKNOWN_INT) ==
	    (graph->ops == UNKNOWN_INT), "counts are known together");
	fuzz_require(graph->nodes == UNKNOWN_INT ||
	    (graph->ops >= 0 && graph->nodes >= graph->ops &&
	    graph->inputs >= 0), "ops are nodes");
	for (i = 0; i < graph->op_counts.count; i++) {
		fuzz_see(graph->op_counts.items[i].op);
		fuzz_require(graph->op_counts.items[i].count > 0,
		    "an op that is there is called");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct graph graph = { 0 }, code = { 0 };
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	graph_text_parse(&fuzz.context, fuzz.input, &graph);
	check(&graph);
	graph_free_arrays(&graph);
	output_code_parse(&fuzz.context, fuzz.input, &code);
	check(&code);
	fuzz_see(output_code_text(&fuzz.arena, fuzz.input));
	graph_free_arrays(&code);
	fuzz_end(&fuzz);
	return 0;
}
