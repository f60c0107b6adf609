/*
 * graph_record.c - counts nodes and hashes them, once in full and once as
 * targets and dtypes only.
 */
#include "parse/graph/graph_record.h"

#include <string.h>

#include "parse/graph/graph_private.h"

enum {
	MAX_TARGET = 500,	/* a longer name is damage, no target */
	MAX_TARGETS = 1 << 14	/* torch has some thousand operators */
};

void
graph_record_init(struct graph_record *record,
    const struct parse_context *context, struct graph *graph)
{
	memset(graph, 0, sizeof(*graph));
	memset(record, 0, sizeof(*record));
	record->context = context;
	record->graph = graph;
	graph_normal_init(&record->normal);
	record->hash = hash_new(HASH_SHA256);
	hash_begin(record->hash);
}

void
graph_record_bytes(struct graph_record *record, struct slice text)
{
	struct hash *hash = hash_new(HASH_SHA256);

	hash_begin(hash);
	hash_add(hash, text);
	hash_end(hash, record->graph->hash);
	hash_free(hash);
}

void
graph_record_module(struct graph_record *record)
{
	record->modules++;
	graph_normal_scope(&record->normal);
	if (!graph_record_at_root(record))
		hash_add(record->hash, LITERAL("module\n"));
}

bool
graph_record_at_root(const struct graph_record *record)
{
	return record->modules == 1;
}

/* "f32" of "f32[2, 3][3, 1]cpu"; "Sym" of a size; "" if none is told. */
static struct slice
dtype_of(struct tokens annotation)
{
	struct slice text;

	if (annotation.count != 1 || annotation.items[0].kind != TOKEN_STRING)
		return LITERAL("");
	text = slice_part(annotation.items[0].text, 1,
	    annotation.items[0].text.len - 1);
	if (slice_starts(text, LITERAL("Sym(")))
		return LITERAL("Sym");
	return slice_part(text, 0, slice_find_byte(text, '['));
}

/* One more call of a target, whose text is in record->line. */
static void
count_op(struct graph_record *record)
{
	struct slice name = buffer_slice(&record->line);
	const struct table_entry *found = table_find(&record->ops, name);
	struct graph_op *op;

	if (found) {
		record->graph->op_counts.items[found->value].count++;
		return;
	}
	if (record->graph->op_counts.count == MAX_TARGETS) {
		record->many_ops = true;
		return;
	}
	op = array_add(&record->graph->op_counts);
	op->op = slice_copy(record->context->arena, name);
	op->count = 1;
	table_put(&record->ops, op->op, NULL)->value =
	    record->graph->op_counts.count - 1;
}

void
graph_record_call(struct graph_record *record,
    const struct target *target, struct tokens annotation)
{
	buffer_clear(&record->line);
	buffer_add_string(&record->line, target->prefix);
	buffer_add_slice(&record->line,
	    slice_part(target->name, 0, MAX_TARGET));
	count_op(record);
	buffer_add_byte(&record->line, ' ');
	buffer_add_slice(&record->line, dtype_of(annotation));
	buffer_add_byte(&record->line, '\n');
	hash_add(record->hash, buffer_slice(&record->line));
	record->calls += graph_record_at_root(record);
}

void
graph_record_input(struct graph_record *record, struct slice name,
    struct tokens annotation)
{
	struct slice dtype = dtype_of(annotation);

	graph_normal_define(&record->normal, name);
	graph_normal_word(&record->normal, "in");
	graph_annotation_write(&record->normal, annotation);
	graph_normal_line(&record->normal);
	if (dtype.len == 0 || slice_equal(dtype, LITERAL("Sym")))
		return;
	hash_add(record->hash, LITERAL("in "));
	hash_add(record->hash, dtype);
	hash_add(record->hash, LITERAL("\n"));
}

static void
graph_record_release(struct graph_record *record)
{
	graph_normal_release(&record->normal);
	hash_free(record->hash);
	buffer_release(&record->line);
	table_release(&record->ops);
}

static void
graph_record_report(struct graph_record *record)
{
	if (!record->returned)
		problem_add(record->context->problems, SEVERITY_WARNING,
		    "graph_cut", UNKNOWN_INT,
		    "the text of the graph ends before its return");
	if (record->many_ops)
		problem_add(record->context->problems, SEVERITY_WARNING,
		    "graph_ops_cut", UNKNOWN_INT,
		    "only the first %d operators are told apart", MAX_TARGETS);
}

void
graph_record_finish(struct graph_record *record)
{
	struct graph *graph = record->graph;

	graph_normal_end(&record->normal, graph->normalised_hash);
	hash_end(record->hash, graph->ops_hash);
	if (record->modules) {
		graph_record_report(record);
		graph->ops = record->calls;
		graph->inputs = record->inputs;
		graph->nodes = record->inputs + record->calls +
		    record->attributes + record->returned;
	} else {
		graph->normalised_hash[0] = graph->ops_hash[0] = '\0';
		graph->nodes = graph->ops = graph->inputs = UNKNOWN_INT;
	}
	graph_record_release(record);
}
