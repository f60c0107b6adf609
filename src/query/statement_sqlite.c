/*
 * statement_sqlite.c - statements of SQLite, always under guard.
 */
#include "query/statement.h"

#include <stdlib.h>

#include "store/store.h"
#include "util/clock.h"
#include "util/memory.h"
#include "util/text.h"

struct sqlite_statement {
	struct statement base;
	struct guard *guard;
	sqlite3_stmt *stmt;
	double used_s;			/* in sqlite_step() so far */
};

static struct sqlite_statement *
sqlite_statement_of(struct statement *statement)
{
	return (struct sqlite_statement *)statement;
}

/* The number of a parameter written :NAME, @NAME or $NAME; 0: none. */
static int
parameter_index(const struct statement *statement, const char *name)
{
	const struct sqlite_statement *own =
	    (const struct sqlite_statement *)statement;
	static const char prefixes[] = ":@$";
	struct buffer full = { 0 };
	int index = 0;

	for (const char *prefix = prefixes; *prefix && !index; prefix++) {
		buffer_clear(&full);
		buffer_add_byte(&full, *prefix);
		buffer_add_string(&full, name);
		index = sqlite3_bind_parameter_index(own->stmt,
		    buffer_string(&full));
	}
	buffer_release(&full);
	return index;
}

static bool
sqlite_has_parameter(const struct statement *statement, const char *name)
{
	return parameter_index(statement, name) != 0;
}

enum gbq_status
statement_no_parameter(const char *name, struct error *error)
{
	return error_set(error, GBQ_USAGE,
	    "the query has no parameter '%s'", name);
}

static enum gbq_status
sqlite_bind(struct statement *statement, const char *name,
    const struct gbq_value *value, struct error *error)
{
	struct sqlite_statement *own = sqlite_statement_of(statement);
	int index = parameter_index(statement, name), code;

	if (!index)
		return statement_no_parameter(name, error);
	code = store_bind_value(own->stmt, index, value);
	return code == SQLITE_OK ? GBQ_OK :
	    guard_error(own->guard, code, error);
}

static enum gbq_status
sqlite_step(struct statement *statement, bool *row, struct error *error)
{
	struct sqlite_statement *own = sqlite_statement_of(statement);
	double start_s = monotonic_seconds();
	int code;

	guard_resume(own->guard, own->used_s);
	code = sqlite3_step(own->stmt);
	guard_rest(own->guard);
	own->used_s += monotonic_seconds() - start_s;
	*row = code == SQLITE_ROW;
	if (code == SQLITE_ROW || code == SQLITE_DONE)
		return GBQ_OK;
	return guard_error(own->guard, code, error);
}

static size_t
sqlite_column_count_of(struct statement *statement)
{
	return (size_t)
	    sqlite3_column_count(sqlite_statement_of(statement)->stmt);
}

static const char *
sqlite_column_name_of(struct statement *statement, size_t column)
{
	const char *name = sqlite3_column_name(sqlite_statement_of(statement)
						   ->stmt,
	    (int)column);

	return name ? name : "";
}

static struct gbq_value
sqlite_column(struct statement *statement, size_t column)
{
	struct gbq_value value = { GBQ_NULL, 0, 0, NULL, 0 };
	sqlite3_stmt *stmt = sqlite_statement_of(statement)->stmt;
	int index = (int)column;

	switch (sqlite3_column_type(stmt, index)) {
	case SQLITE_INTEGER:
		value.type = GBQ_INTEGER;
		value.integer = sqlite3_column_int64(stmt, index);
		value.real = (double)value.integer;
		break;
	case SQLITE_FLOAT:
		value.type = GBQ_REAL;
		value.real = sqlite3_column_double(stmt, index);
		break;
	case SQLITE_TEXT:
		value.type = GBQ_TEXT;
		value.bytes = (const char *)sqlite3_column_text(stmt, index);
		break;
	case SQLITE_BLOB:
		value.type = GBQ_BLOB;
		value.bytes = sqlite3_column_blob(stmt, index);
		break;
	}
	value.len = value.type == GBQ_TEXT || value.type == GBQ_BLOB ?
	    (size_t)sqlite3_column_bytes(stmt, index) : 0;
	if (!value.bytes && value.type >= GBQ_TEXT)
		value.bytes = "";
	return value;
}

static void
sqlite_finish(struct statement *statement)
{
	sqlite3_finalize(sqlite_statement_of(statement)->stmt);
	free(statement);
}

static const struct statement_class sqlite_class = {
	sqlite_has_parameter, sqlite_bind, NULL, sqlite_step,
	sqlite_column_count_of, sqlite_column_name_of, sqlite_column,
	sqlite_finish
};

enum gbq_status
statement_sqlite(struct statement **out, struct guard *guard,
    const char *sql, const char **rest, struct error *error)
{
	struct sqlite_statement *own;
	sqlite3_stmt *stmt = NULL;
	enum gbq_status status;

	*out = NULL;
	status = guard_prepare(guard, &stmt, sql, rest, error);
	if (status != GBQ_OK || !stmt)
		return status;
	own = mem_calloc(1, sizeof(*own));
	own->base.class = &sqlite_class;
	own->guard = guard;
	own->stmt = stmt;
	*out = &own->base;
	return GBQ_OK;
}
