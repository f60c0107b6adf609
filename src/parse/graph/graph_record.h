/*
 * graph_record.h - a struct graph in the making: counts and hashes of the
 * nodes that graph_text.c finds.
 */
#ifndef GBQ_PARSE_GRAPH_GRAPH_RECORD_H
#define GBQ_PARSE_GRAPH_GRAPH_RECORD_H

#include "model/graph.h"
#include "parse/graph/graph_private.h"
#include "parse/parse.h"

struct graph_record {
	const struct parse_context *context;
	struct graph *graph;
	struct graph_normal normal;
	struct hash *hash;		/* of targets and dtypes */
	struct buffer line;		/* the call at hand, of that hash */
	struct hash_table ops;		/* target to index in op_counts */
	size_t modules;			/* begun so far; the first counts */
	int64_t inputs, calls, attributes;
	bool returned;
	bool many_ops;			/* more targets than op_counts takes */
	/*
	 * Of graph_text.c: "x += 1" was read; "iadd = x" behind the ';' names
	 * the result.
	 */
	struct target in_place;
};

/* Begin an empty *graph. */
void graph_record_init(struct graph_record *record,
    const struct parse_context *context, struct graph *graph);

/* The text's own hash. */
void graph_record_bytes(struct graph_record *record, struct slice text);

/* A new module, or function of a text without modules, begins. */
void graph_record_module(struct graph_record *record);

/* Whether what is read belongs to the outermost module. */
bool graph_record_at_root(const struct graph_record *record);

/* A call of a target; annotation: the type of its result, or no tokens. */
void graph_record_call(struct graph_record *record,
    const struct target *target, struct tokens annotation);

/*
 * Define and write an input. It is not counted: a declaration is an input too,
 * but the same one as the parameter.
 */
void graph_record_input(struct graph_record *record, struct slice name,
    struct tokens annotation);

/* Set counts and hashes of the graph, report problems, free the record. */
void graph_record_finish(struct graph_record *record);

#endif
