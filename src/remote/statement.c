/*
 * statement.c - statements of a cluster: parameters become literals, the
 * answer is read as a whole.
 */
#include "remote/statement.h"

#include <stdlib.h>
#include <string.h>

#include "query/dialect.h"
#include "store/store.h"

struct remote_statement {
	struct statement base;
	struct clickhouse *clickhouse;
	struct remote_statement_options options;
	struct arena arena;		/* of names and values */
	const char *sql;
	ARRAY_OF(struct dialect_parameter) parameters;
	size_t limit;			/* rows at most; 0: all */
	bool is_asked;
	enum gbq_status status;		/* of asking */
	struct error error;
	struct remote_rows rows;
};

static struct remote_statement *
remote_statement_of(struct statement *statement)
{
	return (struct remote_statement *)statement;
}

static bool
remote_has_parameter(const struct statement *statement, const char *name)
{
	return dialect_has_parameter(slice_of(
	    ((const struct remote_statement *)statement)->sql), name);
}

static enum gbq_status
remote_bind(struct statement *statement, const char *name,
    const struct gbq_value *value, struct error *error)
{
	struct remote_statement *own = remote_statement_of(statement);
	struct dialect_parameter *parameter = NULL;

	if (!remote_has_parameter(statement, name))
		return statement_no_parameter(name, error);
	for (size_t i = 0; i < own->parameters.count && !parameter; i++) {
		if (strcmp(own->parameters.items[i].name, name) == 0)
			parameter = &own->parameters.items[i];
	}
	if (!parameter)
		parameter = array_add(&own->parameters);
	parameter->name = arena_copy(&own->arena, name, strlen(name));
	parameter->value = *value;
	if (value->bytes)
		parameter->value.bytes = arena_copy(&own->arena, value->bytes,
		    value->len);
	return GBQ_OK;
}

static void
remote_limit(struct statement *statement, size_t count)
{
	remote_statement_of(statement)->limit = count;
}

/* A user's SQL stays as it is, and may say FORMAT or SETTINGS at its end. */
static void
statement_add_limit(const struct remote_statement *own, struct buffer *sql)
{
	if (own->limit && !own->options.verbatim &&
	    !dialect_has_word(slice_of(own->sql), "limit"))
		buffer_printf(sql, " LIMIT %zu", own->limit);
}

static enum gbq_status
statement_ask(struct remote_statement *own)
{
	struct dialect_options options = {
		.parameters = own->parameters.items,
		.parameter_count = own->parameters.count,
		.verbatim = own->options.verbatim
	};
	struct buffer sql = { 0 };

	if (own->is_asked)
		return own->status;
	own->is_asked = true;
	dialect_write(&sql, slice_of(own->sql), &options);
	statement_add_limit(own, &sql);
	own->status = clickhouse_query(own->clickhouse, buffer_string(&sql),
	    NULL, &own->rows, &own->error);
	buffer_release(&sql);
	return own->status;
}

static enum gbq_status
remote_step(struct statement *statement, bool *row, struct error *error)
{
	struct remote_statement *own = remote_statement_of(statement);

	*row = false;
	if (statement_ask(own) != GBQ_OK)
		return error_set(error, own->status, "%s",
		    own->error.message);
	return remote_rows_next(&own->rows, row, error);
}

/* None where asking failed: the step tells. */
static size_t
remote_column_count(struct statement *statement)
{
	struct remote_statement *own = remote_statement_of(statement);

	return statement_ask(own) == GBQ_OK ? own->rows.columns.count : 0;
}

static const char *
remote_column_name(struct statement *statement, size_t column)
{
	return remote_statement_of(statement)->rows.columns.items[column].name;
}

static struct gbq_value
remote_column(struct statement *statement, size_t column)
{
	struct remote_statement *own = remote_statement_of(statement);
	struct gbq_value value = own->rows.cells[column];
	const char *tags = own->options.tag_column;

	if (value.type == GBQ_TEXT && tags &&
	    strcmp(remote_column_name(statement, column), tags) == 0)
		value = store_tag_value((struct slice){ value.bytes,
		    value.len });
	return value;
}

static void
remote_finish(struct statement *statement)
{
	struct remote_statement *own = remote_statement_of(statement);

	remote_rows_release(&own->rows);
	array_release(&own->parameters);
	arena_release(&own->arena);
	free(own);
}

static const struct statement_class remote_class = {
	remote_has_parameter, remote_bind, remote_limit, remote_step,
	remote_column_count, remote_column_name, remote_column, remote_finish
};

void
statement_remote(struct statement **out, struct clickhouse *clickhouse,
    const char *sql, const struct remote_statement_options *options)
{
	struct remote_statement *own = mem_calloc(1, sizeof(*own));

	own->base.class = &remote_class;
	own->clickhouse = clickhouse;
	arena_init(&own->arena);
	own->sql = arena_copy(&own->arena, sql, strlen(sql));
	if (options)
		own->options = *options;
	*out = &own->base;
}
