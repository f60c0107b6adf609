/*
 * format.h - rows in the formats that every command offers.
 */
#ifndef GBQ_CLI_FORMAT_FORMAT_H
#define GBQ_CLI_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "gbq.h"
#include "util/memory.h"
#include "util/text.h"

struct printer;

/* A format: what to do at the start, for a row and at the end. */
struct format {
	const char *name;
	void (*start)(struct printer *printer);
	void (*row)(struct printer *printer, const struct gbq_value *values);
	void (*end)(struct printer *printer);
	bool for_people;	/* columns may be left out, NULL is "?" */
};

/* A column of the table and markdown formats. */
struct format_column {
	const char *name;
	size_t width;		/* that it gets, in columns */
	size_t cell_width;	/* of the widest cell */
	bool is_text;		/* a cell is no number: align left */
	bool is_used;		/* a cell is not NULL */
	bool is_hidden;
	bool is_left_out;	/* for want of room */
};

struct printer {
	FILE *out;
	const struct format *format;
	size_t screen_width;	/* table: fit into it; 0: as wide as needed */
	bool color;		/* table: heading bold, bad words in color */
	bool hide_unknown;	/* people: leave out columns of NULLs only */
	const char *shown;	/* people: "a, b, c" only, so; NULL: all */

	struct format_column *columns;	/* from here on: printer's own */
	size_t column_count;
	size_t row_count;
	struct buffer line;
	struct arena arena;
	ARRAY_OF(struct slice) cells;	/* table, markdown: escaped text */
};

/* The formats of -f, ended by a name of NULL; the first is the default. */
extern const struct format formats[];

/* "gcc", which only lists of breaks and failures have (format_gcc.c). */
extern const struct format gcc_format;

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/*
 * Write rows: start, any number of rows, end. The members up to "shown" are
 * set before; names are copied. Errors of the stream are left in it.
 */
void printer_start(struct printer *printer, const char *const *names,
    size_t count);
void printer_row(struct printer *printer, const struct gbq_value *values);
void printer_end(struct printer *printer);

/* Instead of the end: release all, write no more. */
void printer_drop(struct printer *printer);

/*
 * All rows of a query, at most limit (0: all), written with its column names.
 */
enum gbq_status printer_query(struct printer *printer, struct gbq_query *query,
    size_t limit);

/* ---- for the formats (the first three: format_value.c) ---- */

/* Write the line buffer out and empty it. */
void printer_flush(struct printer *printer);

/* A number as it is written everywhere: the shortest text that reads back. */
void format_number(struct buffer *out, const struct gbq_value *value);

/*
 * The color that tells a good word of a column from a bad one (status
 * "failed": red), or NULL.
 */
const char *word_color(const char *column, struct slice word);

/* A JSON value; is_json: text that holds JSON is written as it is. */
void format_json_value(struct buffer *out, const struct gbq_value *value,
    bool is_json);

/* Whether a column of that name holds JSON text (format_json.c). */
bool format_is_json_column(const char *name);

/*
 * Make the columns of a table fit into the screen, if there is one: break
 * headings at '_', cut texts, leave columns out, the last ones first
 * (format_fit.c).
 */
void fit_columns(struct printer *printer);

/* Whether people are shown a column. */
bool column_is_shown(const struct printer *printer,
    const struct format_column *column);

/*
 * The part of a heading that stands in a line of it, from 0, where it may take
 * width columns; of length 0: there is no such line.
 */
struct slice heading_part(const char *name, size_t width, size_t line);

void table_start(struct printer *printer);
void table_row(struct printer *printer, const struct gbq_value *values);
void table_end(struct printer *printer);
void markdown_row(struct printer *printer, const struct gbq_value *values);
void markdown_end(struct printer *printer);
void csv_start(struct printer *printer);
void csv_row(struct printer *printer, const struct gbq_value *values);
void tsv_start(struct printer *printer);
void tsv_row(struct printer *printer, const struct gbq_value *values);
void raw_row(struct printer *printer, const struct gbq_value *values);
void json_rows_start(struct printer *printer);
void json_row(struct printer *printer, const struct gbq_value *values);
void json_rows_end(struct printer *printer);
void jsonl_row(struct printer *printer, const struct gbq_value *values);
void gcc_row(struct printer *printer, const struct gbq_value *values);

/*
 * ---- json_text.c ----
 *
 * writing JSON texts.
 */

/* Append a JSON string; bytes that are no UTF-8 become U+FFFD. */
void json_quote(struct buffer *out, struct slice text);

/*
 * Append a text that is a JSON object or array, without white space between
 * its tokens. False, nothing appended, where it is anything else.
 */
bool json_copy(struct buffer *out, struct slice text);

#endif
