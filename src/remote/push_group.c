/*
 * push_group.c - a group of runs on its way: taking away what is left of an
 * earlier try, sending, counting, the ledger.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "remote/push.h"
#include "util/clock.h"

/* Another pusher of the same runs may come in between: so many tries. */
enum { GROUP_TRIES = 7 };

struct group {
	struct push *push;
	struct push_run **runs;
	size_t count;
	struct hash **hashes;		/* one a run */
	int64_t *rows;			/* sent: table by table, run by run */
	/* of the row at hand */
	size_t table, run;
	struct buffer line;
};

static int64_t *
rows_of(struct group *group, size_t table, size_t run)
{
	return &group->rows[table * group->count + run];
}

/* ---- sending ---- */

enum gbq_status
push_flush(struct push *push, struct error *error)
{
	struct slice body;
	enum gbq_status status;

	if (batch_rows(push->batch) == 0)
		return GBQ_OK;
	push->totals.rows += (int64_t)batch_rows(push->batch);
	body = batch_end(push->batch);
	push->totals.bytes += (int64_t)body.len;
	push->totals.posts++;
	status = clickhouse_insert(push->cluster.clickhouse,
	    buffer_string(&push->insert), NULL, body, &push->repeated, error);
	batch_begin(push->batch);
	return status;
}

static enum gbq_status
push_group_send_row(void *data, struct slice cells, struct error *error)
{
	struct group *group = data;
	struct push *push = group->push;
	const struct push_run *run = group->runs[group->run];
	int64_t *number = rows_of(group, group->table, group->run);

	buffer_clear(&group->line);
	buffer_printf(&group->line, "%lld\t", (long long)run->run_id);
	buffer_add_slice(&group->line, cells);
	if (!push->tables.items.items[group->table].has_key)
		buffer_printf(&group->line, "\t%s", run->run_key);
	buffer_add_byte(&group->line, '\t');
	batch_text(&group->line, slice_of(run->job));
	buffer_printf(&group->line, "\t%s\t%lld\t%lld\n", run->day,
	    (long long)(*number)++, (long long)run->version);
	batch_add(push->batch, buffer_slice(&group->line));
	return batch_is_full(push->batch) ? push_flush(push, error) :
	    GBQ_OK;
}

static enum gbq_status
push_group_send_table(struct group *group, struct error *error)
{
	struct push *push = group->push;
	enum gbq_status status = GBQ_OK;

	batch_begin(push->batch);
	buffer_clear(&push->insert);
	push_insert(&push->insert, &push->tables.items.items[group->table],
	    &push->cluster.layout);
	for (group->run = 0; group->run < group->count &&
	    status == GBQ_OK; group->run++)
		status = push_rows_read(&push->rows, group->table,
		    group->runs[group->run]->local_id,
		    group->hashes[group->run], push_group_send_row, group,
		    error);
	return status == GBQ_OK ? push_flush(push, error) : status;
}

/* The tables are in order: runs is the last. */
static enum gbq_status
send_tables(struct group *group, struct error *error)
{
	const struct push_tables *tables = &group->push->tables;
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < group->count; i++) {
		hash_begin(group->hashes[i]);
		hash_add(group->hashes[i], slice_of(group->runs[i]->job));
	}
	memset(group->rows, 0, tables->items.count * group->count *
	    sizeof(*group->rows));
	for (group->table = 0; group->table < tables->items.count &&
	    status == GBQ_OK; group->table++) {
		if (tables->items.items[group->table].of_runs)
			status = push_group_send_table(group, error);
	}
	return status;
}

/* ---- what the cluster has ---- */

/* " WHERE run_id IN (…)", the numbers of other pushers too */
static void
add_where(struct buffer *sql, const struct group *group)
{
	buffer_add_string(sql, "run_id IN (");
	push_add_ids(sql, group->runs, group->count);
	for (size_t i = 0; i < group->count; i++) {
		if (group->runs[i]->other_id)
			buffer_printf(sql, ",%lld",
			    (long long)group->runs[i]->other_id);
	}
	buffer_add_byte(sql, ')');
}

/*
 * Count the rows of a table: how many there are in all, and whether they are
 * those that were sent.
 */
static enum gbq_status
count_table(struct group *group, size_t table, int64_t *all, bool *equal,
    struct error *error)
{
	struct push *push = group->push;
	struct remote_rows rows = { 0 };
	struct buffer sql = { 0 };
	enum gbq_status status;
	int64_t sent = 0, right = 0;
	size_t run;
	bool row;

	*all = 0;
	buffer_add_string(&sql, "SELECT run_id, count() FROM ");
	push_whole(&sql, push->tables.items.items[table].name,
	    &push->cluster.layout);
	buffer_add_string(&sql, " WHERE ");
	add_where(&sql, group);
	buffer_add_string(&sql, " GROUP BY run_id");
	status = clickhouse_query(push->cluster.clickhouse,
	    buffer_string(&sql), NULL, &rows, error);
	while (status == GBQ_OK && (status = remote_rows_next(&rows, &row,
	    error)) == GBQ_OK && row) {
		*all += rows.cells[1].integer;
		run = push_find(group->runs, group->count,
		    rows.cells[0].integer);
		if (run != SIZE_MAX &&
		    rows.cells[1].integer == *rows_of(group, table, run))
			right += rows.cells[1].integer;
	}
	for (run = 0; run < group->count; run++)
		sent += *rows_of(group, table, run);
	*equal = right == sent && *all == sent;
	remote_rows_release(&rows);
	buffer_release(&sql);
	return status;
}

