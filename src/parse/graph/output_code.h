/*
 * output_code.h - inductor_output_code_….html or .txt: the Python, Triton and
 * C++ that Inductor generated.
 */
#ifndef GBQ_PARSE_GRAPH_OUTPUT_CODE_H
#define GBQ_PARSE_GRAPH_OUTPUT_CODE_H

#include "model/graph.h"
#include "parse/parse.h"

/*
 * Fill the hashes of *graph. Both are of the code: tlparse's highlighting is
 * taken off first, so that page, plain text and log agree. normalised_hash is
 * of it without comments, absolute paths in quotes, hashes and addresses, its
 * symbols numbered. ops_hash is empty; nodes, ops and inputs are UNKNOWN_INT.
 */
void output_code_parse(const struct parse_context *context,
    struct slice bytes, struct graph *graph);

/*
 * The code that a highlighted page shows, in the arena; other bytes are
 * returned as they are.
 */
struct slice output_code_text(struct arena *arena, struct slice bytes);

#endif
