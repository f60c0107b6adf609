/*
 * store.h - the write side: a gbq database, opened, migrated, filled.
 */
#ifndef GBQ_STORE_STORE_H
#define GBQ_STORE_STORE_H

#include <sqlite3.h>

#include "gbq.h"
#include "model/kinds.h"
#include "model/records.h"
#include "model/rows.h"
#include "store/failure.h"
#include "util/error.h"
#include "util/hash.h"

struct contents;
struct store;
struct store_input;

/* "gbq" and a zero byte: what application_id marks a gbq database with. */
enum { STORE_APPLICATION_ID = 0x67627100 };

/*
 * Open a database; path is ignored with GBQ_MEMORY. Its tables are those
 * that this program makes, and so are the views that the handle sees. Errors:
 * DATABASE (no gbq database, damaged, of another schema version), NO_INPUT
 * (GBQ_READ and not there), BUSY, IO.
 */
enum gbq_status store_open(struct store **out, const char *path,
    enum gbq_mode mode, struct error *error);

/*
 * Close; the last writer leaves the file in journal mode DELETE. An error
 * (IO): what was written may not last yet; what was there before does. It is
 * closed all the same. NULL is allowed.
 */
enum gbq_status store_close(struct store *store, struct error *error);

/*
 * Move a database that was opened with GBQ_UPGRADE to the newest schema
 * version, in one transaction; *from is what it had. Views and kinds of breaks
 * are made anew in any case.
 */
enum gbq_status store_upgrade(struct store *store, int *from,
    struct error *error);

/* The path of the file; NULL: it is in memory. */
const char *store_path(const struct store *store);

/* The SQLite handle, borrowed. */
sqlite3 *store_db(struct store *store);

/* Read the wordings of torch's registry. */
enum gbq_status store_load_kinds(struct store *store, struct kind_table *kinds,
    struct error *error);

/* The run with that key: *run_id, or 0 if there is none. */
enum gbq_status store_find_run(struct store *store, const char *run_key,
    int64_t *run_id, struct error *error);

/* The newest run of that name, or 0. */
enum gbq_status store_find_name(struct store *store, struct slice name,
    int64_t *run_id, struct error *error);

/*
 * What store_add_run() is to do besides. The value of a tag that reads as a
 * number is stored as one.
 */
struct store_run_options {
	const struct gbq_tag *tags;
	size_t tag_count;
	int64_t replaces;	/* run to remove in the same transaction, 0 */
	const struct store_input *input;	/* to remember, or NULL */
};

/*
 * Store a joined run in one transaction: whole or not at all. If a run with
 * the same key came in between, *run_id is that run's and *added false. The
 * contents may have begun the transaction; it ends here. BUSY with
 * contents_changed(): read the input again.
 */
enum gbq_status store_add_run(struct store *store, struct capture *capture,
    const struct rows *rows, struct contents *contents,
    const struct store_run_options *options, int64_t *run_id, bool *added,
    struct error *error);

/*
 * Put newly joined rows of a stored run in the place of the old ones. The
 * contents have begun the transaction (contents_lock()); it ends here. Name,
 * tags, input and ingested_at stay; rows has the same run_key.
 */
enum gbq_status store_replace_rows(struct store *store, int64_t run_id,
    struct capture *capture, const struct rows *rows,
    struct contents *contents, struct error *error);

/* Remove a run, the texts and contents that only it used, in one
 * transaction. */
enum gbq_status store_remove_run(struct store *store, int64_t run_id,
    struct error *error);

/* Give a run another name. NO_INPUT: no such run; USAGE: an empty name. */
enum gbq_status store_rename_run(struct store *store, int64_t run_id,
    struct slice name, struct error *error);

/*
 * Set tags, or remove those whose value is NULL, in one transaction.
 * NO_INPUT: no such run, or it has no such tag.
 */
enum gbq_status store_edit_tags(struct store *store, int64_t run_id,
    const struct gbq_tag *tags, size_t count, struct error *error);

/*
 * What the value of a tag is stored as: a number where the text reads as one
 * ("12", "-1.5", "1e-3"; not "012" or "12e3", which may be the start of a
 * hash), else the text, borrowed.
 */
struct gbq_value store_tag_value(struct slice text);

/* Bind a value, whose bytes are copied; the code of SQLite. */
int store_bind_value(sqlite3_stmt *statement, int index,
    const struct gbq_value *value);

/*
 * ---- store_input.c ----
 *
 * what was ingested, by the state of its files, so that it
 * need not be read to be recognised.
 */

/* A folder of a run, or an archive, and the state that its files were in. */
struct store_input {
	struct slice path;	/* absolute, any bytes; absent: none */
	const char *stamp;	/* changes with any file of it */
};

/* A run that an input gave. */
struct stored_run {
	int64_t run_id;
	struct slice name;	/* until the function returns */
	int64_t problems, losses;	/* losses: severity loss or error */
	struct slice source_path;	/* until the function returns */
	bool has_contents;		/* or no files */
};

typedef void stored_run_function(void *data, const struct stored_run *run);

/*
 * Tell the runs that the input gave when it was in the same state, in order;
 * none if it is not known in that state.
 */
enum gbq_status store_find_input(struct store *store,
    const struct store_input *input, stored_run_function *function,
    void *data, struct error *error);

/* The same for one run. */
enum gbq_status store_describe_run(struct store *store, int64_t run_id,
    stored_run_function *function, void *data, struct error *error);

/*
 * Remember the input with its runs instead of what was known of its path.
 * Part of the transaction that is open, else one of its own.
 */
enum gbq_status store_note_input(struct store *store,
    const struct store_input *input, const int64_t *runs, size_t count,
    struct error *error);

/*
 * ---- stored_files.c ----
 *
 * the files of a stored run, to read it once more without its
 * folder.
 */

struct stored_file {
	struct slice path;		/* any bytes, as it was found */
	int64_t bytes;
	bool kept;			/* its bytes are in the database */
	char hash[HASH_HEX_SIZE];	/* of its content */
	const char *unreadable;		/* why it could not be read; or NULL */
};

/* What is known of a run beside the contents; texts lie in the arena. */
struct stored_files {
	struct arena arena;
	/* In order of path bytes; a console text beside a report is last. */
	ARRAY_OF(struct stored_file) files;
	slice_array empty_folders;		/* in order of path bytes */
	struct problem_list problems;	/* of listing and unpacking the input */
	char *run_key, *name, *source_kind, *source_path;
};

/* Load those of a run; release them in any case. NO_INPUT: no such run. */
enum gbq_status stored_files_load(struct stored_files *files,
    struct store *store, int64_t run_id, struct error *error);
void stored_files_release(struct stored_files *files);

#endif
