/*
 * store.c - opening, creating and migrating a database.
 */
#include "store/store_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/recover.h"
#include "util/embedded.h"

enum {
	BUSY_TIMEOUT_MS = 60000,
	/* Newest schema version: the number of schema/NNNN_*.sql files. */
	SCHEMA_VERSION = 1
};

enum status
store_failed(sqlite3 *db, const char *what, struct error *error)
{
	int code = sqlite3_errcode(db) & 0xff;
	enum status status = STATUS_DATABASE;

	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		status = STATUS_BUSY;
	else if (code == SQLITE_FULL || code == SQLITE_IOERR ||
	    code == SQLITE_READONLY)
		status = STATUS_IO;
	else if (code == SQLITE_NOMEM || code == SQLITE_TOOBIG)
		status = STATUS_LIMIT;
	return error_set(error, status, "%s: %s", what, sqlite3_errmsg(db));
}

enum status
store_execute(struct store *store, const char *sql, struct error *error)
{
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return store_failed(store->db, store->path, error);
	return STATUS_OK;
}

enum status
store_get_int(struct store *store, const char *sql, int64_t *out,
    struct error *error)
{
	sqlite3_stmt *statement;
	int code;

	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) !=
	    SQLITE_OK)
		return store_failed(store->db, store->path, error);
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*out = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return code == SQLITE_ROW ? STATUS_OK :
	    store_failed(store->db, store->path, error);
}

static const struct embedded_file *
find_embedded(const char *name)
{
	size_t i;

	for (i = 0; i < embedded_file_count; i++) {
		if (strcmp(embedded_files[i].name, name) == 0)
			return &embedded_files[i];
	}
	return NULL;
}

/* Run the statements of an embedded file; registry is bound to :registry. */
static enum status
run_file(struct store *store, const struct embedded_file *file,
    const struct embedded_file *registry, struct error *error)
{
	const char *rest = (const char *)file->bytes;
	sqlite3_stmt *statement;
	int code = SQLITE_OK, parameter;

	while (*rest && code == SQLITE_OK) {
		if (sqlite3_prepare_v2(store->db, rest, -1, &statement,
		    &rest) != SQLITE_OK)
			return store_failed(store->db, file->name, error);
		if (!statement)
			continue;
		parameter = sqlite3_bind_parameter_index(statement,
		    ":registry");
		if (parameter && registry)
			sqlite3_bind_text(statement, parameter,
			    (const char *)registry->bytes,
			    (int)registry->size, SQLITE_STATIC);
		while ((code = sqlite3_step(statement)) == SQLITE_ROW)
			continue;
		code = sqlite3_finalize(statement);
	}
	return code == SQLITE_OK ? STATUS_OK :
	    store_failed(store->db, file->name, error);
}

/* Views are the newest program's: dropped and made again. */
static enum status
make_views(struct store *store, struct error *error)
{
	static const char folder[] = "schema/views/";
	enum status status = STATUS_OK;
	struct buffer drop = { 0 };
	size_t i;

	for (i = 0; i < embedded_file_count && status == STATUS_OK; i++) {
		struct slice name = slice_of(embedded_files[i].name);

		if (!slice_take(&name, slice_of(folder)))
			continue;
		buffer_clear(&drop);
		buffer_add_string(&drop, "DROP VIEW IF EXISTS \"");
		buffer_add(&drop, name.at, name.len - strlen(".sql"));
		buffer_add_string(&drop, "\"");
		status = store_execute(store, buffer_string(&drop), error);
		if (status == STATUS_OK)
			status = run_file(store, &embedded_files[i], NULL,
			    error);
	}
	buffer_release(&drop);
	return status;
}

static enum status
make_schema(struct store *store, struct error *error)
{
	const struct embedded_file *registry =
	    find_embedded("schema/registry/graph_break_registry.json");
	static const char *const files[] = { "schema/0001_tables.sql",
		"schema/registry/load.sql", "schema/registry/advice.sql" };
	enum status status = STATUS_OK;
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]) &&
	    status == STATUS_OK; i++)
		status = run_file(store, find_embedded(files[i]), registry,
		    error);
	if (status == STATUS_OK)
		status = make_views(store, error);
	if (status == STATUS_OK)
		status = store_execute(store, "PRAGMA user_version = 1;"
		    "PRAGMA application_id = 1734504704;", error);
	return status;
}

static_assert(STORE_APPLICATION_ID == 1734504704,
    "the PRAGMA above writes the application id");

/* Whether the file is empty, and if not, a gbq database of a known version. */
static enum status
identify(struct store *store, const char *path, bool *empty,
    struct error *error)
{
	int64_t id, version, objects;
	enum status status;

