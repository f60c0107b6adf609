/*
 * store.c - opening, creating and migrating a database.
 */
#include "store/store_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "store/copy/recover.h"
#include "store/schema.h"

enum { BUSY_TIMEOUT_MS = 60000, SWITCH_PAUSE_MS = 5 };

/*
 * The schema version of a file; 0: it is empty. DATABASE: it is no gbq
 * database, or of a version that this program does not know.
 */
static enum gbq_status
store_identify(struct store *store, int64_t *version, struct error *error)
{
	int64_t id, objects;
	enum gbq_status status;

	status = store_get_int(store, "PRAGMA application_id", &id, error);
	if (status == GBQ_OK)
		status = store_get_int(store, "PRAGMA user_version", version,
		    error);
	if (status == GBQ_OK)
		status = store_get_int(store,
		    "SELECT count(*) FROM sqlite_schema", &objects, error);
	if (status != GBQ_OK)
		return status;
	if (id == 0 && *version == 0 && objects == 0)
		return GBQ_OK;
	if (id != STORE_APPLICATION_ID || *version < 1)
		return error_set(error, GBQ_DATABASE,
		    "%s: is not a gbq database", store->path);
	if (*version > schema_version())
		return error_set(error, GBQ_DATABASE, "%s: was made by a "
		    "newer gbq (schema version %lld, this one knows up to %d)",
		    store->path, (long long)*version, schema_version());
	return GBQ_OK;
}

static enum gbq_status
store_begin(struct store *store, struct error *error)
{
	return store_execute(store, "BEGIN IMMEDIATE", error);
}

static enum gbq_status
store_end(struct store *store, enum gbq_status status, struct error *error)
{
	if (status == GBQ_OK)
		status = store_execute(store, "COMMIT", error);
	if (status != GBQ_OK)
		store_execute(store, "ROLLBACK", NULL);
	return status;
}

static enum gbq_status
store_create(struct store *store, struct error *error)
{
	int64_t version = 0;
	enum gbq_status status = store_begin(store, error);

	if (status != GBQ_OK)
		return status;
	/* Another process may have made it in between. */
	status = store_identify(store, &version, error);
	if (status == GBQ_OK && version == 0)
		status = schema_migrate(store, 0, error);
	return store_end(store, status, error);
}

enum gbq_status
store_upgrade(struct store *store, int *from, struct error *error)
{
	int64_t version = 0;
	enum gbq_status status = store_begin(store, error);

	if (status != GBQ_OK)
		return status;
	status = store_identify(store, &version, error);
	*from = (int)version;
	if (status == GBQ_OK)
		status = schema_migrate(store, *from, error);
	if (status == GBQ_OK)
		status = schema_check_tables(store, error);
	return store_end(store, status, error);
}

/*
 * What this program runs on must be what it makes: tables as they are, views
 * its own. Others of the same version are replaced where one may write.
 */
static enum gbq_status
check_schema(struct store *store, int64_t version, struct error *error)
{
	struct buffer odd = { 0 };
	enum gbq_status status;

	if (version < schema_version())
		return error_set(error, GBQ_DATABASE, "%s: is of schema "
		    "version %lld, this gbq works with %d: 'gbq upgrade' "
		    "moves it", store->path, (long long)version,
		    schema_version());
	status = schema_check_tables(store, error);
	if (status == GBQ_OK)
		status = schema_list_odd_views(store->db, &odd, error);
	if (status == GBQ_OK && odd.len)
		status = schema_shadow_views(store, error);
	buffer_release(&odd);
	return status;
}

/* Nothing in the file may run code, nor write where it should not. */
static void
store_configure(struct store *store)
{
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_extended_result_codes(store->db, 1);
}

static bool
writes_file(const struct store *store)
{
	return store->mode == GBQ_WRITE || store->mode == GBQ_UPGRADE;
}

/* The journal mode is WAL; BUSY: other processes are opening the file. */
static enum gbq_status
switch_to_wal(struct store *store, struct error *error)
{
	return store_execute(store, "PRAGMA journal_mode = WAL", error);
}

/*
 * Two that switch at once block each other, and SQLite then gives up at once
 * instead of waiting as long as the busy timeout says.
 */
static enum gbq_status
switch_patiently(struct store *store, struct error *error)
{
	const struct timespec pause = { .tv_nsec = SWITCH_PAUSE_MS * 1000000 };
	enum gbq_status status;
	int waited;

	sqlite3_busy_timeout(store->db, 0);
	status = switch_to_wal(store, error);
	for (waited = 0; status == GBQ_BUSY && waited < BUSY_TIMEOUT_MS;
	    waited += SWITCH_PAUSE_MS) {
		nanosleep(&pause, NULL);
		status = switch_to_wal(store, error);
	}
	sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
	return status;
}

/*
 * In WAL mode readers see the old state until a commit and are not locked
 * out; a file is in it only while it is written to. Nothing waits for the disk
 * at a commit: a power failure can undo runs whose ingest has not ended, never
 * damage the file. store_close() makes all of them last. A log of up to 32 MB
 * saves two waits for the disk with every 4 MB.
 */
