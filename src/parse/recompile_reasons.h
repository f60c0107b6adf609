/*
 * recompile_reasons.h - recompile_reasons_N.json: a JSON list of texts, or one
 * bare text that is no JSON (format.md section 4, item 12).
 */
#ifndef GBQ_PARSE_RECOMPILE_REASONS_H
#define GBQ_PARSE_RECOMPILE_REASONS_H

#include "parse/parse.h"

/*
 * Read the reasons in order. An empty list gives none; a JSON null, in a list
 * or alone, gives an item without text; "Unable to find recompilation reasons"
 * gives an item with a guard and no missed compile.
 */
void recompile_reasons_parse(struct parse_context *context,
    struct slice text, recompile_reason_array *out);

#endif
