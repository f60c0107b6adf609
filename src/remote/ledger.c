/*
 * ledger.c - the table pushes. Reads no views but runs and tags.
 */
#include "remote/push.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remote/batch.h"
#include "store/failure.h"

/* Bits of a number: seconds, place in the second, key. */
enum { PLACE_BITS = 10, KEY_BITS = 20 };

/* All runs in their order, for their places; 1970 and before is no day. */
static const char runs_sql[] =
    "SELECT run_id, run_key, name,"
    " CAST(strftime('%s', ingested_at) AS INTEGER),"
    " coalesce((SELECT CAST(value AS TEXT) FROM tags AS t"
    "  WHERE t.run_id = r.run_id AND t.key = 'job'), job, run_key),"
    " CASE WHEN date(started_at) > '1970-01-01' THEN date(started_at)"
    "  ELSE date(ingested_at) END,"
    " coalesce(compiles, 0) + coalesce(break_events, 0)"
    " FROM runs AS r ORDER BY run_id";

static const char *
copy_text(struct arena *arena, sqlite3_stmt *stmt, int column)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return slice_string(arena, slice_of(text ? text : ""));
}

static int64_t
make_number(int64_t seconds, int64_t place, const char *run_key)
{
	int64_t last = (INT64_C(1) << PLACE_BITS) - 1;
	char digits[6] = "";

	snprintf(digits, sizeof(digits), "%s", run_key);
	return seconds << (PLACE_BITS + KEY_BITS) |
	    (place > last ? last : place) << KEY_BITS |
	    (strtol(digits, NULL, 16) & ((1 << KEY_BITS) - 1));
}

static void
ledger_add_run(struct push_runs *runs, sqlite3_stmt *stmt, int64_t place)
{
	struct push_run *run = array_add(&runs->items);

	run->local_id = sqlite3_column_int64(stmt, 0);
	run->run_key = copy_text(&runs->arena, stmt, 1);
	run->name = copy_text(&runs->arena, stmt, 2);
	run->run_id = make_number(sqlite3_column_int64(stmt, 3), place,
	    run->run_key);
	run->job = copy_text(&runs->arena, stmt, 4);
	snprintf(run->day, sizeof(run->day), "%s",
	    copy_text(&runs->arena, stmt, 5));
	run->size = sqlite3_column_int64(stmt, 6);
}

enum gbq_status
push_runs_read(struct push_runs *runs, sqlite3 *db, const int64_t *ids,
    size_t count, struct error *error)
{
	int64_t place = 0, second = -1;
	sqlite3_stmt *stmt = NULL;
	size_t next = 0;
	int code = sqlite3_prepare_v2(db, runs_sql, -1, &stmt, NULL);

	while (code == SQLITE_OK || code == SQLITE_ROW) {
		code = sqlite3_step(stmt);
		if (code != SQLITE_ROW)
			break;
		place = sqlite3_column_int64(stmt, 3) == second ? place + 1 : 0;
		second = sqlite3_column_int64(stmt, 3);
		if (next < count &&
		    sqlite3_column_int64(stmt, 0) == ids[next]) {
			ledger_add_run(runs, stmt, place);
			next++;
		}
	}
	sqlite3_finalize(stmt);
	return code == SQLITE_DONE ? GBQ_OK :
	    store_failed(db, "cannot list the runs", error);
}

void
push_runs_release(struct push_runs *runs)
{
	array_release(&runs->items);
	arena_release(&runs->arena);
}

/* ---- the table ---- */

static struct push_run *
ledger_find_run(struct push_runs *runs, size_t from, size_t count,
    const char *run_key)
{
	for (size_t i = from; i < from + count; i++) {
		if (strcmp(runs->items.items[i].run_key, run_key) == 0)
			return &runs->items.items[i];
	}
	return NULL;
}

/* run_key, run_id, day, content, version: the newest of a number comes last. */
static void
ledger_take_entry(struct push_run *run, const struct gbq_value *cells)
{
	bool is_first = run->version == 0;

	/* of two numbers the smaller, which comes first, stays: both pushers
	 * agree on that */
	if (!is_first && cells[1].integer != run->run_id) {
		run->other_id = cells[1].integer;
		*run->content = '\0';
		return;
	}
	run->run_id = cells[1].integer;
	snprintf(run->day, sizeof(run->day), "%s", cells[2].bytes);
	snprintf(run->content, sizeof(run->content), "%s", cells[3].bytes);
	if (cells[4].integer > run->version)
		run->version = cells[4].integer;
}

enum gbq_status
ledger_read(struct push_runs *runs, size_t from, size_t count,
    struct cluster *cluster, struct error *error)
{
	struct remote_rows rows = { 0 };
	struct buffer sql = { 0 };
	struct push_run *run;
	enum gbq_status status;
	bool row;

	buffer_add_string(&sql, "SELECT run_key, run_id, toString(push_day), "
	    "content, push_version FROM pushes WHERE run_key IN (");
	for (size_t i = from; i < from + count; i++) {
		if (i > from)
			buffer_add_byte(&sql, ',');
		clickhouse_literal(&sql,
		    slice_of(runs->items.items[i].run_key));
	}
	buffer_add_string(&sql, ") ORDER BY run_key, run_id, push_version");
	status = clickhouse_query(cluster->clickhouse, buffer_string(&sql),
	    NULL, &rows, error);
	while (status == GBQ_OK && (status = remote_rows_next(&rows, &row,
	    error)) == GBQ_OK && row) {
		run = ledger_find_run(runs, from, count, rows.cells[0].bytes);
		if (run)
			ledger_take_entry(run, rows.cells);
	}
	remote_rows_release(&rows);
	buffer_release(&sql);
	return status;
}

static void
add_entry(struct batch *batch, struct buffer *line,
    const struct push_run *run)
{
	buffer_clear(line);
	buffer_printf(line, "%s\t%lld\t", run->run_key,
	    (long long)run->run_id);
	batch_text(line, slice_of(run->name));
	buffer_add_byte(line, '\t');
	batch_text(line, slice_of(run->job));
	buffer_printf(line, "\t%s\t%lld\t%s\t" GBQ_VERSION "\t%lld\n",
	    run->day, (long long)run->rows, run->content,
	    (long long)run->version);
	batch_add(batch, buffer_slice(line));
}

enum gbq_status
ledger_write(const struct push_run *runs, size_t count,
    struct cluster *cluster, struct error *error)
{
	struct batch *batch = batch_new();
	struct buffer line = { 0 }, sql = { 0 };
	bool repeated = false;
	enum gbq_status status;

	for (size_t i = 0; i < count; i++)
		add_entry(batch, &line, &runs[i]);
	buffer_add_string(&sql, "INSERT INTO ");
	push_whole(&sql, "pushes", &cluster->layout);
	buffer_add_string(&sql, " (run_key, run_id, name, push_job, push_day, "
	    "rows, content, gbq_version, push_version) FORMAT TabSeparated");
	/* an entry that is there twice says the same */
	status = clickhouse_insert(cluster->clickhouse, buffer_string(&sql),
	    NULL, batch_end(batch), &repeated, error);
	buffer_release(&sql);
	buffer_release(&line);
	batch_free(batch);
	return status;
}