static enum gbq_status
store_begin_writing(struct store *store, struct error *error)
{
	enum gbq_status status = switch_patiently(store, error);

	return status != GBQ_OK ? status : store_execute(store,
	    "PRAGMA synchronous = NORMAL;"
	    "PRAGMA wal_autocheckpoint = 8192;"
	    "PRAGMA cell_size_check = ON;", error);
}

/* SQLite would wait for a FIFO for ever. */
static bool
is_odd_file(const struct store *store)
{
	struct stat st;

	return store->mode != GBQ_MEMORY && stat(store->path, &st) == 0 &&
	    !S_ISREG(st.st_mode);
}

static enum gbq_status
open_handle(struct store *store, struct error *error)
{
	int flags = store->mode == GBQ_READ ? SQLITE_OPEN_READONLY :
	    store->mode == GBQ_UPGRADE ? SQLITE_OPEN_READWRITE :
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	enum gbq_status status;
	int code;

	if (is_odd_file(store))
		return error_set(error, GBQ_DATABASE,
		    "%s: is not a file, so no gbq database", store->path);
	code = store->mode == GBQ_MEMORY ?
	    sqlite3_open_v2(":memory:", &store->db, flags, NULL) :
	    store_open_path(store->path, flags, &store->db);
	if (code == SQLITE_OK) {
		sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
		return GBQ_OK;
	}
	if (code == SQLITE_NOMEM)
		status = GBQ_LIMIT;
	else if (code == SQLITE_CANTOPEN && store->mode == GBQ_READ)
		status = GBQ_NO_INPUT;
	else
		status = GBQ_IO;
	return error_set(error, status, "%s: %s", store->path,
	    sqlite3_errstr(code));
}

static enum gbq_status
open_file(struct store *store, struct error *error)
{
	int64_t version = 0;
	enum gbq_status status = open_handle(store, error);

	if (status != GBQ_OK)
		return status;
	status = store_identify(store, &version, error);
	/* What a killed writer left behind, a reader may not undo. */
	if (status == GBQ_IO && store->mode == GBQ_READ &&
	    sqlite3_errcode(store->db) == SQLITE_READONLY) {
		status = store_recover(store->path, error);
		if (status == GBQ_OK)
			status = store_identify(store, &version, error);
	}
	if (status != GBQ_OK)
		return status;
	if (version == 0 && (store->mode == GBQ_READ ||
	    store->mode == GBQ_UPGRADE))
		return error_set(error, GBQ_DATABASE,
		    "%s: is empty, not a gbq database", store->path);
	store_configure(store);
	status = store_add_sums(store, error);
	if (status == GBQ_OK && version > 0 && store->mode != GBQ_UPGRADE)
		status = check_schema(store, version, error);
	if (status == GBQ_OK && writes_file(store))
		status = store_begin_writing(store, error);
	return status == GBQ_OK && version == 0 ? store_create(store, error)
						   : status;
}

enum gbq_status
store_open(struct store **out, const char *path, enum gbq_mode mode,
    struct error *error)
{
	struct store *store = mem_calloc(1, sizeof(*store));
	struct error local = { 0 };
	enum gbq_status status;

	arena_init(&store->arena);
	store->mode = mode;
	store->path = slice_string(&store->arena,
	    slice_of(mode == GBQ_MEMORY ? "memory" : path));
	status = open_file(store, &local);
	if (status != GBQ_OK) {
		error_set(error, status, "%s", local.message);
		store_close(store, NULL);
		store = NULL;
	}
	*out = store;
	return status;
}

/*
 * Bring what was written into the file itself and on the disk. Where another
 * process has it open, that one does so in the end. PRAGMA journal_mode would
 * not tell of an error.
 */
static enum gbq_status
store_settle(struct store *store, struct error *error)
{
	int code;

	if (!store->db || !writes_file(store))
		return GBQ_OK;
	sqlite3_busy_timeout(store->db, 0);
	code = sqlite3_wal_checkpoint_v2(store->db, NULL,
	    SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) & 0xff;
	if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED)
		return store_failed(store->db, store->path, error);
	sqlite3_exec(store->db, "PRAGMA journal_mode = DELETE", NULL, NULL,
	    NULL);
	return GBQ_OK;
}

enum gbq_status
store_close(struct store *store, struct error *error)
{
	struct error local;
	enum gbq_status status;

	if (!store)
		return GBQ_OK;
	statements_release(&store->statements);
	status = store_settle(store, &local);
	if (status != GBQ_OK)
		error_set(error, status, "%s", local.message);
	sqlite3_close(store->db);
	arena_release(&store->arena);
	free(store);
	return status;
}

const char *
store_path(const struct store *store)
{
	return store->mode == GBQ_MEMORY ? NULL : store->path;
}

sqlite3 *
store_db(struct store *store)
{
	return store->db;
}
