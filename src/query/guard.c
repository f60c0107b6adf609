/*
 * guard.c - read-only SQL: an allow-list authorizer, connection settings,
 * limits and a progress handler.
 *
 * Everything not named here is refused. SQLite asks the authorizer while it
 * compiles a statement, for the inner parts of views and pragma tables too.
 */
#include "query/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "util/clock.h"

/* Sorted, for bsearch(): functions that neither write nor touch files. */
static const char *const safe_functions[] = {
	"->", "->>", "abs", "acos", "acosh", "any_value", "argmax", "argmin",
	"asin", "asinh", "atan", "atan2", "atanh", "avg", "ceil", "ceiling",
	"changes", "char", "coalesce", "concat", "concat_ws", "content", "cos",
	"cosh", "count", "cume_dist", "current_date", "current_time",
	"current_timestamp", "date", "datetime", "degrees", "dense_rank",
	"diff_text", "exp", "first_value", "floor", "format", "gb_id", "glob",
	"group_concat", "hex", "idiv", "if", "ifnull", "iif", "instr", "json",
	"json_array", "json_array_length", "json_error_position",
	"json_extract", "json_group_array", "json_group_object", "json_insert",
	"json_int", "json_num", "json_object", "json_patch", "json_pretty",
	"json_quote", "json_raw", "json_remove", "json_replace", "json_set",
	"json_str", "json_type", "json_valid", "julianday", "lag",
	"last_insert_rowid", "last_value", "lead", "length", "like",
	"likelihood", "likely", "ln", "log", "log10", "log2", "lower", "ltrim",
	"match", "max", "min", "mod", "name_glob", "nth_value", "ntile",
	"nullif", "number", "octet_length", "owner", "p50", "p90", "p95",
	"p99", "percent_rank", "pi", "pow", "power", "printf", "quote",
	"radians", "random", "randomblob", "rank", "regexp", "replace",
	"round", "row_number", "rtrim", "sign", "sin", "sinh", "soundex",
	"sqlite_compileoption_get", "sqlite_compileoption_used",
	"sqlite_source_id", "sqlite_version", "sqrt", "strftime", "string_agg",
	"substr", "substring", "subtype", "sum", "tan", "tanh", "text", "time",
	"timediff", "total", "total_changes", "trim", "trunc", "typeof",
	"unhex", "unicode", "unistr", "unistr_quote", "unixepoch", "unlikely",
	"upper", "zeroblob"
};

struct safe_pragma {
	const char *name;
	bool takes_value;	/* a name to ask about, never a setting */
	const char *probe;	/* names its table; NULL: it has none */
};

/* Probes declare the table-valued functions, see touch_tables(). */
#define PROBE(table) "SELECT 1 FROM " table

static const struct safe_pragma safe_pragmas[] = {
	{ "application_id", false, PROBE("pragma_application_id") },
	{ "collation_list", false, PROBE("pragma_collation_list") },
	{ "compile_options", false, PROBE("pragma_compile_options") },
	{ "data_version", false, NULL },
	{ "database_list", false, PROBE("pragma_database_list") },
	{ "encoding", false, NULL },
	{ "foreign_key_check", true, PROBE("pragma_foreign_key_check") },
	{ "foreign_key_list", true, PROBE("pragma_foreign_key_list") },
	{ "freelist_count", false, NULL },
	{ "function_list", false, PROBE("pragma_function_list") },
	{ "index_info", true, PROBE("pragma_index_info") },
	{ "index_list", true, PROBE("pragma_index_list") },
	{ "index_xinfo", true, PROBE("pragma_index_xinfo") },
	{ "integrity_check", true, PROBE("pragma_integrity_check") },
	{ "module_list", false, PROBE("pragma_module_list") },
	{ "page_count", false, PROBE("pragma_page_count") },
	{ "page_size", false, PROBE("pragma_page_size") },
	{ "pragma_list", false, PROBE("pragma_pragma_list") },
	{ "quick_check", true, PROBE("pragma_quick_check") },
	{ "schema_version", false, PROBE("pragma_schema_version") },
	{ "table_info", true, PROBE("pragma_table_info") },
	{ "table_list", true, PROBE("pragma_table_list") },
	{ "table_xinfo", true, PROBE("pragma_table_xinfo") },
	{ "user_version", false, PROBE("pragma_user_version") }
};

/* Table-valued functions of SQLite that only compute. */
static const struct {
	const char *name, *probe;
} safe_tables[] = {
	{ "json_each", PROBE("json_each") },
	{ "json_tree", PROBE("json_tree") }
};

