/*
 * insert_graphs.c - rows of tables graph and graph_op.
 */
#include "store/insert/insert.h"

/* A hash that was not made is an empty text. */
static void
write_hash(struct writer *writer, const char *hash)
{
	writer_string(writer, hash[0] ? hash : NULL);
}

static void
insert_ops(struct writer *writer, const struct graph *graph, size_t row)
{
	size_t i;

	for (i = 0; i < graph->op_counts.count; i++) {
		writer_begin(writer, INSERT_GRAPH_OP);
		writer_row(writer, row);
		writer_slice(writer, graph->op_counts.items[i].op);
		writer_int(writer, graph->op_counts.items[i].count);
		writer_end(writer);
	}
}

void
insert_graphs(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->graphs.count; i++) {
		const struct graph_row *row = &rows->graphs.items[i];
		const struct graph *graph = row->graph;

		writer_begin(writer, INSERT_GRAPH);
		writer_row(writer, i);
		writer_row(writer, row->compile);
		writer_string(writer, graph_stage_name(graph->stage));
		writer_row(writer, row->file);
		writer_known(writer, graph->nodes);
		writer_known(writer, graph->ops);
		writer_known(writer, graph->inputs);
		write_hash(writer, graph->hash);
		write_hash(writer, graph->normalised_hash);
		write_hash(writer, graph->ops_hash);
		writer_end(writer);
		insert_ops(writer, graph, i);
	}
}
