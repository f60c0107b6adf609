/*
 * clickhouse.h - a ClickHouse server or cluster, over HTTP: queries, data and
 * definitions. Knows nothing of what is asked.
 *
 *	struct remote_rows rows = { 0 };
 *	struct clickhouse *ch;
 *	bool row;
 *
 *	status = clickhouse_connect(&ch, url, NULL, &error);
 *	if (status == GBQ_OK)
 *		status = clickhouse_query(ch, "SELECT name FROM runs", NULL,
 *		    &rows, &error);
 *	while (status == GBQ_OK && (status = remote_rows_next(&rows, &row,
 *	    &error)) == GBQ_OK && row)
 *		use(rows.cells[0].bytes);
 *	remote_rows_release(&rows);
 *	clickhouse_close(ch);
 *
 * Errors of a call: IO: no server answers; DATABASE: it refuses (the text has
 * its number and words; clickhouse_code() the number); LIMIT: timeout, memory
 * or too long an answer; BUSY: it has too much to do; INTERRUPTED. What can
 * pass (a lost connection, a shard that is down, too many queries) was tried
 * again before.
 */
#ifndef GBQ_REMOTE_CLICKHOUSE_H
#define GBQ_REMOTE_CLICKHOUSE_H

#include "gbq.h"
#include "remote/http.h"
#include "util/error.h"
#include "util/text.h"

struct clickhouse;

/*
 * ---- rows.c ----
 *
 * the answer of a ClickHouse server to a query, from its bytes in
 * TabSeparatedWithNamesAndTypes to typed cells.
 */

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
enum gbq_status remote_rows_begin(struct remote_rows *rows, int *code,
    struct error *error);

/*
 * Go to the next row: *row is false at the end. Integers that do not fit 64
 * bits with a sign are reals, "nan" is NULL, and what is neither a number nor
 * NULL is a text, a NUL behind its bytes. Cells hold until the next call.
 * DATABASE: the row has more or fewer cells than there are columns.
 */
enum gbq_status remote_rows_next(struct remote_rows *rows, bool *row,
    struct error *error);

/* Free what it holds; it is empty then. */
void remote_rows_release(struct remote_rows *rows);

/*
 * The number in "Code: 60, e.displayText() = DB::Exception: …" or "Code: 60.
 * DB::Exception: …" in the text, or 0; *message (may be NULL) what the server
 * says there, without its own name for the error and its version.
 */
int remote_error_code(struct slice text, struct slice *message);

/* ---- clickhouse.c ---- */

/* Zeroed, this is the default: a reader. */
struct clickhouse_options {
	bool writes;			/* else the server lets it read only */
	int tries;			/* of a request; 0: 3 */
	struct gbq_limits limits;	/* of a request: timeout, stop */
};

/* A setting of one query; a list ends with a name of NULL. */
struct clickhouse_setting {
	const char *name, *value;
};

/*
 * Find a server of the address that answers, and learn its version. USAGE: the
 * address is wrong (remote/url.h). A reader gets the settings that make SQL
 * mean what it does in SQLite (join_use_nulls, join_default_strictness=ALL)
 * and distributed_product_mode=local, and may only read; where its user may
 * change no settings, it is refused unless the user's profile has them.
 */
enum gbq_status clickhouse_connect(struct clickhouse **out, const char *url,
    const struct clickhouse_options *options, struct error *error);

/* NULL is allowed. */
void clickhouse_close(struct clickhouse *clickhouse);

/* Borrowed. The version is 18016 for 18.16. */
const struct remote_url *clickhouse_url(const struct clickhouse *clickhouse);
int clickhouse_version(const struct clickhouse *clickhouse);
const char *clickhouse_version_text(const struct clickhouse *clickhouse);

/* The server's number of the last error, or 0. */
int clickhouse_code(const struct clickhouse *clickhouse);

/* For the queries to come; 0: none. */
void clickhouse_set_timeout(struct clickhouse *clickhouse, double timeout_s);

/*
 * Ask one statement, which names no FORMAT, of the address's database. The
 * settings (or NULL) go before those of the connection. *rows, zeroed or used
 * before, is filled; release it in any case.
 */
enum gbq_status clickhouse_query(struct clickhouse *clickhouse, const char *sql,
    const struct clickhouse_setting *settings, struct remote_rows *rows,
    struct error *error);

/* Do a statement that answers nothing: definitions, ALTER, OPTIMIZE. */
enum gbq_status clickhouse_do(struct clickhouse *clickhouse, const char *sql,
    const struct clickhouse_setting *settings, struct error *error);

/*
 * The same on the host of that number in the address (from 0), and in no
 * database where in_database is false.
 */
enum gbq_status clickhouse_do_on(struct clickhouse *clickhouse, size_t host,
    bool in_database, const char *sql, struct error *error);

/* The same for a query. */
enum gbq_status clickhouse_query_on(struct clickhouse *clickhouse, size_t host,
    bool in_database, const char *sql, struct remote_rows *rows,
    struct error *error);

/*
 * Send rows: statement is "INSERT INTO t (a, b) FORMAT TabSeparated", body
 * gzip of the rows. gzip is no choice: a server takes a plain body that was cut
 * at the end of a row for the whole. *repeated is set to true where the rows
 * were sent more than once, so that some may be there twice.
 */
enum gbq_status clickhouse_insert(struct clickhouse *clickhouse,
    const char *statement, const struct clickhouse_setting *settings,
    struct slice gzip_body, bool *repeated, struct error *error);

/* Append the text as a literal of ClickHouse: 'it\'s'; NULL for absent. */
void clickhouse_literal(struct buffer *out, struct slice text);

#endif
