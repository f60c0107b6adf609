/*
 * schema.c - migrations and views, from the files that the build embeds. A
 * file may come from a stranger: what it calls a table may be a view.
 */
#include "store/schema.h"

#include <string.h>

#include "util/embedded.h"

#define VIEWS "schema/views/"

/* ---- embedded files ---- */

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

/* The version that "schema/0002_words.sql" leads to; 0: another file. */
static int
version_of(const struct embedded_file *file)
{
	struct slice name = slice_of(file->name);
	int64_t version;

	if (!slice_take(&name, LITERAL("schema/")) ||
	    slice_find_byte(name, '/') != SIZE_MAX ||
	    !slice_to_int(slice_part(name, 0, slice_find_byte(name, '_')),
	    &version))
		return 0;
	return (int)version;
}

int
schema_version(void)
{
	int newest = 0;
	size_t i;

	for (i = 0; i < embedded_file_count; i++) {
		int version = version_of(&embedded_files[i]);

		newest = version > newest ? version : newest;
	}
	return newest;
}

/* The name of the view that a file makes; absent: it makes none. */
static struct slice
view_of(const struct embedded_file *file)
{
	struct slice name = slice_of(file->name);

	if (!slice_take(&name, LITERAL(VIEWS)) ||
	    !slice_ends(name, LITERAL(".sql")))
		return (struct slice){ 0 };
	return slice_part(name, 0, name.len - strlen(".sql"));
}

/* "NAME AS SELECT …" of a view's file, as SQLite keeps it. */
static struct slice
view_body(const struct embedded_file *file)
{
	struct slice text = { (const char *)file->bytes, file->size };
	size_t at = slice_find(text, LITERAL("\nCREATE VIEW "));

	if (at == SIZE_MAX)
		return (struct slice){ 0 };
	text = slice_part(text, at + strlen("\nCREATE VIEW "), text.len);
	return slice_trim_end(slice_part(text, 0,
	    slice_find_last_byte(text, ';')));
}

/* Run the statements of an embedded file; registry is bound to :registry. */
static enum gbq_status
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
	return code == SQLITE_OK ? GBQ_OK :
	    store_failed(store->db, file->name, error);
}

/* ---- making ---- */

/* Views are the newest program's: dropped and made again. */
enum gbq_status
schema_make_views(struct store *store, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	struct buffer drop = { 0 };
	size_t i;

	for (i = 0; i < embedded_file_count && status == GBQ_OK; i++) {
		struct slice name = view_of(&embedded_files[i]);

		if (!name.at)
			continue;
		buffer_clear(&drop);
		buffer_add_string(&drop, "DROP VIEW IF EXISTS main.\"");
		buffer_add_slice(&drop, name);
		buffer_add_string(&drop, "\"");
		status = store_execute(store, buffer_string(&drop), error);
		if (status == GBQ_OK)
			status = run_file(store, &embedded_files[i], NULL,
			    error);
	}
	buffer_release(&drop);
	return status;
}

static enum gbq_status
load_kinds(struct store *store, struct error *error)
{
	const struct embedded_file *registry =
	    find_embedded("schema/registry/graph_break_registry.json");
	enum gbq_status status = store_execute(store,
	    "DELETE FROM kind_wording; DELETE FROM kind", error);

	if (status == GBQ_OK)
		status = run_file(store,
		    find_embedded("schema/registry/load.sql"), registry, error);
	if (status == GBQ_OK)
		status = run_file(store,
		    find_embedded("schema/registry/advice.sql"), registry,
		    error);
	return status;
}

static enum gbq_status
set_version(struct store *store, int version, struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status;

	buffer_printf(&sql, "PRAGMA user_version = %d;"
	    "PRAGMA application_id = %d", version, STORE_APPLICATION_ID);
	status = store_execute(store, buffer_string(&sql), error);
	buffer_release(&sql);
	return status;
}

/* The files are in the order of their names, so of their versions. */
static enum gbq_status
run_migrations(struct store *store, int version, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	size_t i;

	for (i = 0; i < embedded_file_count && status == GBQ_OK; i++) {
		if (version_of(&embedded_files[i]) > version)
			status = run_file(store, &embedded_files[i], NULL,
			    error);
	}
	return status;
}

enum gbq_status
schema_migrate(struct store *store, int version, struct error *error)
{
	enum gbq_status status = run_migrations(store, version, error);

	if (status == GBQ_OK)
		status = store_fill_short_files(store, 0, INT64_MAX, error);
	if (status == GBQ_OK)
		status = run_file(store, find_embedded("schema/statistics.sql"),
		    NULL, error);
	if (status == GBQ_OK)
		status = load_kinds(store, error);
	if (status == GBQ_OK)
		status = schema_make_views(store, error);
	return status == GBQ_OK ? set_version(store, schema_version(),
	    error) : status;
}

/* ---- comparing ---- */

