/*
 * writer.c - the INSERT statements and binding of their values.
 */
#include "store/insert/writer.h"

#include <math.h>
#include <string.h>

/* One parameter for each column of the table, in the table's order. */
static const struct {
	const char *table;
	int columns;
} inserts[INSERT_COUNT] = {
	[INSERT_RUN] = { "run", 43 },
	[INSERT_TAG] = { "tag", 3 },
	[INSERT_TEXT] = { "text", 2 },
	[INSERT_ARTIFACT] = { "artifact", 14 },
	[INSERT_EMPTY_FOLDER] = { "empty_folder", 3 },
	[INSERT_COMPILE] = { "compile", 47 },
	[INSERT_SITE] = { "site", 16 },
	[INSERT_SITE_KEY] = { "site_key", 12 },
	[INSERT_SITE_FOLLOWER] = { "site_follower", 4 },
	[INSERT_COMPILE_BELOW] = { "compile_below", 4 },
	[INSERT_EVENT] = { "break_event", 44 },
	[INSERT_HINT] = { "hint", 5 },
	[INSERT_STACK_FRAME] = { "stack_frame", 8 },
	[INSERT_RESTART] = { "restart", 9 },
	[INSERT_FAILURE] = { "failure", 20 },
	[INSERT_GUARD_FAILURE] = { "guard_failure", 13 },
	[INSERT_RECOMPILE_CAUSE] = { "recompile_cause", 7 },
	[INSERT_SPECIALIZATION] = { "specialization", 8 },
	[INSERT_GUARD_ADDED] = { "guard_added", 8 },
	[INSERT_BYTECODE] = { "bytecode", 10 },
	[INSERT_CACHE_EVENT] = { "cache_event", 7 },
	[INSERT_GRAPH] = { "graph", 11 },
	[INSERT_GRAPH_OP] = { "graph_op", 4 },
	[INSERT_CONFIG] = { "config", 6 },
	[INSERT_PHASE] = { "phase", 9 },
	[INSERT_COLLECTIVE] = { "collective", 7 },
	[INSERT_PROBLEM] = { "problem", 11 },
};

void
writer_init(struct writer *writer, struct store *store, struct error *error)
{
	memset(writer, 0, sizeof(*writer));
	writer->store = store;
	writer->error = error;
}

void
writer_release(struct writer *writer)
{
	table_release(&writer->texts);
}

void
writer_fail(struct writer *writer)
{
	if (!writer->failed)
		store_failed(writer->store->db, "cannot store the run",
		    writer->error);
	writer->failed = true;
}

static sqlite3_stmt *
writer_prepare(struct writer *writer, enum insert insert)
{
	sqlite3_stmt **statement = &writer->statements[insert];
	struct buffer sql = { 0 };
	int i;

	if (*statement)
		return *statement;
	buffer_add_string(&sql, "INSERT INTO ");
	buffer_add_string(&sql, inserts[insert].table);
	for (i = 0; i < inserts[insert].columns; i++)
		buffer_add_string(&sql, i ? ", ?" : " VALUES (?");
	buffer_add_string(&sql, ")");
	*statement = store_statement(writer->store, buffer_string(&sql));
	if (!*statement)
		writer_fail(writer);
	buffer_release(&sql);
	return *statement;
}

void
writer_begin(struct writer *writer, enum insert insert)
{
	writer->column = 0;
	writer->current = writer->failed ? NULL
					 : writer_prepare(writer, insert);
	writer_int(writer, writer->run_id);
}

void
writer_end(struct writer *writer)
{
	if (writer->failed)
		return;
	assert(writer->column ==
	    sqlite3_bind_parameter_count(writer->current));
	if (sqlite3_step(writer->current) != SQLITE_DONE)
		writer_fail(writer);
	sqlite3_reset(writer->current);
}

void
writer_null(struct writer *writer)
{
	if (!writer->failed)
		sqlite3_bind_null(writer->current, ++writer->column);
}

void
writer_int(struct writer *writer, int64_t value)
{
	if (!writer->failed)
		sqlite3_bind_int64(writer->current, ++writer->column, value);
}

void
writer_known(struct writer *writer, int64_t value)
{
	if (value == UNKNOWN_INT)
		writer_null(writer);
	else
		writer_int(writer, value);
}

void
writer_id(struct writer *writer, int64_t id)
{
	if (id == NO_ID)
		writer_null(writer);
	else
		writer_int(writer, id);
}

void
writer_real(struct writer *writer, double value)
{
	if (isnan(value))
		writer_null(writer);
	else if (!writer->failed)
		sqlite3_bind_double(writer->current, ++writer->column, value);
}

void
writer_row(struct writer *writer, size_t row)
{
	if (row == NO_ROW)
		writer_null(writer);
	else
		writer_int(writer, (int64_t)row + 1);
}

void
writer_slice(struct writer *writer, struct slice text)
{
	if (!text.at)
		writer_null(writer);
	else if (!writer->failed)
		sqlite3_bind_text64(writer->current, ++writer->column, text.at,
		    text.len, SQLITE_STATIC, SQLITE_UTF8);
}

void
writer_string(struct writer *writer, const char *text)
{
	writer_slice(writer, slice_of(text));
}

void
writer_blob(struct writer *writer, struct slice bytes)
{
	if (!bytes.at)
		writer_null(writer);
	else if (!writer->failed)
		sqlite3_bind_blob64(writer->current, ++writer->column,
		    bytes.at, bytes.len, SQLITE_STATIC);
}

static void
store_text(struct writer *writer, int64_t id, struct slice text)
{
	sqlite3_stmt *statement = writer_prepare(writer, INSERT_TEXT);

	if (writer->failed)
		return;
	sqlite3_bind_int64(statement, 1, id);
	sqlite3_bind_text64(statement, 2, text.at, text.len, SQLITE_STATIC,
	    SQLITE_UTF8);
	if (sqlite3_step(statement) != SQLITE_DONE)
		writer_fail(writer);
	sqlite3_reset(statement);
}

void
writer_new_text(struct writer *writer, struct slice text)
{
	int64_t id = writer->next_text++;

	store_text(writer, id, text);
	writer_int(writer, id);
}

void
writer_text(struct writer *writer, struct slice text)
{
	struct table_entry *found;

	if (!text.at) {
		writer_null(writer);
		return;
	}
	found = table_put_number(&writer->texts, (uintptr_t)text.at,
	    text.len);
	if (!found->value) {
		found->value = (uint64_t)writer->next_text++;
		store_text(writer, (int64_t)found->value, text);
	}
	writer_int(writer, (int64_t)found->value);
}