static const struct {
	int id, value;
} limits[GUARD_LIMITS] = {
	{ SQLITE_LIMIT_LENGTH, 100 * 1000 * 1000 },
	{ SQLITE_LIMIT_SQL_LENGTH, 1000 * 1000 },
	{ SQLITE_LIMIT_EXPR_DEPTH, 500 },
	{ SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000 },
	{ SQLITE_LIMIT_ATTACHED, 0 },
	{ SQLITE_LIMIT_VDBE_OP, 10 * 1000 * 1000 },
	{ SQLITE_LIMIT_WORKER_THREADS, 0 }
};

enum { OPERATIONS_BETWEEN_CHECKS = 20000 };

static int
compare_name(const void *name, const void *entry)
{
	return sqlite3_stricmp(name, *(const char *const *)entry);
}

static bool
is_safe_function(const char *name)
{
	return sqlite3_strnicmp(name, "gbq_", 4) == 0 ||
	    bsearch(name, safe_functions, LENGTH(safe_functions),
	    sizeof(safe_functions[0]), compare_name);
}

static bool
is_safe_pragma(const char *name, const char *value)
{
	for (size_t i = 0; i < LENGTH(safe_pragmas); i++) {
		if (sqlite3_stricmp(name, safe_pragmas[i].name) == 0)
			return !value || safe_pragmas[i].takes_value;
	}
	return false;
}

/*
 * Whether a name is that of a virtual table that every connection has and that
 * is not meant to be read: dbstat, sqlite_dbpage and what else this SQLite was
 * built with. SQLite before 3.41 asked for more actions to declare one; now
 * only reading is asked for.
 */
static bool
is_unsafe_table(const struct guard *guard, const char *name)
{
	struct slice rest = buffer_slice(&guard->modules), module;

	for (size_t i = 0; i < LENGTH(safe_tables); i++) {
		if (sqlite3_stricmp(name, safe_tables[i].name) == 0)
			return false;
	}
	if (sqlite3_strnicmp(name, "pragma_", 7) == 0)
		return !is_safe_pragma(name + 7, NULL);
	while (slice_next_line(&rest, &module)) {
		if (module.len == strlen(name) &&
		    sqlite3_strnicmp(module.at, name, (int)module.len) == 0)
			return true;
	}
	return false;
}

/* The words for what was refused, where the action has telling ones. */
static void
describe_denied(struct guard *guard, int action, const char *name)
{
	const char *what;

	switch (action) {
	case SQLITE_PRAGMA:
		what = "PRAGMA ";
		break;
	case SQLITE_FUNCTION:
		what = "function ";
		break;
	case SQLITE_READ:
		what = "table ";
		break;
	case SQLITE_ATTACH:
	case SQLITE_DETACH:
		what = "ATTACH, DETACH and VACUUM";
		name = "";
		break;
	case SQLITE_TRANSACTION:
	case SQLITE_SAVEPOINT:
		what = "transactions";
		name = "";
		break;
	default:
		what = "writing";
		name = "";
	}
	snprintf(guard->denied, sizeof(guard->denied), "%s%.60s", what,
	    name ? name : "");
}

static int
guard_authorize(void *data, int action, const char *first, const char *second,
    const char *database, const char *source)
{
	const char *name = action == SQLITE_FUNCTION ? second : first;
	struct guard *guard = data;
	bool allowed;

	(void)database;
	(void)source;
	if (action == SQLITE_READ && guard->reads)
		guard->reads(guard->reads_data, first);
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_RECURSIVE:
		allowed = true;
		break;
	case SQLITE_READ:
		allowed = !is_unsafe_table(guard, first);
		break;
	case SQLITE_FUNCTION:
		allowed = is_safe_function(name);
		break;
	case SQLITE_PRAGMA:
		allowed = is_safe_pragma(first, second);
		break;
	default:
		allowed = false;
	}
	if (!allowed)
		describe_denied(guard, action, name);
	return allowed ? SQLITE_OK : SQLITE_DENY;
}

static int
check_progress(void *data)
{
	struct guard *guard = data;

	if (guard->limits.stop && guard->limits.stop(guard->limits.stop_data))
		guard->stopped = GBQ_INTERRUPTED;
	else if (guard->deadline > 0 && monotonic_seconds() >= guard->deadline)
		guard->stopped = GBQ_LIMIT;
	return guard->stopped != GBQ_OK;
}

/* A table that this SQLite does not have is no failure. */
static int
guard_touch(sqlite3 *db, const char *probe)
{
	sqlite3_stmt *stmt = NULL;
	int code = sqlite3_prepare_v2(db, probe, -1, &stmt, NULL);

	sqlite3_finalize(stmt);
	return code == SQLITE_ERROR ? SQLITE_OK : code;
}

