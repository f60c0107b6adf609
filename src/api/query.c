/*
 * query.c - statements of users and saved queries, always under guard.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "query/run_select.h"
#include "util/memory.h"
#include "util/text.h"

struct gbq_query {
	struct gbq *gbq;
	sqlite3_stmt *stmt;
	double used_s;		/* in gbq_step() so far */
};

void
gbq_set_limits(struct gbq *gbq, const struct gbq_limits *limits)
{
	gbq->guard.timeout_s = limits->timeout_s;
	gbq->guard.stop = limits->stop;
	gbq->guard.stop_data = limits->stop_data;
	sqlite3_hard_heap_limit64(limits->memory_bytes);
}

enum gbq_status
gbq_find_run(struct gbq *gbq, const char *text, int64_t *run_id)
{
	enum gbq_status status = handle_need_store(gbq);

	if (status != GBQ_OK)
		return status;
	return handle_status(run_select(store_db(gbq->store), text, run_id,
	    &gbq->error));
}

enum gbq_status
gbq_prepare(struct gbq *gbq, struct gbq_query **query, const char *sql,
    const char **rest)
{
	enum gbq_status status = handle_need_store(gbq);
	sqlite3_stmt *stmt = NULL;

	*query = NULL;
	if (status != GBQ_OK)
		return status;
	guard_install(&gbq->guard, store_db(gbq->store));
	status = handle_status(guard_prepare(&gbq->guard, &stmt, sql, rest,
	    &gbq->error));
	if (status != GBQ_OK || !stmt)
		return status;
	*query = mem_calloc(1, sizeof(**query));
	(*query)->gbq = gbq;
	(*query)->stmt = stmt;
	return GBQ_OK;
}

enum gbq_status
gbq_prepare_saved(struct gbq *gbq, struct gbq_query **query,
    const char *name)
{
	const struct gbq_saved *saved = saved_find(&gbq->saved, name);

	*query = NULL;
	if (!saved)
		return handle_status(error_set(&gbq->error, STATUS_USAGE,
		    "there is no saved query '%s'", name));
	return gbq_prepare(gbq, query, saved->sql, NULL);
}

/* The number of a parameter written :NAME, @NAME or $NAME; 0: none. */
static int
parameter_index(const struct gbq_query *query, const char *name)
{
	static const char prefixes[] = ":@$";
	struct buffer full = { 0 };
	int index = 0;

	for (const char *prefix = prefixes; *prefix && !index; prefix++) {
		buffer_clear(&full);
		buffer_add_byte(&full, *prefix);
		buffer_add_string(&full, name);
		index = sqlite3_bind_parameter_index(query->stmt,
		    buffer_string(&full));
	}
	buffer_release(&full);
	return index;
}

bool
gbq_has_parameter(const struct gbq_query *query, const char *name)
{
	return parameter_index(query, name) != 0;
}

static enum gbq_status
bound(struct gbq_query *query, int code)
{
	struct gbq *gbq = query->gbq;

	if (code == SQLITE_OK)
		return GBQ_OK;
	return handle_status(guard_error(&gbq->guard, code, &gbq->error));
}

static enum gbq_status
no_parameter(struct gbq_query *query, const char *name)
{
	return handle_status(error_set(&query->gbq->error, STATUS_USAGE,
	    "the query has no parameter '%s'", name));
}

enum gbq_status
gbq_bind_text(struct gbq_query *query, const char *name, const char *value)
{
	int index = parameter_index(query, name);

	if (!index)
		return no_parameter(query, name);
	return bound(query, sqlite3_bind_text(query->stmt, index, value, -1,
	    SQLITE_TRANSIENT));
}

enum gbq_status
gbq_bind_integer(struct gbq_query *query, const char *name, int64_t value)
{
	int index = parameter_index(query, name);

	if (!index)
		return no_parameter(query, name);
	return bound(query, sqlite3_bind_int64(query->stmt, index, value));
}

/* "12", "-3", not "012": as a number is printed. */
static bool
is_plain_integer(struct slice text, int64_t *value)
{
	struct slice digits = text;

	slice_take(&digits, LITERAL("-"));
	if (digits.len > 1 && digits.at[0] == '0')
		return false;
	return slice_to_int(text, value);
}

enum gbq_status
gbq_bind(struct gbq_query *query, const char *name, const char *value)
{
	struct slice text = slice_of(value);
	int index = parameter_index(query, name);
	int64_t integer;
	double real;

	if (is_plain_integer(text, &integer))
		return gbq_bind_integer(query, name, integer);
	if (!index || slice_find_byte(text, '.') == SIZE_MAX ||
	    !slice_to_double(text, &real) || !isfinite(real))
		return gbq_bind_text(query, name, value);
	return bound(query, sqlite3_bind_double(query->stmt, index, real));
}

enum gbq_status
gbq_step(struct gbq_query *query, bool *row)
{
	double start_s = guard_now_s();
	int code;

	guard_resume(&query->gbq->guard, query->used_s);
	code = sqlite3_step(query->stmt);
	query->used_s += guard_now_s() - start_s;
	*row = code == SQLITE_ROW;
	if (code == SQLITE_ROW || code == SQLITE_DONE)
		return GBQ_OK;
	return bound(query, code);
}

size_t
gbq_column_count(const struct gbq_query *query)
{
	return (size_t)sqlite3_column_count(query->stmt);
}

const char *
gbq_column_name(const struct gbq_query *query, size_t column)
{
	const char *name = sqlite3_column_name(query->stmt, (int)column);

	return name ? name : "";
}

struct gbq_value
gbq_column(const struct gbq_query *query, size_t column)
{
	struct gbq_value value = { GBQ_NULL, 0, 0, NULL, 0 };
	sqlite3_stmt *stmt = query->stmt;
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

void
gbq_finish(struct gbq_query *query)
{
	if (!query)
		return;
	sqlite3_finalize(query->stmt);
	free(query);
}
