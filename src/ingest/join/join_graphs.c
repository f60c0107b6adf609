/*
 * join_graphs.c - the graphs of each compile. One compile may hold several of
 * a stage: attempts, subgraphs of DDP, passes before and after.
 */
#include "ingest/join/join.h"

#include "util/order.h"

/* A graph and what orders it: torch writes files in the order of work. */
struct numbered {
	struct graph_row row;
	int64_t number;
};

static int
graphs_compare(const void *a, const void *b)
{
	const struct numbered *left = a, *right = b;

	if (left->row.compile != right->row.compile)
		return left->row.compile < right->row.compile ? -1 : 1;
	if (left->number != right->number)
		return left->number < right->number ? -1 : 1;
	return left->row.file < right->row.file ? -1 : 1;
}

void
join_graphs(struct join *join)
{
	const struct capture *capture = join->capture;
	ARRAY_OF(struct numbered) graphs = { 0 };
	struct graph_row *row;
	size_t i;

	for (i = 0; i < capture->graphs.count; i++) {
		const struct captured_graph *captured =
		    &capture->graphs.items[i];
		size_t compile =
		    join->rows->file_compile.items[captured->file];
		struct numbered *graph;

		if (compile == NO_ROW)
			continue;
		graph = array_add(&graphs);
		graph->row = (struct graph_row){ compile, captured->file,
		    &captured->graph };
		graph->number = capture->files.items[captured->file].order;
	}
	array_sort(&graphs, graphs_compare);
	for (i = 0; i < graphs.count; i++) {
		row = array_add(&join->rows->graphs);
		*row = graphs.items[i].row;
	}
	array_release(&graphs);
}
