/*
 * metrics_page.h - compilation_metrics_N.html, bwd_compilation_metrics_N.html
 * and aot_autograd_backward_compilation_metrics_N.html.
 */
#ifndef GBQ_PARSE_PAGE_METRICS_PAGE_H
#define GBQ_PARSE_PAGE_METRICS_PAGE_H

#include "parse/parse.h"

/*
 * Read a metrics page with libxml2's HTML parser (SAX push). A page that is
 * cut or damaged gives what could be read and problem rows (severity loss).
 */
void metrics_page_parse(struct parse_context *context, struct slice page,
    enum metrics_stage stage, struct metrics *out);

/*
 * ---- metrics_labels.c ----
 *
 * the sections and labels of metrics pages, as tables.
 */

enum section {
	SECTION_NONE,
	SECTION_STACK,
	SECTION_TIMES,
	SECTION_FAILURES,
	SECTION_CACHE,
	SECTION_GRAPH,
	SECTION_CUSTOM_OPS,
	SECTION_SPECIALIZATIONS,
	SECTION_GUARDS_ADDED
};

enum label_kind {
	LABEL_SECONDS,		/* "LABEL: 0.25" */
	LABEL_COUNT,		/* "LABEL: 7" */
	LABEL_TEXT,		/* "LABEL: <pre>…</pre>" */
	LABEL_FILE,		/* "In file <pre>…</pre>, line 7" */
	LABEL_LIST		/* "LABEL:" and <li> <code> … </code> */
};

struct label {
	enum section section;
	enum label_kind kind;
	struct slice text;
	const char *name;	/* torch's, for fields */
	size_t member;		/* offset in struct metrics */
};

/* A label and where its value goes. */
extern const struct label metrics_labels[];
extern const size_t metrics_label_total;

/* The label of that text in a section, or NULL. */
const struct label *metrics_label_find(enum section section,
    struct slice text);

/* The section of a heading, SECTION_NONE for others. */
enum section metrics_section_find(struct slice heading);

/* The first heading of a section, NUL-terminated. */
const char *metrics_section_heading(enum section section);

#endif
