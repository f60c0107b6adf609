/*
 * content.h - stored contents, byte for byte.
 */
#ifndef GBQ_STORE_CONTENT_CONTENT_H
#define GBQ_STORE_CONTENT_CONTENT_H

#include <sqlite3.h>

#include "store/store.h"
#include "store/store_private.h"
#include "util/error.h"
#include "util/hash.h"
#include "util/text.h"

struct content_reader;
struct contents;

/* Keeps the blocks that it read last; for one thread, as long as the db. */
struct content_reader *content_reader_new(sqlite3 *db);
void content_reader_free(struct content_reader *reader);

/*
 * Let go of the connection's statements, keep the blocks: for a reader that
 * stays while the connection may be closed. What was kept and no longer is
 * right shows as damage, as all that is wrong does.
 */
void content_reader_rest(struct content_reader *reader);

/* Takes a piece of a content, at most a block; false stops the reading. */
typedef bool content_function(void *data, struct slice piece);

/*
 * Read the content of a hash (32 hex digits) in pieces. NO_INPUT: the
 * database does not have its bytes; DATABASE: it is damaged, the pieces given
 * may be wrong; IO: the function returned false.
 */
enum gbq_status content_read(struct content_reader *reader, const char *hash,
    content_function *function, void *data, struct error *error);

/* The size of a content in *bytes; errors as of content_read(). */
enum gbq_status content_size(struct content_reader *reader, const char *hash,
    int64_t *bytes, struct error *error);

/*
 * ---- content_write.c ----
 *
 * the bytes of a run's files on their way into the
 * database: each content once, in compressed blocks.
 *
 * Blocks wait in memory until the run's transaction begins. Where they grow
 * beyond a limit it begins earlier, and they are written as they fill.
 */

/*
 * keep: store bytes, not only hashes and sizes. threads: that may compress
 * them besides the calling one.
 */
struct contents *contents_new(struct store *store, bool keep, size_t threads);

/*
 * For contents that another thread than the database's fills: it may call
 * contents_add() … contents_name() and contents_finish(), the database's
 * thread all others. The host's functions are called by the filling thread,
 * spooled() by both.
 */
struct content_host {
	/*
	 * Whether the database has a content, or will have it when these are
	 * written; where that comes out wrong see contents_changed().
	 */
	bool (*has)(void *data, const unsigned char digest[HASH_BYTES],
	    bool kept);
	/* So many bytes more (or less) wait; true: have them written. */
	bool (*spooled)(void *data, int64_t bytes);
	/*
	 * Have contents_lock() called by the database's thread, and wait for
	 * it. False: it will not be.
	 */
	bool (*flush)(void *data, struct contents *contents);
	void *data;
};

struct contents *contents_new_apart(struct store *store, bool keep,
    const struct content_host *host);

/* No more contents: pack the rest. Needed only before it is handed over. */
void contents_finish(struct contents *contents);

/* Roll the run's transaction back if it is still open. NULL is allowed. */
void contents_free(struct contents *contents);

/*
 * Errors are remembered: after one, all calls do nothing, and this returns
 * it. DATABASE, BUSY or IO.
 */
enum gbq_status contents_status(const struct contents *contents,
    struct error *error);

/*
 * Begin the run's transaction now and write what waits. Until then another
 * process may remove what was found in the database, see contents_changed().
 */
void contents_lock(struct contents *contents);

/* A whole content; returns the index that contents_id() takes. */
size_t contents_add(struct contents *contents, const char hash[HASH_HEX_SIZE],
    struct slice bytes);

/*
 * A content that is too large to hold: begin, pieces, end. Others may be added
 * between.
 */
void contents_begin(struct contents *contents);
void contents_piece(struct contents *contents, struct slice piece);
size_t contents_end(struct contents *contents,
    const char hash[HASH_HEX_SIZE], int64_t bytes);

/* Instead of contents_end(): forget the pieces. */
void contents_drop(struct contents *contents);

/* A content whose bytes cannot be kept. */
size_t contents_name(struct contents *contents,
    const char hash[HASH_HEX_SIZE], int64_t bytes);

/*
 * In the run's transaction: write what is left. BUSY where a content that was
 * found before is gone: read the input again.
 */
enum gbq_status contents_write(struct contents *contents, struct error *error);

/* Whether contents_write() found that. */
bool contents_changed(const struct contents *contents);

/* The content_id, after contents_write(). */
int64_t contents_id(const struct contents *contents, size_t index);

/*
 * ---- content_remove.c ----
 *
 * contents that nothing names any more.
 */

/*
 * In a transaction, before the run's artifacts are removed: remove the
 * contents that no other run names, and the blocks without contents.
 */
enum gbq_status content_remove_of_run(struct store *store, int64_t run_id,
    struct error *error);

/* Remove those of the blocks first … last that hold no content. */
enum gbq_status content_remove_unused(struct store *store, int64_t first,
    int64_t last, struct error *error);

#endif
