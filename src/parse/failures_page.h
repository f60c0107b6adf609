/*
 * failures_page.h - failures_and_restarts.html.
 */
#ifndef GBQ_PARSE_FAILURES_PAGE_H
#define GBQ_PARSE_FAILURES_PAGE_H

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

#endif