/*
 * Declaring a table-valued function needs more actions than reading it;
 * SQLite does that once a connection, so do it before the authorizer is on.
 */
static int
touch_tables(sqlite3 *db)
{
	int code = SQLITE_OK;

	for (size_t i = 0; code == SQLITE_OK && i < LENGTH(safe_pragmas); i++) {
		if (safe_pragmas[i].probe)
			code = guard_touch(db, safe_pragmas[i].probe);
	}
	for (size_t i = 0; code == SQLITE_OK && i < LENGTH(safe_tables); i++)
		code = guard_touch(db, safe_tables[i].probe);
	return code;
}

/* The virtual tables that this SQLite has, a name a line. */
static int
list_modules(struct guard *guard)
{
	sqlite3_stmt *stmt = NULL;
	int code = sqlite3_prepare_v2(guard->db,
	    "SELECT name FROM pragma_module_list", -1, &stmt, NULL);

	while (code == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(stmt, 0);

		buffer_add_string(&guard->modules, name ? name : "");
		buffer_add_byte(&guard->modules, '\n');
	}
	if (code == SQLITE_OK)
		code = sqlite3_finalize(stmt);
	return code;
}

static int
prepare_connection(struct guard *guard)
{
	int code = touch_tables(guard->db);

	if (code == SQLITE_OK)
		code = list_modules(guard);
	if (code == SQLITE_OK)
		code = sqlite3_exec(guard->db, "PRAGMA query_only = 1; "
		    "PRAGMA cell_size_check = 1", NULL, NULL, NULL);
	return code;
}

enum gbq_status
guard_install(struct guard *guard, sqlite3 *db, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	int code;

	if (guard->db)
		return GBQ_OK;
	guard->db = db;
	for (size_t i = 0; i < GUARD_LIMITS; i++) {
		guard->old_limits[i] = sqlite3_limit(db, limits[i].id,
		    limits[i].value);
	}
	guard->denied[0] = '\0';
	code = prepare_connection(guard);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_progress_handler(db, OPERATIONS_BETWEEN_CHECKS,
	    check_progress, guard);
	sqlite3_set_authorizer(db, guard_authorize, guard);
	if (code != SQLITE_OK) {
		status = guard_error(guard, code, error);
		guard_remove(guard);
	}
	return status;
}

void
guard_remove(struct guard *guard)
{
	if (!guard->db)
		return;
	sqlite3_set_authorizer(guard->db, NULL, NULL);
	sqlite3_progress_handler(guard->db, 0, NULL, NULL);
	sqlite3_exec(guard->db, "PRAGMA query_only = 0", NULL, NULL, NULL);
	for (size_t i = 0; i < GUARD_LIMITS; i++)
		sqlite3_limit(guard->db, limits[i].id, guard->old_limits[i]);
	buffer_release(&guard->modules);
	guard->db = NULL;
}

void
guard_resume(struct guard *guard, double used_s)
{
	guard->stopped = GBQ_OK;
	guard->denied[0] = '\0';
	guard->deadline = guard->limits.timeout_s > 0 ?
	    monotonic_seconds() + guard->limits.timeout_s - used_s : 0;
}

void
guard_rest(struct guard *guard)
{
	guard->deadline = 0;
}

enum gbq_status
guard_prepare(struct guard *guard, sqlite3_stmt **stmt, const char *sql,
    const char **rest, struct error *error)
{
	int code;

	guard_resume(guard, 0);
	code = sqlite3_prepare_v2(guard->db, sql, -1, stmt, rest);
	guard_rest(guard);
	if (code != SQLITE_OK)
		return guard_error(guard, code, error);
	if (*stmt && !sqlite3_stmt_readonly(*stmt)) {
		sqlite3_finalize(*stmt);
		*stmt = NULL;
		return error_set(error, GBQ_DATABASE,
		    "not allowed in read-only SQL: writing");
	}
	return GBQ_OK;
}

enum gbq_status
guard_error(const struct guard *guard, int code, struct error *error)
{
	if ((code & 0xff) == SQLITE_INTERRUPT) {
		if (guard->stopped == GBQ_LIMIT)
			return error_set(error, GBQ_LIMIT,
			    "stopped after the time limit of %g s",
			    guard->limits.timeout_s);
		return error_set(error, GBQ_INTERRUPTED, "interrupted");
	}
	if (guard->denied[0] && ((code & 0xff) == SQLITE_AUTH ||
	    (code & 0xff) == SQLITE_ERROR))
		return error_set(error, GBQ_DATABASE,
		    "not allowed in read-only SQL: %s", guard->denied);
	return error_set(error, store_status(guard->db, code), "%s",
	    store_message(guard->db, code));
}
