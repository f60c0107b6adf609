/*
 * run_select.c - RUN arguments: names, numbers, "@-1" and globs. Reads the
 * runs view only.
 */
#include "query/run_select.h"

#include <stdbool.h>
#include <string.h>

#include "store/failure.h"
#include "util/text.h"

/* All runs (?1 is NULL), or those of a name, newest first, from the ?2-th. */
static const char by_age_sql[] =
    "SELECT run_id FROM runs WHERE ?1 IS NULL"
    " ORDER BY run_id DESC LIMIT 1 OFFSET ?2";
static const char by_name_sql[] =
    "SELECT run_id FROM runs WHERE name = ?1"
    " ORDER BY run_id DESC LIMIT 1 OFFSET ?2";
static const char by_id_sql[] = "SELECT run_id FROM runs WHERE run_id = ?2";
static const char by_glob_sql[] =
    "SELECT max(run_id), count(DISTINCT name), min(name), max(name)"
    " FROM runs WHERE name GLOB ?1 HAVING count(*) > 0";
static const char similar_sql[] =
    "SELECT DISTINCT name FROM runs WHERE instr(lower(name), lower(?1))"
    " OR instr(lower(?1), lower(name)) ORDER BY name LIMIT 1";

struct lookup {
	sqlite3 *db;
	int64_t *run_id;
	struct error *error;
};

static enum gbq_status
run_select_failed(const struct lookup *lookup)
{
	return store_failed(lookup->db, "cannot find the run", lookup->error);
}

/* GBQ_NO_INPUT, without text, where no row comes. */
static enum gbq_status
run_select_look_up(const struct lookup *lookup, const char *sql,
    struct slice name, int64_t number)
{
	sqlite3_stmt *stmt;
	enum gbq_status status = GBQ_OK;
	int code;

	code = sqlite3_prepare_v2(lookup->db, sql, -1, &stmt, NULL);
	if (code == SQLITE_OK) {
		if (name.at && sqlite3_bind_parameter_count(stmt) > 0)
			sqlite3_bind_text(stmt, 1, name.at, (int)name.len,
			    SQLITE_STATIC);
		sqlite3_bind_int64(stmt, 2, number);
		code = sqlite3_step(stmt);
	}
	if (code == SQLITE_ROW)
		*lookup->run_id = sqlite3_column_int64(stmt, 0);
	else if (code == SQLITE_DONE)
		status = GBQ_NO_INPUT;
	else
		status = run_select_failed(lookup);
	sqlite3_finalize(stmt);
	return status;
}

/* "latest" or "-N": how many runs before the newest. */
static bool
run_select_parse_age(struct slice text, int64_t *age)
{
	if (slice_equal(text, LITERAL("latest"))) {
		*age = 0;
		return true;
	}
	if (!slice_starts(text, LITERAL("-")) || !slice_to_int(text, age))
		return false;
	*age = -*age;
	return true;
}

/* "NAME@AGE", the name may be empty. */
static bool
split_age(struct slice text, struct slice *name, int64_t *age)
{
	size_t at = slice_find_last_byte(text, '@');

	if (at == SIZE_MAX ||
	    !run_select_parse_age(slice_part(text, at + 1, text.len), age))
		return false;
	*name = slice_part(text, 0, at);
	if (name->len == 0)
		name->at = NULL;
	return true;
}

static enum gbq_status
look_up_glob(const struct lookup *lookup, struct slice pattern)
{
	sqlite3_stmt *stmt;
	enum gbq_status status = GBQ_NO_INPUT;

	if (sqlite3_prepare_v2(lookup->db, by_glob_sql, -1, &stmt, NULL))
		return run_select_failed(lookup);
	sqlite3_bind_text(stmt, 1, pattern.at, (int)pattern.len,
	    SQLITE_STATIC);
	if (sqlite3_step(stmt) == SQLITE_ROW) {
		*lookup->run_id = sqlite3_column_int64(stmt, 0);
		status = GBQ_OK;
		if (sqlite3_column_int(stmt, 1) > 1)
			status = error_set(lookup->error, GBQ_USAGE,
			    "'%.*s' matches %d runs, for example %s and %s",
			    (int)pattern.len, pattern.at,
			    sqlite3_column_int(stmt, 1),
			    sqlite3_column_text(stmt, 2),
			    sqlite3_column_text(stmt, 3));
	}
	return sqlite3_finalize(stmt) == SQLITE_OK ? status
						   : run_select_failed(lookup);
}

static enum gbq_status
run_select_find(const struct lookup *lookup, struct slice text)
{
	struct slice rest = text, name = { NULL, 0 };
	enum gbq_status status;
	int64_t number;

	if (slice_take(&rest, LITERAL("id:")))
		return slice_to_int(rest, &number) ?
		    run_select_look_up(lookup, by_id_sql, name, number) :
		    error_set(lookup->error, GBQ_USAGE,
		    "'%.*s' is no run number", (int)rest.len, rest.at);
	if (slice_take(&rest, LITERAL("name:")))
		return run_select_look_up(lookup, by_name_sql, rest, 0);
	status = run_select_look_up(lookup, by_name_sql, text, 0);
	if (status != GBQ_NO_INPUT)
		return status;
	if (split_age(text, &name, &number))
		return run_select_look_up(lookup,
		    name.at ? by_name_sql : by_age_sql, name, number);
	if (slice_to_int(text, &number))
		return run_select_look_up(lookup, by_id_sql, name, number);
	return look_up_glob(lookup, text);
}

static enum gbq_status
run_select_not_found(const struct lookup *lookup, const char *text)
{
	sqlite3_stmt *stmt;
	const char *similar = NULL;
	struct buffer message = { 0 };

	buffer_printf(&message, "there is no run '%s'", text);
	if (!sqlite3_prepare_v2(lookup->db, similar_sql, -1, &stmt, NULL)) {
		sqlite3_bind_text(stmt, 1, text, -1, SQLITE_STATIC);
		if (sqlite3_step(stmt) == SQLITE_ROW)
			similar = (const char *)sqlite3_column_text(stmt, 0);
	}
	if (similar)
		buffer_printf(&message, "; did you mean '%s'?", similar);
	sqlite3_finalize(stmt);
	error_set(lookup->error, GBQ_NO_INPUT, "%s",
	    buffer_string(&message));
	buffer_release(&message);
	return GBQ_NO_INPUT;
}

enum gbq_status
run_select(sqlite3 *db, const char *text, int64_t *run_id,
    struct error *error)
{
	struct lookup lookup = { db, run_id, error };
	enum gbq_status status;

	/* as of a variable that a script has not set */
	if (!*text)
		return error_set(error, GBQ_USAGE, "a RUN is empty; "
		    "'@latest' is the newest run");
	status = run_select_find(&lookup, slice_of(text));
	if (status != GBQ_NO_INPUT)
		return status;
	if (strcmp(text, "@latest") == 0)
		return error_set(error, GBQ_NO_INPUT,
		    "the database holds no runs");
	return run_select_not_found(&lookup, text);
}
