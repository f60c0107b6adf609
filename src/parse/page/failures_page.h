/*
 * failures_page.h - failures_and_restarts.html.
 */
#ifndef GBQ_PARSE_PAGE_FAILURES_PAGE_H
#define GBQ_PARSE_PAGE_FAILURES_PAGE_H

#include "parse/parse.h"

/*
 * Read the rows in page order. tlparse writes restart reasons raw, so the
 * rows are cut from the bytes by tlparse's fixed frame; libxml2 reads the
 * structure and its count of rows is the check (format.md section 4, item 1).
 * A reason that itself holds "</pre></td></tr><tr>" forges no row: a row's
 * link must be one that is_folder accepts, else it is text.
 *
 * is_folder(data, folder) tells whether the report has that compile folder;
 * NULL accepts all.
 */
void failures_page_parse(struct parse_context *context, struct slice page,
    bool (*is_folder)(void *data, struct slice folder), void *data,
    failure_row_array *out);

/*
 * ---- failures_row.c ----
 *
 * one row of failures_and_restarts.html, by tlparse's frame.
 */

/* How the script at the end of a page begins; tlparse 0.3.20 has none. */
#define SCRIPT_START LITERAL("<script>\n"				\
    "    document.addEventListener('DOMContentLoaded'")

/* The page of the rows. */
struct failures_reader {
	struct parse_context *context;
	struct slice page;
	size_t rows_end;	/* where the script or </body> begins */
	bool is_whole;
	bool no_restart_end;	/* none is left in the page */
	bool (*is_folder)(void *data, struct slice folder);
	void *data;
};

/*
 * Read the row at an offset, texts unescaped; *end is the offset behind it.
 * False if there is none, or if it has no end.
 */
bool failures_row_read(struct failures_reader *reader, size_t at,
    struct failure_row *row, size_t *end);

/* The next offset at which a row begins, or rows_end. */
size_t failures_row_next(const struct failures_reader *reader, size_t at);

/* The offset of what follows white space. */
size_t failures_skip_space(struct slice page, size_t at);

#endif
