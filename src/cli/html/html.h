/*
 * html.h - the page of gbq html. Parts are written into a body, each a section
 * that the bar at the top links to; the page is put together last.
 *
 * Everything that comes from data passes through html_text(): it is escaped
 * for people as on a terminal, then for HTML. The page's own script and style
 * carry a nonce that is a hash of the body, which nothing in the body can name.
 */
#ifndef GBQ_CLI_HTML_HTML_H
#define GBQ_CLI_HTML_HTML_H

#include "cli/context.h"
#include "util/text.h"

struct html_link {
	char id[24], title[32];
	size_t count;		/* shown beside it; 0: not */
};

struct html {
	struct context *context;
	struct buffer body;
	ARRAY_OF(struct html_link) links;
	int64_t run_id;
	bool at_least;		/* counts of breaks are lower bounds */
};

/* ---- primitives (html_write.c) ---- */

/* Append escaped text, "?" for NULL. */
void html_text(struct buffer *out, const char *text);

/* The same for a name, which may be broken behind each '/'. */
void html_name(struct buffer *out, const char *name);

/* Append and empty a text that was escaped for people: for HTML now. */
void html_take(struct buffer *out, struct buffer *text);

/* " name=\"escaped value\"" */
void html_attribute(struct buffer *out, const char *name, const char *value);

/* "<span class="chip CLASS">text</span>"; class: a word of the program. */
void html_chip(struct buffer *out, const char *class, const char *text);

/* A link where the address is one of the web, else its text. */
void html_link(struct buffer *out, const char *address);

/* "11.5 s", "?" where not known. */
void html_seconds(struct buffer *out, const struct gbq_value *value);

/* A number with thin spaces between thousands, "?" where not known. */
void html_number(struct buffer *out, const struct gbq_value *value);

/* A path as people are told it, the whole one as its title. */
void html_path(struct buffer *out, const char *path, int64_t line);

/* The line of code in a box; nothing for NULL. */
void html_code(struct buffer *out, const char *source);

/* One bar for a chart of parts of a whole: inline SVG. */
struct html_part {
	const char *class;	/* of the page's style */
	const char *title;	/* what it is; of the program */
	double value;		/* in the unit of whole */
};
void html_bar(struct buffer *out, const struct html_part *parts,
    size_t count, double whole);

/* ---- sections (html_section.c) ---- */

/*
 * Begin a section; the mark is for its end. note: escaped text behind the
 * title, or NULL.
 */
size_t html_begin(struct html *html, const char *id, const char *title,
    const char *note);

/* End it; without content it is taken back, heading and link too. */
void html_end(struct html *html, size_t mark, size_t count);

/* What a column of a table shows. */
enum html_kind {
	HTML_TEXT,		/* as it is */
	HTML_NUMBER,
	HTML_SECONDS,
	HTML_SHARE,		/* 0.45 as 45 % */
	HTML_CODE,		/* in the font of code */
	HTML_CHIP,		/* a word in its color */
	HTML_PATH,		/* with the row's "line" */
	HTML_FORMS,		/* JSON of counts */
	HTML_COMPILE,		/* compile id with instance and rank */
	HTML_LINES,		/* the first line, the others to unfold */
	HTML_FOLD,		/* folded below the column's title */
	HTML_FLAG		/* the column's title as a chip where it is 1 */
};

struct html_column {
	const char *title;
	const char *name;	/* of the query's column */
	enum html_kind kind;
	bool filters;		/* a list to choose its values from */
};

/*
 * Write the rows of a query as a table that the script sorts and filters;
 * *count (may be NULL) receives how many there are; of very many not all are
 * written, and that is said. Exit status.
 */
int html_table(struct html *html, struct gbq_query *query,
    const struct html_column *columns, size_t column_count, size_t *count);

/* A section with one such table of a saved query of the run. */
int html_list(struct html *html, const char *id, const char *title,
    const char *note, const char *query, const struct html_column *columns,
    size_t column_count);

#define HTML_COLUMNS(table) (table), sizeof(table) / sizeof((table)[0])

/* ---- parts; exit status ---- */

int html_overview(struct html *html);		/* html_overview.c */
int html_fixes(struct html *html);		/* html_sites.c */
int html_sites(struct html *html);
int html_time(struct html *html);		/* html_time.c */
int html_tree(struct html *html);		/* html_tree.c */
int html_recompiles(struct html *html);		/* html_lists.c */
int html_failures(struct html *html);
int html_ranks(struct html *html);
int html_rest(struct html *html);

/* Before and after (html_diff.c). */
void html_diff(struct html *html, const struct gbq_diff *diff);

/* Many runs; glob NULL: all (html_runs.c). */
int html_runs(struct html *html, const char *glob);

/* ---- the page (html_page.c) ---- */

/* Write the page around the body; title: not escaped. Exit status. */
int html_page(struct html *html, const char *title);

#endif
