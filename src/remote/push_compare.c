/*
 * push_compare.c - are the rows of runs on a cluster those of the database:
 * counts after merging (FINAL), a sum of hashes over texts and integers, sums
 * of reals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "remote/push.h"

/*
 * Servers before 20 read the last bit of a number in their own way, and add in
 * any order.
 */
#define REAL_TOLERANCE 1e-9

/* run_id, count, text, reals… against the database's sums. */
static bool
push_compare_is_equal(const struct gbq_value *cells,
    const struct row_sums *sums)
{
	if (cells[1].integer != sums->count ||
	    strtoull(cells[2].bytes, NULL, 10) != sums->text)
		return false;
	for (size_t i = 0; i < sums->reals.count; i++) {
		if (fabs(cells[3 + i].real - sums->reals.items[i]) >
		    REAL_TOLERANCE * sums->sizes.items[i])
			return false;
	}
	return true;
}

static enum gbq_status
push_compare_ask(struct push *push, const struct push_table *table,
    struct push_run *const *runs, size_t count, struct remote_rows *rows,
    struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status;

	buffer_add_string(&sql, "SELECT run_id, ");
	row_sums_sql(&sql, table);
	buffer_add_string(&sql, " FROM ");
	push_whole(&sql, table->name, &push->cluster.layout);
	buffer_add_string(&sql, " FINAL WHERE run_id IN (");
	push_add_ids(&sql, runs, count);
	buffer_add_string(&sql, ") GROUP BY run_id");
	status = clickhouse_query(push->cluster.clickhouse,
	    buffer_string(&sql), NULL, rows, error);
	buffer_release(&sql);
	return status;
}

static enum gbq_status
compare_table(struct push *push, size_t table, struct push_run **runs,
    size_t count, bool *differs, struct error *error)
{
	bool *seen = mem_calloc(count + 1, sizeof(*seen)), row;
	struct remote_rows rows = { 0 };
	struct row_sums sums = { 0 };
	enum gbq_status status = push_compare_ask(push,
	    &push->tables.items.items[table], runs, count, &rows, error);
	size_t run;

	while (status == GBQ_OK && (status = remote_rows_next(&rows, &row,
	    error)) == GBQ_OK && row) {
		run = push_find(runs, count, rows.cells[0].integer);
		if (run == SIZE_MAX)
			continue;
		seen[run] = true;
		status = row_sums_read(&sums, &push->rows, table,
		    runs[run]->local_id, error);
		differs[run] = differs[run] ||
		    !push_compare_is_equal(rows.cells, &sums);
		row_sums_release(&sums);
	}
	for (run = 0; run < count && status == GBQ_OK; run++) {
		if (seen[run])
			continue;
		status = row_sums_read(&sums, &push->rows, table,
		    runs[run]->local_id, error);
		differs[run] = differs[run] || sums.count > 0;
		row_sums_release(&sums);
	}
	remote_rows_release(&rows);
	free(seen);
	return status;
}

enum gbq_status
push_compare(struct push *push, struct push_run **runs, size_t count,
    bool *differs, struct error *error)
{
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < push->tables.items.count &&
	    status == GBQ_OK; i++) {
		if (push->tables.items.items[i].of_runs)
			status = compare_table(push, i, runs, count, differs,
			    error);
	}
	return status;
}
