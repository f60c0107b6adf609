/*
 * reason_hint.c - the class of a hint. The texts are those of torch 2.13's
 * torch/_dynamo/graph_break_hints.py; a hint without one of them is a
 * sentence of its own kind of break.
 */
#include "parse/reason/reason.h"

static const struct {
	const char *name;
	const char *start;
} classes[] = {
	[HINT_USER_ERROR] = { "USER_ERROR",
	    "Your code may result in an error when running in eager." },
	[HINT_DYNAMO_BUG] = { "DYNAMO_BUG",
	    "This is likely to be a Dynamo bug." },
	[HINT_DIFFICULT] = { "DIFFICULT",
	    "This graph break may be difficult to debug." },
	[HINT_FUNDAMENTAL] = { "FUNDAMENTAL",
	    "This graph break is fundamental" },
	[HINT_SUPPORTABLE] = { "SUPPORTABLE",
	    "It may be possible to write Dynamo tracing rules" },
	[HINT_CAUSED_BY_EARLIER_GRAPH_BREAK] = {
	    "CAUSED_BY_EARLIER_GRAPH_BREAK",
	    "This graph break may have been caused by an earlier" },
	[HINT_INFERENCE_MODE] = { "INFERENCE_MODE",
	    "Avoid using `tensor.is_inference()`" },
	[HINT_SPARSE_TENSOR] = { "SPARSE_TENSOR",
	    "Sparse tensor operations are not yet fully supported" },
	[HINT_NONE] = { "NONE", NULL },
};

enum hint_class
hint_classify(struct slice hint)
{
	int i;

	for (i = 0; i < HINT_NONE; i++) {
		if (slice_starts(hint, slice_of(classes[i].start)))
			return (enum hint_class)i;
	}
	return HINT_NONE;
}

const char *
hint_class_name(enum hint_class hint_class)
{
	return classes[hint_class].name;
}
