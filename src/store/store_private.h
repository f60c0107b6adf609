/*
 * store_private.h - what the files of store/ share.
 */
#ifndef GBQ_STORE_STORE_PRIVATE_H
#define GBQ_STORE_STORE_PRIVATE_H

#include <assert.h>

#include "store/insert/statements.h"
#include "store/store.h"

struct store {
	sqlite3 *db;
	enum gbq_mode mode;
	const char *path;	/* for messages */
	struct arena arena;
	struct statements statements;
};

/* The tables with rows of runs, "run" last; ended by NULL. */
extern const char *const store_run_tables[];

/* Run statements without results. */
enum gbq_status store_execute(struct store *store, const char *sql,
    struct error *error);

/*
 * A statement that the store keeps; give it back by statement_end(). NULL:
 * SQLite says why.
 */
sqlite3_stmt *store_statement(struct store *store, const char *sql);

/* Run a statement without results whose ?1 is a run. what: for the error. */
enum gbq_status store_of_run(struct store *store, const char *sql, int64_t
    run_id, const char *what, struct error *error);

/* First column of the first row. */
enum gbq_status store_get_int(struct store *store, const char *sql, int64_t
    *out, struct error *error);

/* No text of gbq's own has a greater id. */
#define MAX_TEXT_ID (INT64_MAX / 1024)

/* The id that the next text is to have; DATABASE where there is no room. */
enum gbq_status store_next_text(struct store *store, int64_t *id,
    struct error *error);

/*
 * Set the short names of files in break events of these runs that have none,
 * in a transaction (short_file.c).
 */
enum gbq_status store_fill_short_files(struct store *store, int64_t first_run,
    int64_t last_run, struct error *error);

/*
 * Make sum(), total() and avg() of the connection those of gbq, whose results
 * do not depend on SQLite's version (sums.c).
 */
enum gbq_status store_add_sums(struct store *store, struct error *error);

#endif
