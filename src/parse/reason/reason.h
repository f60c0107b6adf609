/*
 * reason.h - texts of graph breaks: dynamo_graph_break_reason_N.txt, restart
 * reasons and fail reasons, of every generation (format.md section 5).
 */
#ifndef GBQ_PARSE_REASON_REASON_H
#define GBQ_PARSE_REASON_REASON_H

#include "parse/parse.h"

/* Read a reason file. */
void reason_parse(struct parse_context *context, struct slice text,
    struct reason *out);

/*
 * Read a restart or fail reason: a text without header and tracebacks. parts
 * and body are set, the rest is empty (shape REASON_BREAK).
 */
void reason_body_parse(struct parse_context *context, struct slice text,
    struct reason *out);

/*
 * The callee or operator that a part names ("aten.nonzero.default",
 * "ContextVar.get", "print"), taken from its context or explanation; absent
 * where none is named.
 */
struct slice reason_detail(struct arena *arena,
    const struct reason_part *part);

/*
 * The part of a restart or fail reason that a reason file must hold to be its
 * cause: up to and with the first "For more details" line, else the whole
 * text, trimmed at the end.
 */
struct slice reason_key(struct slice text);

/* Whether a fail reason is the recompile limit (GB0039 and its wordings). */
bool reason_is_recompile_limit(struct slice type, struct slice text);

/*
 * Class of one hint text: USER_ERROR, DYNAMO_BUG, DIFFICULT, FUNDAMENTAL,
 * SUPPORTABLE, CAUSED_BY_EARLIER_GRAPH_BREAK, INFERENCE_MODE, SPARSE_TENSOR
 * or NONE (the texts of torch 2.13's graph_break_hints.py).
 */
enum hint_class {
	HINT_USER_ERROR,
	HINT_DYNAMO_BUG,
	HINT_DIFFICULT,
	HINT_FUNDAMENTAL,
	HINT_SUPPORTABLE,
	HINT_CAUSED_BY_EARLIER_GRAPH_BREAK,
	HINT_INFERENCE_MODE,
	HINT_SPARSE_TENSOR,
	HINT_NONE
};

enum hint_class hint_classify(struct slice hint);

/* "USER_ERROR" … "NONE". */
const char *hint_class_name(enum hint_class hint_class);

#endif
