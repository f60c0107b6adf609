/*
 * sheet.h - what people are shown of a diff: sections of rows of texts, the
 * same for a terminal, Markdown and the page, each of which lays them out.
 * Texts are as they came; what lays them out escapes them.
 */
#ifndef GBQ_CLI_DIFF_SHEET_H
#define GBQ_CLI_DIFF_SHEET_H

#include "cli/context.h"
#include "util/text.h"

#define DIFF_ARROW " \xe2\x86\x92 "

enum { SHEET_CELLS = 4 };

/* What a row's cells are. */
enum sheet_shape {
	SHEET_FACTS,	/* what, before, after */
	SHEET_TABLE,	/* as the columns say */
	SHEET_SITES,	/* a site: its counts in words, source, note */
	SHEET_STAT,	/* a site in one line: its counts in words */
	SHEET_ITEMS,	/* what, more of it */
	SHEET_RUNS,	/* name, verdict, note */
	SHEET_LINES	/* a line, indented by its depth */
};

struct sheet_column {
	const char *heading;
	int width;	/* of numbers, to the right; of the first; or 0 */
};

struct sheet_row {
	const char *cells[SHEET_CELLS];		/* NULL: nothing */
	int64_t counts[GBQ_SIDES];		/* of sites and items */
	enum gbq_diff_state state;		/* of items */
	const struct gbq_diff_pair *pair;	/* of sites */
	const char *handles[GBQ_SIDES];		/* of sites: "7:s3", or NULL */
	const struct gbq_diff_total *total;	/* of the table of totals */
	bool same;				/* nothing has changed */
	int depth;
};

struct sheet_section {
	enum sheet_shape shape;
	const char *heading;		/* NULL: goes on with the one before */
	const struct sheet_column *columns;	/* SHEET_CELLS of SHEET_TABLE */
	const size_t *states;		/* of sites: how many; NULL: none */
	bool terminal_only;		/* too long for a page */
	ARRAY_OF(struct sheet_row) rows;
	size_t more;			/* rows that were left out */
	const char *note;		/* said below; NULL: nothing */
};

struct sheet {
	struct arena arena;
	const char *verdict;			/* NULL: sections only */
	const char *why, *progress;		/* the last may be NULL */
	const char *sides[GBQ_SIDES];		/* what is compared */
	int64_t run_ids[GBQ_SIDES];		/* that handles name; or 0 */
	ARRAY_OF(struct sheet_section) sections;
};

struct sheet_options {
	size_t limit;		/* rows of a section; 0: all */
	bool stat;		/* sites only, a line each */
	bool changed;		/* without what is the same */
	bool stored;		/* runs are in a database: told as "7:s3" */
};

/* What -n, --stat and the format ask for. */
struct sheet_options sheet_options(const struct context *context);

void sheet_release(struct sheet *sheet);

/* A new section, and a new row of the last one: both empty. */
struct sheet_section *sheet_add(struct sheet *sheet, enum sheet_shape shape,
    const char *heading);
struct sheet_row *sheet_row(struct sheet *sheet);

/* Texts that live as long as the sheet; a buffer is released. */
const char *sheet_printf(struct sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *sheet_take(struct sheet *sheet, struct buffer *text);

/* Rows of the last section above the limit are only counted. */
void sheet_limit(struct sheet *sheet, size_t limit);

/* A row of the last section, a table of totals. */
void sheet_add_total(struct sheet *sheet, const struct gbq_diff_total *total);

/* The table of totals that say something. */
void sheet_add_totals(struct sheet *sheet,
    const struct gbq_diff_total *totals, size_t count,
    const struct sheet_options *options);

/* The section of sites, without rows: the lead, then "1 new, 0 gone, …". */
struct sheet_section *sheet_add_sites(struct sheet *sheet,
    const char *lead, const size_t states[GBQ_STATES]);

/* The sheet of a diff, which it borrows from. */
void sheet_of_diff(struct sheet *sheet, const struct gbq_diff *diff,
    const struct sheet_options *options);

/* The section of caches; cache: of one only, or NULL (diff_cache.c). */
void sheet_add_caches(struct sheet *sheet, const struct gbq_diff *diff,
    const char *cache, size_t limit);

/* ---- layouts ---- */

/* Append "6:s1 → 7:s3" and a gap; nothing where there are no handles. */
void sheet_add_handles(struct buffer *out, const struct sheet_row *row);

/* "what: before → after"; add_cell: how a text is escaped. */
void sheet_add_fact(struct buffer *out, const struct sheet_row *row,
    void (*add_cell)(struct buffer *out, const char *text));

/* For a terminal, and for the text of a pull request. */
void sheet_text(struct buffer *out, const struct sheet *sheet,
    const struct colors *colors);
void sheet_markdown(struct buffer *out, const struct sheet *sheet);

/* Write it in the format in use, Markdown or text, and release it. */
void sheet_write(struct context *context, struct sheet *sheet);

#endif