	status = store_get_int(store, "PRAGMA application_id", &id, error);
	if (status == STATUS_OK)
		status = store_get_int(store, "PRAGMA user_version", &version,
		    error);
	if (status == STATUS_OK)
		status = store_get_int(store,
		    "SELECT count(*) FROM sqlite_schema", &objects, error);
	if (status != STATUS_OK)
		return status;
	*empty = id == 0 && version == 0 && objects == 0;
	if (!*empty && id != STORE_APPLICATION_ID)
		return error_set(error, STATUS_DATABASE,
		    "%s: is not a gbq database", path);
	if (!*empty && version > SCHEMA_VERSION)
		return error_set(error, STATUS_DATABASE,
		    "%s: was made by a newer gbq (schema version %d)", path,
		    (int)version);
	return STATUS_OK;
}

static enum status
create(struct store *store, struct error *error)
{
	bool empty;
	enum status status;

	status = store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != STATUS_OK)
		return status;
	/* Another process may have made it in between. */
	status = identify(store, store->path, &empty, error);
	if (status == STATUS_OK && empty)
		status = make_schema(store, error);
	if (status == STATUS_OK)
		return store_execute(store, "COMMIT", error);
	store_execute(store, "ROLLBACK", NULL);
	return status;
}

/*
 * In WAL mode readers see the old state until a commit and are not locked
 * out; a file is in it only while it is written to. Nothing waits for the disk
 * at a commit: a power failure can undo runs whose ingest has not ended, never
 * damage the file. store_close() makes all of them last. A log of up to 32 MB
 * saves two waits for the disk with every 4 MB.
 */
static enum status
configure(struct store *store, struct error *error)
{
	sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_extended_result_codes(store->db, 1);
	if (store->mode != STORE_WRITE)
		return STATUS_OK;
	return store_execute(store, "PRAGMA journal_mode = WAL;"
	    "PRAGMA synchronous = NORMAL;"
	    "PRAGMA wal_autocheckpoint = 8192;"
	    "PRAGMA cell_size_check = ON;", error);
}

/* SQLite would wait for a FIFO for ever. */
static bool
is_odd_file(const struct store *store)
{
	struct stat st;

	return store->mode != STORE_MEMORY && stat(store->path, &st) == 0 &&
	    !S_ISREG(st.st_mode);
}

static enum status
open_file(struct store *store, struct error *error)
{
	int flags = store->mode == STORE_READ ? SQLITE_OPEN_READONLY :
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	const char *path = store->mode == STORE_MEMORY ? ":memory:" :
	    store->path;
	bool empty;
	enum status status;

	if (is_odd_file(store))
		return error_set(error, STATUS_DATABASE,
		    "%s: is not a file, so no gbq database", store->path);
	if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
		bool missing = store->mode == STORE_READ && store->db &&
		    sqlite3_errcode(store->db) == SQLITE_CANTOPEN;

		return error_set(error, missing ? STATUS_NO_INPUT :
		    STATUS_IO, "%s: %s", store->path, store->db ?
		    sqlite3_errmsg(store->db) : "out of memory");
	}
	sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
	status = identify(store, store->path, &empty, error);
	/* What a killed writer left behind, a reader may not undo. */
	if (status == STATUS_IO && store->mode == STORE_READ &&
	    sqlite3_errcode(store->db) == SQLITE_READONLY) {
		status = store_recover(store->path, error);
		if (status == STATUS_OK)
			status = identify(store, store->path, &empty, error);
	}
	if (status != STATUS_OK)
		return status;
	if (empty && store->mode == STORE_READ)
		return error_set(error, STATUS_DATABASE,
		    "%s: is empty, not a gbq database", store->path);
	status = configure(store, error);
	if (status == STATUS_OK && empty)
		status = create(store, error);
	return status;
}

enum status
store_open(struct store **out, const char *path, enum store_mode mode,
    struct error *error)
{
	struct store *store = mem_calloc(1, sizeof(*store));
	struct error local = { 0 };
	enum status status;

	arena_init(&store->arena);
	store->mode = mode;
	store->path = slice_string(&store->arena,
	    slice_of(mode == STORE_MEMORY ? "memory" : path));
	status = open_file(store, &local);
	if (status != STATUS_OK) {
		error_set(error, status, "%s", local.message);
		store_close(store);
		store = NULL;
	}
	*out = store;
	return status;
}

void
store_close(struct store *store)
{
	if (!store)
		return;
	if (store->db && store->mode == STORE_WRITE)
		sqlite3_exec(store->db, "PRAGMA busy_timeout = 0;"
		    "PRAGMA journal_mode = DELETE;", NULL, NULL, NULL);
	sqlite3_close(store->db);
	arena_release(&store->arena);
	free(store);
}

const char *
store_path(const struct store *store)
{
	return store->mode == STORE_MEMORY ? NULL : store->path;
}

sqlite3 *
store_db(struct store *store)
{
	return store->db;
}