/* Take away what a push that did not end, or an older state, left. */
static enum gbq_status
clear_table(struct group *group, size_t table, struct error *error)
{
	struct buffer where = { 0 };
	enum gbq_status status;
	int64_t all;
	bool equal;

	status = count_table(group, table, &all, &equal, error);
	if (status != GBQ_OK || all == 0)
		return status;
	add_where(&where, group);
	status = cluster_delete(&group->push->cluster,
	    group->push->tables.items.items[table].name,
	    buffer_string(&where), error);
	buffer_release(&where);
	return status;
}

/* The table runs first: readers see no run whose rows are being changed. */
static enum gbq_status
clear_tables(struct group *group, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	size_t i = group->push->tables.items.count;

	while (i-- > 0 && status == GBQ_OK) {
		if (group->push->tables.items.items[i].of_runs)
			status = clear_table(group, i, error);
	}
	return status;
}

static enum gbq_status
push_group_count_tables(struct group *group, bool *equal, struct error *error)
{
	struct push_tables *tables = &group->push->tables;
	enum gbq_status status = GBQ_OK;
	int64_t all;

	*equal = true;
	for (size_t i = 0; i < tables->items.count && *equal &&
	    status == GBQ_OK; i++) {
		if (tables->items.items[i].of_runs)
			status = count_table(group, i, &all, equal, error);
		if (!*equal)
			error_set(error, GBQ_DATABASE, "table %s has not "
			    "the rows that were sent: is another gbq pushing "
			    "the same runs?", tables->items.items[i].name);
	}
	return status;
}

/* ---- the group ---- */

/* Entries with the number that did not stay would make the run double again. */
static enum gbq_status
forget_others(struct group *group, struct error *error)
{
	struct buffer where = { 0 };
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < group->count; i++) {
		if (group->runs[i]->other_id)
			buffer_printf(&where, "%s%lld", where.len ? "," :
			    "run_id IN (", (long long)group->runs[i]->other_id);
	}
	if (where.len) {
		buffer_add_byte(&where, ')');
		status = cluster_delete(&group->push->cluster, "pushes",
		    buffer_string(&where), error);
	}
	buffer_release(&where);
	return status;
}

static enum gbq_status
write_ledger(struct group *group, struct error *error)
{
	size_t tables = group->push->tables.items.count;
	struct push_run *entries = mem_calloc(group->count, sizeof(*entries));
	enum gbq_status status = forget_others(group, error);

	for (size_t i = 0; i < group->count; i++) {
		struct push_run *run = group->runs[i];

		hash_end(group->hashes[i], run->content);
		run->rows = 0;
		for (size_t table = 0; table < tables; table++)
			run->rows += *rows_of(group, table, i);
		entries[i] = *run;
	}
	if (status == GBQ_OK)
		status = ledger_write(entries, group->count,
		    &group->push->cluster, error);
	free(entries);
	return status;
}

/*
 * Two that undo each other's work wait for times that differ: by chance, up to
 * 2, 4, 8, … times what the work takes.
 */
static void
step_aside(double work_s, int tries)
{
	double chance = monotonic_seconds() * 1e6 + (double)getpid() * 0.618;
	double wait_s = (chance - floor(chance)) * work_s * (1 << tries);
	struct timespec wait = { (time_t)wait_s,
		(long)((wait_s - floor(wait_s)) * 1e9) };

	nanosleep(&wait, NULL);
}

static enum gbq_status
try_group(struct group *group, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	bool equal = false;
	double start_s = monotonic_seconds(), work_s = 0;

	for (int i = 0; i < GROUP_TRIES && !equal && status == GBQ_OK;
	    i++) {
		if (i)
			step_aside(work_s, i);
		start_s = monotonic_seconds();
		status = clear_tables(group, error);
		if (status == GBQ_OK)
			status = send_tables(group, error);
		if (status == GBQ_OK)
			status = push_group_count_tables(group, &equal, error);
		work_s = monotonic_seconds() - start_s;
	}
	if (status == GBQ_OK && !equal)
		return GBQ_DATABASE;
	return status == GBQ_OK ? write_ledger(group, error) : status;
}

enum gbq_status
push_group(struct push *push, struct push_run **runs, size_t count,
    struct error *error)
{
	struct group group = { .push = push, .runs = runs, .count = count };
	enum gbq_status status;

	group.hashes = mem_calloc(count, sizeof(*group.hashes));
	group.rows = mem_calloc(count * push->tables.items.count,
	    sizeof(*group.rows));
	for (size_t i = 0; i < count; i++) {
		group.hashes[i] = hash_new(HASH_SHA256);
		runs[i]->version++;
	}
	status = try_group(&group, error);
	for (size_t i = 0; i < count; i++)
		hash_free(group.hashes[i]);
	free(group.hashes);
	free(group.rows);
	buffer_release(&group.line);
	return status;
}
