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
#include "cli/format/text.h"
#include "util/text.h"

struct html_link {
	char id[24], title[32];
	size_t count;		/* shown beside it; 0: not */
};

struct html {
	struct context *context;
	struct buffer body;
	ARRAY_OF(struct html_link) links;
	int64_t run_id;		/* 0: of many runs */
	const char *glob;	/* of their names; NULL: all */
	struct run_facts facts;	/* of the run */
};

/* ---- primitives (html_write.c) ---- */

/* Append escaped text, "?" for NULL. */
void html_text(struct buffer *out, const char *text);
void html_slice(struct buffer *out, struct slice text);

/* The same for a name, which may be broken behind each '/'. */
void html_name(struct buffer *out, const char *name);

/* Append and empty a text that was escaped for people: for HTML now. */
void html_take(struct buffer *out, struct buffer *text);

/* What a function of cli/format tells people of a row. */
void html_words(struct buffer *out,
    void (*add)(struct buffer *out, const struct gbq_query *row),
    const struct gbq_query *row);

/* " name=\"escaped value\"" */
void html_attribute(struct buffer *out, const char *name, const char *value);

/* "<span class="chip CLASS">text</span>"; class: a word of the program. */
void html_chip(struct buffer *out, const char *class, const char *text);

/* "<a href="#s3">s3</a>", a link to the row of a list with handles. */
void html_handle_link(struct buffer *out, const char *handle);

/* A link where the address is one of the web, else its text. */
void html_link(struct buffer *out, const char *address);

/* "11.5 s", "?" where not known. */
void html_seconds(struct buffer *out, const struct gbq_value *value);

/* A number with thin spaces between thousands, "?" where not known. */
void html_number(struct buffer *out, const struct gbq_value *value);

/* The row's file and line as people are told them, the whole as title. */
void html_path(struct buffer *out, const struct gbq_query *row);

/* The line of code in a box; nothing for NULL. */
void html_code(struct buffer *out, const char *source);

/* What to run next for failures of a category; nothing where not known. */
void html_steps(struct buffer *out, const char *category);

/* One bar for a chart of parts of a whole: inline SVG. */
struct html_part {
	const char *class;	/* of the page's style */
	const char *title;	/* what it is; of the program */
	double value;		/* in the unit of whole */
};
void html_bar(struct buffer *out, const struct html_part *parts,
    size_t count, double whole);

/*
 * ---- sections: rows of saved queries become a part of the page ----
 *
 * A section is described, and html_add_section() draws it. It may be drawn
 * into any body: by itself, too.
 */

struct html_column {
	const char *title;
	const char *name;	/* of the query's column */
	const struct html_cell *cell;
	bool filters;		/* a list to choose its values from */
};

/* A value in its place: what the functions of a cell are given. */
struct html_value {
	const struct gbq_query *row;
	const struct html_column *column;
	struct gbq_value is;
};

/* How the values of a column are shown, and sorted and filtered by. */
struct html_cell {
	const char *class;	/* of the td; NULL: none */
	bool number;		/* to the right, sorted as a number */
	bool shows_null;	/* others are empty then */
	void (*add)(struct buffer *out, const struct html_value *value);

	/* Append what it is sorted and filtered by; NULL: the value. */
	void (*add_key)(struct buffer *out, const struct html_value *value);
};

/* ---- cells (html_cells.c) ---- */

extern const struct html_cell
	cell_text,		/* as it is */
	cell_number,
	cell_count,		/* a number, "?" for NULL */
	cell_seconds,
	cell_code,		/* in the font of code; NULL: empty */
	cell_chip,		/* a word in its color */
	cell_path,		/* with the row's "line" */
	cell_forms,		/* JSON: events by form */
	cell_compile,		/* compile id with instance and rank */
	cell_lines,		/* the first line, the others to unfold */
	cell_fold,		/* folded below the column's title */
	cell_flag;		/* the column's title as a chip where it is 1 */

/* ---- lists ---- */

/* The rows of a list, as they are drawn. */
struct html_rows {
	struct html *html;
	const struct html_list *list;
	size_t count;		/* with this one */
	void *state;		/* of the list's functions, zeroed at first */
};

struct html_list {
	const char *query;	/* saved; asked of the run, or of many */
	const char *heading;	/* HTML above the rows; NULL: none */
	bool beside;		/* not counted: alone it is no section */
	const char *needs;	/* column: rows without a value there and */
	bool (*is_item)(struct html_rows *rows, const struct gbq_query *row);
				/* rows that this denies are left out */
	size_t most;		/* rows above that are only counted; 0: all */
	const char *more;	/* "3 more …": HTML; NULL: where they are */
	size_t fold;		/* rows above that are folded; 0: none */

	/* A table that the script sorts and filters … */
	const struct html_column *columns;
	size_t column_count;
	const char *class;	/* of the table, too; NULL: none */
	bool has_handles;	/* rows have id="s3", their handle */

	/* … or HTML around what is made of the rows. */
	const char *begin, *end;
	void (*add_row)(struct html_rows *rows, const struct gbq_query *row);
	void (*finish)(struct html_rows *rows);	/* before end; may be NULL */
	size_t state_size;
};

#define HTML_COLUMNS(table)						\
	.columns = (table), .column_count = LENGTH(table)

/* More rows than anyone reads make a page slow. */
enum { HTML_MOST_ROWS = 2000, HTML_LISTS = 2 };

struct html_section {
	const char *id, *title;
	const char *note;	/* HTML behind the title; NULL: none */
	struct html_list lists[HTML_LISTS];
	size_t least;		/* with fewer rows there is no section */
	bool folded;		/* closed: what is hidden is not laid out */
	bool uncounted;		/* no number at its link */
};

/* ---- drawing (html_section.c) ---- */

/*
 * Draw a section, or those of an array that ends with NULL; one without rows
 * is not there. Exit status.
 */
int html_add_section(struct html *html, const struct html_section *section);
int html_add_sections(struct html *html,
    const struct html_section *const *sections);

/* For what is of no query: begin a section; the mark is for its end. */
size_t html_begin(struct html *html, const char *id, const char *title,
    const char *note);

/* End it; without content it is taken back, heading and link too. */
void html_end(struct html *html, size_t mark, size_t count);

/* ---- sections ---- */

extern const struct html_section html_counts;		/* html_overview.c */
extern const struct html_section html_fixes, html_sites; /* html_sites.c */
extern const struct html_section html_time;		/* html_time.c */
extern const struct html_section html_tree;		/* html_tree.c */
extern const struct html_section html_recompiles;	/* html_recompiles.c */

/* Those of a run, and of many (html_run.c, html_runs.c). */
extern const struct html_section *const html_run_sections[];
extern const struct html_section *const html_runs_sections[];

/* What makes the run's counts doubtful (html_overview.c). */
void html_doubts(struct html *html);

/* Before and after (html_diff.c). */
void html_diff(struct html *html, const struct gbq_diff *diff);

/* ---- the page (html_page.c) ---- */

/* Write the page around the body; title: not escaped. Exit status. */
int html_page(struct html *html, const char *title);

#endif
