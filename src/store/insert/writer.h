/*
 * writer.h - statements of one run's transaction: prepared once, bound by
 * position.
 */
#ifndef GBQ_STORE_INSERT_WRITER_H
#define GBQ_STORE_INSERT_WRITER_H

#include "store/store_private.h"
#include "util/table.h"

/* One for each table that a run fills; the SQL is in writer.c. */
enum insert {
	INSERT_RUN,
	INSERT_TAG,
	INSERT_TEXT,
	INSERT_ARTIFACT,
	INSERT_EMPTY_FOLDER,
	INSERT_COMPILE,
	INSERT_SITE,
	INSERT_SITE_KEY,
	INSERT_SITE_FOLLOWER,
	INSERT_COMPILE_BELOW,
	INSERT_EVENT,
	INSERT_HINT,
	INSERT_STACK_FRAME,
	INSERT_RESTART,
	INSERT_FAILURE,
	INSERT_GUARD_FAILURE,
	INSERT_RECOMPILE_CAUSE,
	INSERT_SPECIALIZATION,
	INSERT_GUARD_ADDED,
	INSERT_BYTECODE,
	INSERT_CACHE_EVENT,
	INSERT_GRAPH,
	INSERT_GRAPH_OP,
	INSERT_CONFIG,
	INSERT_PHASE,
	INSERT_COLLECTIVE,
	INSERT_PROBLEM,
	INSERT_COUNT
};

struct writer {
	struct store *store;
	sqlite3_stmt *statements[INSERT_COUNT];	/* the store's */
	sqlite3_stmt *current;		/* the row that is being bound */
	int column;
	int64_t run_id;
	int64_t next_text;
	struct hash_table texts;	/* interned pointer to text id */
	bool failed;			/* a statement failed: stop */
	struct error *error;
};

void writer_init(struct writer *writer, struct store *store,
    struct error *error);
void writer_release(struct writer *writer);

/* The last SQLite call failed: keep its error, store no more. */
void writer_fail(struct writer *writer);

/*
 * A row is bound column by column in the table's order: writer_begin() binds
 * the run id, writer_end() inserts. After a failure all calls do nothing.
 */
void writer_begin(struct writer *writer, enum insert insert);
void writer_end(struct writer *writer);

void writer_null(struct writer *writer);
void writer_int(struct writer *writer, int64_t value);

/* UNKNOWN_INT, NO_ID (id) and NaN become NULL. */
void writer_known(struct writer *writer, int64_t value);
void writer_id(struct writer *writer, int64_t id);
void writer_real(struct writer *writer, double value);

/* A row number of the same run, from 1; NO_ROW becomes NULL. */
void writer_row(struct writer *writer, size_t row);

/* A text in the row itself; absent or NULL becomes NULL. */
void writer_slice(struct writer *writer, struct slice text);
void writer_string(struct writer *writer, const char *text);
void writer_blob(struct writer *writer, struct slice bytes);

/*
 * The id of a text that no other row has. Long texts stand in a table with
 * row ids: a WITHOUT ROWID one takes a page of its own for each.
 */
void writer_new_text(struct writer *writer, struct slice text);

/* The id of an interned text, stored on first use. */
void writer_text(struct writer *writer, struct slice text);

#endif
