/*
 * diff_graphs.c - graphs by frame and stage: those whose normalised hash the
 * other side does not have. Ids of compiles do not matter.
 */
#include "query/diff/diff.h"

#include <stdlib.h>

#include "util/order.h"

/* A graph with the side that it is of. */
struct sided_graph {
	const struct side_graph *graph;
	struct slice file_key;		/* as on the new side */
	int side;
};

static int
diff_graphs_compare_groups(const struct sided_graph *a,
    const struct sided_graph *b)
{
	int order = slice_compare(a->file_key, b->file_key);

	if (!order)
		order = slice_compare(slice_of(a->graph->function),
		    slice_of(b->graph->function));
	return order ? order : slice_compare(slice_of(a->graph->stage),
	    slice_of(b->graph->stage));
}

static int
diff_graphs_compare(const void *a, const void *b)
{
	const struct sided_graph *left = a, *right = b;
	int order = diff_graphs_compare_groups(left, right);

	if (!order)
		order = slice_compare(left->graph->hash, right->graph->hash);
	if (!order)
		order = left->side - right->side;
	/* Graphs of a side lie in one array, by file and compile. */
	return order ? order : ORDER_OF(left->graph, right->graph);
}

static void
diff_graphs_add_id(struct buffer *list, const struct side_graph *graph)
{
	buffer_printf(list, "%s\"%s\"", list->len ? ", " : "[",
	    graph->compile_id ? graph->compile_id : "-/-");
}

/* Graphs of one hash: as many as both sides have are equal. */
static void
diff_graphs_add_hash(struct gbq_diff_graph *row,
    const struct sided_graph *graphs, size_t count,
    struct buffer lists[GBQ_SIDES])
{
	size_t base = 0, equal, i, seen[GBQ_SIDES] = { 0, 0 };

	while (base < count && graphs[base].side == GBQ_SIDE_BASE)
		base++;
	equal = base < count - base ? base : count - base;
	row->equal += (int64_t)equal;
	for (i = 0; i < count; i++) {
		int side = graphs[i].side;

		row->counts[side]++;
		if (seen[side]++ >= equal)
			diff_graphs_add_id(&lists[side], graphs[i].graph);
	}
}

static void
diff_graphs_add_group(struct diff_build *build,
    const struct sided_graph *graphs, size_t count)
{
	struct gbq_diff_graph row = { 0 };
	struct buffer lists[GBQ_SIDES] = { { 0 }, { 0 } };
	size_t from, i;
	int side;

	for (from = 0; from < count; from = i) {
		for (i = from + 1; i < count &&
		    slice_equal(graphs[from].graph->hash,
		    graphs[i].graph->hash); i++)
			continue;
		diff_graphs_add_hash(&row, graphs + from, i - from, lists);
	}
	if (lists[0].len || lists[1].len) {
		row.stage = graphs[count - 1].graph->stage;
		row.function = graphs[count - 1].graph->function;
		row.file = graphs[count - 1].graph->file;
		row.line = graphs[count - 1].graph->line;
		for (side = 0; side < GBQ_SIDES; side++) {
			buffer_add_string(&lists[side], lists[side].len ?
			    "]" : "[]");
			row.only[side] = diff_take(build, &lists[side]);
		}
		*array_add(&build->graphs) = row;
	}
	buffer_release(&lists[0]);
	buffer_release(&lists[1]);
}

void
diff_graphs(struct diff_build *build)
{
	size_t total = build->sides[0]->graphs.count +
	    build->sides[1]->graphs.count, count = 0, from, i;
	struct sided_graph *graphs = mem_calloc(total + 1, sizeof(*graphs));
	int side;

	for (side = 0; side < GBQ_SIDES; side++) {
		for (i = 0; i < build->sides[side]->graphs.count; i++) {
			const struct side_graph *graph =
			    &build->sides[side]->graphs.items[i];

			graphs[count++] = (struct sided_graph){ graph,
			    diff_file_key(build, side, graph->file_key),
			    side };
		}
	}
	if (count)
		qsort(graphs, count, sizeof(*graphs), diff_graphs_compare);
	for (from = 0; from < count; from = i) {
		for (i = from + 1; i < count &&
		    diff_graphs_compare_groups(&graphs[from],
		    &graphs[i]) == 0; i++)
			continue;
		diff_graphs_add_group(build, graphs + from, i - from);
	}
	free(graphs);
}
