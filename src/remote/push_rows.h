/*
 * push_rows.h - reads the rows of runs from the views of a database, for
 * sending them, for telling whether they changed, and for telling whether a
 * cluster has the same.
 */
#ifndef GBQ_REMOTE_PUSH_ROWS_H
#define GBQ_REMOTE_PUSH_ROWS_H

#include <sqlite3.h>

#include "remote/batch.h"
#include "remote/ledger.h"

struct push_rows {
	sqlite3 *db;
	const struct push_tables *tables;	/* borrowed */
	sqlite3_stmt **statements;		/* one a table */
	struct buffer line, compared;
};

/* Called for each row: its line without '\n', as batch_row() makes it. */
typedef enum status push_row_function(void *data, struct slice line,
    struct error *error);

/* Prepare the statements. Release it in any case. */
enum status push_rows_init(struct push_rows *rows, sqlite3 *db,
    const struct push_tables *tables, struct error *error);
void push_rows_release(struct push_rows *rows);

/*
 * Read the rows of a table, of a run where it is a table of runs. What does
 * not differ between machines is added to hash. function may be NULL.
 */
enum status push_rows_read(struct push_rows *rows, size_t table,
    int64_t local_id, struct hash *hash, push_row_function *function,
    void *data, struct error *error);

/* The content of a run: equal if pushing it anew changes nothing. */
enum status push_rows_content(struct push_rows *rows,
    const struct push_run *run, char content[HASH_HEX_SIZE],
    struct error *error);

/* What the rows of a run in a table come to. Release the sums. */
struct row_sums {
	int64_t count;
	uint64_t text;		/* sum of halfMD5() of the cells, no reals */
	ARRAY_OF(double) reals;	/* sum of each column of reals */
	ARRAY_OF(double) sizes;	/* the same of the absolute values */
};

/* Append the SQL of a cluster for count, text and reals, and the same here. */
void row_sums_sql(struct buffer *sql, const struct push_table *table);
enum status row_sums_read(struct row_sums *sums, struct push_rows *rows,
    size_t table, int64_t local_id, struct error *error);
void row_sums_release(struct row_sums *sums);

#endif
