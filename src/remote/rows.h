/*
 * rows.h - the answer of a ClickHouse server to a query, from its bytes in
 * TabSeparatedWithNamesAndTypes to typed cells.
 */
#ifndef GBQ_REMOTE_ROWS_H
#define GBQ_REMOTE_ROWS_H

#include "gbq.h"
#include "util/error.h"
#include "util/text.h"

struct remote_column {
	const char *name;
	const char *type;	/* as the server says: Nullable(Int64) */
	enum gbq_type kind;		/* of its cells that are not NULL */
};

/* All zero is an answer without columns or rows. */
struct remote_rows {
	struct buffer body;		/* cells point into it */
	size_t at;			/* where the next row begins */
	ARRAY_OF(struct remote_column) columns;
	struct gbq_value *cells;	/* of the row at hand */
};

/*
 * Take the answer that is in rows->body: read the two heading lines, and look
 * at the end. An error of the server that came late stands, under HTTP 200,
 * behind the rows: DATABASE, *code its number (0: there is none; may be NULL).
 * DATABASE too where the bytes are no such answer, or cut.
 */
enum status remote_rows_begin(struct remote_rows *rows, int *code,
    struct error *error);

/*
 * Go to the next row: *row is false at the end. Integers that do not fit 64
 * bits with a sign are reals, "nan" is NULL, and what is neither a number nor
 * NULL is a text, a NUL behind its bytes. Cells hold until the next call.
 * DATABASE: the row has more or fewer cells than there are columns.
 */
enum status remote_rows_next(struct remote_rows *rows, bool *row,
    struct error *error);

/* Free what it holds; it is empty then. */
void remote_rows_release(struct remote_rows *rows);

/*
 * The number in "Code: 60, e.displayText() = DB::Exception: …" or "Code: 60.
 * DB::Exception: …" in the text, or 0; *message (may be NULL) what the server
 * says there, without its own name for the error and its version.
 */
int remote_error_code(struct slice text, struct slice *message);

#endif
