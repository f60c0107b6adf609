/*
 * batch.h - rows of one table on their way: TabSeparated, gzip.
 */
#ifndef GBQ_REMOTE_BATCH_H
#define GBQ_REMOTE_BATCH_H

#include <sqlite3.h>

#include "remote/tables.h"
#include "util/error.h"

/*
 * A server takes what it gets in one piece for one part of a table: so many
 * rows and bytes (of TabSeparated) at most.
 */
enum { BATCH_ROWS = 100000, BATCH_BYTES = 32000000 };

struct batch;

struct batch *batch_new(void);
void batch_free(struct batch *batch);

/* Add a line, which ends with '\n'. */
void batch_add(struct batch *batch, struct slice line);

size_t batch_rows(const struct batch *batch);

/* Whether another row does not go in. */
bool batch_is_full(const struct batch *batch);

/* End it: the gzip bytes, valid until the batch is begun anew or freed. */
struct slice batch_end(struct batch *batch);

/* Begin anew, without rows. */
void batch_begin(struct batch *batch);

/*
 * Append the current row of a statement (push_table.select) to *line, its
 * cells with tabs between them, without run_id; to *compared (may be NULL) the
 * same without what differs between machines. DATABASE: a cell has another type
 * than its column.
 */
enum gbq_status batch_row(struct buffer *line, struct buffer *compared,
    const struct push_table *table, sqlite3_stmt *stmt, struct error *error);

/*
 * Append JSON without blanks between its tokens: ClickHouse's functions for
 * members want none behind a colon. text may be NULL.
 */
void batch_json(struct buffer *out, const unsigned char *text, size_t len);

/* Append a text as a cell. */
void batch_text(struct buffer *line, struct slice text);

#endif
