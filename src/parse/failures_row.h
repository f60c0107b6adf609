/*
 * failures_row.h - one row of failures_and_restarts.html, by tlparse's frame.
 */
#ifndef GBQ_PARSE_FAILURES_ROW_H
#define GBQ_PARSE_FAILURES_ROW_H

#include "parse/parse.h"

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
