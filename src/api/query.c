/*
 * query.c - statements of users and saved queries, always under guard.
 */
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "query/statement.h"
#include "remote/statement.h"
#include "util/clock.h"
#include "util/memory.h"
#include "util/text.h"

struct gbq_query {
	struct gbq *gbq;
	struct statement *statement;
};

void
gbq_set_limits(struct gbq *gbq, const struct gbq_limits *limits)
{
	gbq->guard.limits = *limits;
	sqlite3_hard_heap_limit64(limits->memory_bytes);
}

bool
gbq_is_late(const struct gbq *gbq, double seconds)
{
	return gbq->guard.deadline > 0 &&
	    monotonic_seconds() > gbq->guard.deadline + seconds;
}

static void
make_query(struct gbq *gbq, struct gbq_query **query,
    struct statement *statement)
{
	*query = NULL;
	if (!statement)
		return;
	*query = mem_calloc(1, sizeof(**query));
	(*query)->gbq = gbq;
	(*query)->statement = statement;
}

/* Of the database, or of what is fetched from a cluster. */
static enum gbq_status
prepare_local(struct gbq *gbq, struct gbq_query **query, const char *sql,
    const char **rest)
{
	struct statement *statement = NULL;
	enum gbq_status status = handle_need_store(gbq);

	if (status != GBQ_OK)
		return status;
	status = guard_install(&gbq->guard, store_db(gbq->store), &gbq->error);
	if (status == GBQ_OK)
		status = statement_sqlite(&statement, &gbq->guard, sql, rest,
		    &gbq->error);
	/* The guard was told which tables. */
	if (status == GBQ_OK)
		status = handle_load(gbq);
	if (status == GBQ_OK)
		status = guard_install(&gbq->guard, store_db(gbq->store),
		    &gbq->error);
	if (status != GBQ_OK && statement)
		statement->class->finish(statement);
	else
		make_query(gbq, query, statement);
	return status;
}

enum gbq_status
gbq_prepare(struct gbq *gbq, struct gbq_query **query, const char *sql,
    const char **rest)
{
	static const struct remote_statement_options options = {
		.verbatim = true
	};
	struct statement *statement;

	*query = NULL;
	if (!gbq->clickhouse)
		return prepare_local(gbq, query, sql, rest);
	if (rest)
		*rest = sql + strlen(sql);
	statement_remote(&statement, gbq->clickhouse, sql, &options);
	make_query(gbq, query, statement);
	return GBQ_OK;
}

/* Whether a query is of one run, whose rows can be fetched. */
static bool
has_run_parameter(const struct gbq_saved *saved)
{
	for (size_t i = 0; i < saved->parameter_count; i++) {
		if (strcmp(saved->parameters[i].name, "run") == 0)
			return true;
	}
	return false;
}

enum gbq_status
gbq_prepare_saved(struct gbq *gbq, struct gbq_query **query,
    const char *name)
{
	const struct gbq_saved *saved = saved_find(&gbq->saved, name);
	struct remote_statement_options options = { 0 };
	struct statement *statement;

	*query = NULL;
	if (!saved)
		return error_set(&gbq->error, GBQ_USAGE,
		    "there is no saved query '%s'", name);
	if (!gbq->clickhouse ||
	    (!saved->clickhouse && !saved->has_other_runs &&
	    has_run_parameter(saved)))
		return prepare_local(gbq, query, saved->sql, NULL);
	if (!saved->clickhouse)
		return error_set(&gbq->error, GBQ_USAGE,
		    "query '%s' is for a local database: leave --on out", name);
	options.tag_column = saved->tag_column;
	statement_remote(&statement, gbq->clickhouse, saved->clickhouse,
	    &options);
	make_query(gbq, query, statement);
	return GBQ_OK;
}

bool
gbq_has_parameter(const struct gbq_query *query, const char *name)
{
	return query->statement->class->has_parameter(query->statement, name);
}

static enum gbq_status
query_bind(struct gbq_query *query, const char *name,
    const struct gbq_value *value)
{
	return query->statement->class->bind(query->statement, name, value,
	    &query->gbq->error);
}

enum gbq_status
gbq_bind_text(struct gbq_query *query, const char *name, const char *value)
{
	struct gbq_value text = { GBQ_TEXT, 0, 0, value, strlen(value) };

	return query_bind(query, name, &text);
}

enum gbq_status
gbq_bind_integer(struct gbq_query *query, const char *name, int64_t value)
{
	struct gbq_value integer = { GBQ_INTEGER, value, (double)value, NULL,
		0 };

	return query_bind(query, name, &integer);
}

enum gbq_status
gbq_bind(struct gbq_query *query, const char *name, const char *value)
{
	struct slice text = slice_of(value);
	struct gbq_value real = { GBQ_REAL, 0, 0, NULL, 0 };
	int64_t integer;

	if (slice_to_plain_int(text, &integer))
		return gbq_bind_integer(query, name, integer);
	if (slice_find_byte(text, '.') == SIZE_MAX ||
	    !slice_to_double(text, &real.real))
		return gbq_bind_text(query, name, value);
	return query_bind(query, name, &real);
}

void
gbq_limit_rows(struct gbq_query *query, size_t count)
{
	if (query->statement->class->limit)
		query->statement->class->limit(query->statement, count);
}

enum gbq_status
gbq_step(struct gbq_query *query, bool *row)
{
	return query->statement->class->step(query->statement, row,
	    &query->gbq->error);
}

size_t
gbq_column_count(const struct gbq_query *query)
{
	return query->statement->class->column_count(query->statement);
}

const char *
gbq_column_name(const struct gbq_query *query, size_t column)
{
	return query->statement->class->column_name(query->statement, column);
}

struct gbq_value
gbq_column(const struct gbq_query *query, size_t column)
{
	return query->statement->class->column(query->statement, column);
}

void
gbq_finish(struct gbq_query *query)
{
	if (!query)
		return;
	query->statement->class->finish(query->statement);
	free(query);
}