/* Whether the file's schema has one object of that name, and it is sql. */
static enum gbq_status
has_object(sqlite3_stmt *find, const char *name, const char *type,
    struct slice sql, bool *has, struct error *error)
{
	enum gbq_status status = GBQ_OK;

	sqlite3_bind_text(find, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(find, 2, type, -1, SQLITE_STATIC);
	sqlite3_bind_text64(find, 3, sql.at, sql.len, SQLITE_STATIC,
	    SQLITE_UTF8);
	if (sqlite3_step(find) != SQLITE_ROW)
		status = store_failed(sqlite3_db_handle(find),
		    "cannot read the schema", error);
	*has = status == GBQ_OK && sqlite3_column_int(find, 0) == 1;
	sqlite3_reset(find);
	return status;
}

static const char find_sql[] = "SELECT count(*) = 1 AND total(type = ?2 AND"
    " sql = ?3) = 1 FROM main.sqlite_schema WHERE name = ?1";

enum gbq_status
schema_list_odd_views(sqlite3 *db, struct buffer *names, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	struct buffer sql = { 0 };
	sqlite3_stmt *find;
	bool has;
	size_t i;

	if (sqlite3_prepare_v2(db, find_sql, -1, &find, NULL) != SQLITE_OK)
		return store_failed(db, "cannot read the schema", error);
	for (i = 0; i < embedded_file_count && status == GBQ_OK; i++) {
		struct slice name = view_of(&embedded_files[i]);

		if (!name.at)
			continue;
		buffer_clear(&sql);
		buffer_add_slice(&sql, name);
		buffer_add_byte(&sql, '\0');
		buffer_add_string(&sql, "CREATE VIEW ");
		buffer_add_slice(&sql, view_body(&embedded_files[i]));
		status = has_object(find, sql.bytes, "view",
		    slice_part(buffer_slice(&sql), name.len + 1, sql.len),
		    &has, error);
		if (has)
			continue;
		buffer_add_string(names, names->len ? ", " : "");
		buffer_add_slice(names, name);
	}
	sqlite3_finalize(find);
	buffer_release(&sql);
	return status;
}

enum gbq_status
schema_shadow_views(struct store *store, struct error *error)
{
	enum gbq_status status = store_execute(store,
	    "PRAGMA temp_store = MEMORY", error);
	struct buffer sql = { 0 };
	size_t i;

	for (i = 0; i < embedded_file_count && status == GBQ_OK; i++) {
		struct slice name = view_of(&embedded_files[i]);

		if (!name.at)
			continue;
		buffer_clear(&sql);
		buffer_add_string(&sql, "CREATE TEMP VIEW ");
		buffer_add_slice(&sql, view_body(&embedded_files[i]));
		status = store_execute(store, buffer_string(&sql), error);
	}
	buffer_release(&sql);
	return status;
}

/* Compare what the migrations made in memory with the file. */
static enum gbq_status
compare_tables(struct store *made, struct store *store, struct error *error)
{
	sqlite3_stmt *object = NULL, *find = NULL;
	enum gbq_status status = GBQ_OK;
	bool has;

	if (sqlite3_prepare_v2(made->db, "SELECT name, type, sql FROM"
	    " sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE"
	    " 'sqlite_%'", -1, &object, NULL) != SQLITE_OK)
		return store_failed(made->db, "cannot read the schema", error);
	if (sqlite3_prepare_v2(store->db, find_sql, -1, &find, NULL) !=
	    SQLITE_OK)
		status = store_failed(store->db, store->path, error);
	while (status == GBQ_OK && sqlite3_step(object) == SQLITE_ROW) {
		const char *name =
		    (const char *)sqlite3_column_text(object, 0);

		status = has_object(find, name,
		    (const char *)sqlite3_column_text(object, 1),
		    slice_of((const char *)sqlite3_column_text(object, 2)),
		    &has, error);
		if (status == GBQ_OK && !has)
			status = error_set(error, GBQ_DATABASE, "%s: its "
			    "%s '%s' is not as this gbq makes it: made by "
			    "another gbq, or changed", store->path,
			    sqlite3_column_text(object, 1), name);
	}
	if (sqlite3_finalize(object) != SQLITE_OK && status == GBQ_OK)
		status = store_failed(made->db, "cannot read the schema",
		    error);
	sqlite3_finalize(find);
	return status;
}

enum gbq_status
schema_check_tables(struct store *store, struct error *error)
{
	struct store made = { .path = "memory" };
	enum gbq_status status;

	if (sqlite3_open_v2(":memory:", &made.db, SQLITE_OPEN_READWRITE |
	    SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
		status = error_set(error, GBQ_LIMIT, "out of memory");
	else
		status = run_migrations(&made, 0, error);
	if (status == GBQ_OK)
		status = compare_tables(&made, store, error);
	sqlite3_close(made.db);
	return status;
}
