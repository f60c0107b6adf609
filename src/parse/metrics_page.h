/*
 * metrics_page.h - compilation_metrics_N.html, bwd_compilation_metrics_N.html
 * and aot_autograd_backward_compilation_metrics_N.html.
 */
#ifndef GBQ_PARSE_METRICS_PAGE_H
#define GBQ_PARSE_METRICS_PAGE_H

#include "parse/parse.h"

/*
 * Read a metrics page with libxml2's HTML parser (SAX push). A page that is
 * cut or damaged gives what could be read and problem rows (severity loss).
 */
void metrics_page_parse(struct parse_context *context, struct slice page,
    enum metrics_stage stage, struct metrics *out);

#endif
