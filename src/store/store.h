/*
 * store.h - the write side: a gbq database, opened, migrated, filled.
 */
#ifndef GBQ_STORE_STORE_H
#define GBQ_STORE_STORE_H

#include <sqlite3.h>

#include "model/kinds.h"
#include "model/rows.h"
#include "store/failure.h"
#include "util/error.h"

/* "gbq" and a zero byte: what application_id marks a gbq database with. */
enum { STORE_APPLICATION_ID = 0x67627100 };

enum store_mode {
	STORE_READ,	/* must exist; never changed */
	STORE_WRITE,	/* made if it is not there */
	STORE_MEMORY,	/* a new one that lives as long as the handle */
	STORE_UPGRADE	/* must exist; for store_upgrade() only */
};

struct store;

/*
 * Open a database; path is ignored with STORE_MEMORY. Its tables are those
 * that this program makes, and so are the views that the handle sees. Errors:
 * DATABASE (no gbq database, damaged, of another schema version), NO_INPUT
 * (STORE_READ and not there), BUSY, IO.
 */
enum status store_open(struct store **out, const char *path,
    enum store_mode mode, struct error *error);

/*
 * Close; the last writer leaves the file in journal mode DELETE. An error
 * (IO): what was written may not last yet; what was there before does. It is
 * closed all the same. NULL is allowed.
 */
enum status store_close(struct store *store, struct error *error);

/*
 * Move a database that was opened with STORE_UPGRADE to the newest schema
 * version, in one transaction; *from is what it had. Views and kinds of breaks
 * are made anew in any case.
 */
enum status store_upgrade(struct store *store, int *from,
    struct error *error);

/* The path of the file; NULL: it is in memory. */
const char *store_path(const struct store *store);

/* The SQLite handle, borrowed. */
sqlite3 *store_db(struct store *store);

/* Read the wordings of torch's registry. */
enum status store_load_kinds(struct store *store, struct kind_table *kinds,
    struct error *error);

/* The run with that key: *run_id, or 0 if there is none. */
enum status store_find_run(struct store *store, const char *run_key,
    int64_t *run_id, struct error *error);

/* The newest run of that name, or 0. */
enum status store_find_name(struct store *store, struct slice name,
    int64_t *run_id, struct error *error);

/* A tag of a run; a value that reads as a number is stored as one. */
struct store_tag {
	struct slice key, value;
};

struct store_input;

/* What store_add_run() is to do besides. */
struct store_run_options {
	const struct store_tag *tags;
	size_t tag_count;
	int64_t replaces;	/* run to remove in the same transaction, 0 */
	const struct store_input *input;	/* to remember, or NULL */
};

struct contents;

/*
 * Store a joined run in one transaction: whole or not at all. If a run with
 * the same key came in between, *run_id is that run's and *added false. The
 * contents may have begun the transaction; it ends here. BUSY with
 * contents_changed(): read the input again.
 */
enum status store_add_run(struct store *store, struct capture *capture,
    const struct rows *rows, struct contents *contents,
    const struct store_run_options *options, int64_t *run_id, bool *added,
    struct error *error);

/*
 * Put newly joined rows of a stored run in the place of the old ones. The
 * contents have begun the transaction (contents_lock()); it ends here. Name,
 * tags, input and ingested_at stay; rows has the same run_key.
 */
enum status store_replace_rows(struct store *store, int64_t run_id,
    struct capture *capture, const struct rows *rows,
    struct contents *contents, struct error *error);

/* Remove a run, the texts and contents that only it used, in one
 * transaction. */
enum status store_remove_run(struct store *store, int64_t run_id,
    struct error *error);

/* Give a run another name. NO_INPUT: no such run; USAGE: an empty name. */
enum status store_rename_run(struct store *store, int64_t run_id,
    struct slice name, struct error *error);

/*
 * Set tags, or remove those whose value is absent, in one transaction.
 * NO_INPUT: no such run, or it has no such tag.
 */
enum status store_edit_tags(struct store *store, int64_t run_id,
    const struct store_tag *tags, size_t count, struct error *error);

/* What the value of a tag is stored as. */
enum store_tag_type { STORE_TAG_TEXT, STORE_TAG_INTEGER, STORE_TAG_REAL };

/*
 * A number where the text reads as one: "12", "-1.5", "1e-3"; not "012" or
 * "12e3", which may be the start of a hash.
 */
enum store_tag_type store_tag_type(struct slice value, int64_t *integer,
    double *real);

#endif
