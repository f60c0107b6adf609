/*
 * copy.h - what the files that copy a run share.
 */
#ifndef GBQ_STORE_COPY_COPY_H
#define GBQ_STORE_COPY_COPY_H

#include "model/redact.h"
#include "store/content/content.h"
#include "store/store.h"
#include "store/store_private.h"
#include "util/table.h"

/*
 * ---- copy_run.c ----
 *
 * a run from one database into another, row by row.
 */

/*
 * Copy a run with its contents in one transaction; with a redaction without
 * contents, and without what it names. If the run (run_key) is there already,
 * *added is false and *new_id that run's. DATABASE, BUSY, IO of either
 * database; DATABASE where their schemas differ.
 */
enum gbq_status store_copy_run(struct store *to, struct store *from,
    int64_t run_id, const struct gbq_redaction *redaction, int64_t *new_id,
    bool *added, struct error *error);

/*
 * Check that a database has the tables of this program, as tables, with the
 * columns of another: needed before store_copy_run().
 */
enum gbq_status store_check_tables(struct store *to, struct store *from,
    struct error *error);

/* ---- copy.c ---- */

/* What is done to a column's text. */
enum copy_change {
	CHANGE_NONE,
	CHANGE_DROP,		/* NULL */
	CHANGE_PATH,
	CHANGE_CHAIN,
	CHANGE_PATHS_IN,	/* free text */
	CHANGE_FIRST_LINE,
	CHANGE_HIDE,		/* "[redacted]" */
	CHANGE_COMMENT,		/* without "  # …" at the end */
	CHANGE_LIST,		/* without ": […" at the end */
	CHANGES
};

/* A run that is being copied. */
struct copy {
	struct store *to, *from;
	int64_t run_id, new_id;
	struct gbq_redaction redaction;	/* nothing set: a true copy */
	int64_t first_text, next_text;
	/* From ids of the source to those of the copy. */
	struct hash_table texts;	/* id * CHANGES^2 + changes */
	struct hash_table contents, configs;
	sqlite3_stmt *get_text, *put_text;
	struct contents *writing;
	struct error *error;
};

/*
 * The two changes, the second after the first, that a column takes. is_text:
 * it holds texts, which a redaction drops unless it knows them.
 */
void copy_changes(const struct copy *copy, const char *table,
    const char *column, bool is_text, enum copy_change changes[2]);

/* Append the changed text; false: it is dropped. */
bool copy_change_text(const enum copy_change changes[2], struct slice text,
    struct buffer *out);

/* The contents that the run's artifacts name; opens the transaction. */
enum gbq_status copy_contents(struct copy *copy);

/* Rows of one table; text, config and content ids become the new ones. */
enum gbq_status copy_table(struct copy *copy, const char *table);

enum gbq_status copy_failed(struct copy *copy, struct store *store);

#endif
