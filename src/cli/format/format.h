/*
 * format.h - rows in the formats that every command offers.
 */
#ifndef GBQ_CLI_FORMAT_FORMAT_H
#define GBQ_CLI_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/format/color.h"
#include "cli/layout/layout.h"
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

/* What of a row a column shows. */
enum column_join {
	JOIN_NONE,		/* the value of its name */
	JOIN_PLACE,		/* "…/generic.py:1030", of file and line */
	JOIN_COMPILE,		/* "[0/1_2#1@r3]", of all that name a compile */
	JOIN_LOST		/* seconds lost in restarts and in skips */
};

struct format_column {
	const char *name;
	size_t value;		/* index of the value, in a row */
	size_t second;		/* of JOIN_PLACE and JOIN_LOST; SIZE_MAX */
	enum column_join join;
};

struct printer {
	FILE *out;
	const struct format *format;
	size_t screen_width;	/* table: fit into it; 0: as wide as needed */
	const struct colors *colors;	/* table: of heading and words */
	bool words;		/* people: those of words.h in the cells */
	bool whole_texts;	/* table: texts are not clipped to a line */
	/*
	 * people: columns "a, b, c", in this order, joined, headed by words,
	 * without those of NULLs only; NULL: all, as they are
	 */
	const char *shown;

	const char **names;	/* from here on: printer's own */
	size_t name_count;
	struct format_column *columns;
	size_t column_count;
	size_t row_count;
	bool has_clipped;	/* a text was cut to its first line */
	struct buffer line;
	struct arena arena;
	struct layout_column *layout;	/* table, markdown */
	ARRAY_OF(struct layout_cell) cells;
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

/* A JSON value; is_json: text that holds JSON is written as it is. */
void format_json_value(struct buffer *out, const struct gbq_value *value,
    bool is_json);

/* Whether a column of that name holds JSON text (format_json.c). */
bool format_is_json_column(const char *name);

/* The value of that name in a row, or NULL. */
const struct gbq_value *printer_value(const struct printer *printer,
    const struct gbq_value *values, const char *name);

/*
 * ---- format_columns.c ----
 *
 * Set columns: for machines one each name, for people what they are shown.
 */
void printer_choose_columns(struct printer *printer);

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
