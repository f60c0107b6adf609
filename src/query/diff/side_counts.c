/*
 * side_counts.c - counts and sums of a run, and what is around its code:
 * settings, tags, versions that paths tell.
 */
#include "query/diff/side.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"

/* The counts of view runs in the order of the answer, sites first. */
static const char counts_sql[] =
    "SELECT break_sites, break_events, break_kinds,"
    " CASE WHEN break_events IS NOT NULL THEN (SELECT count(DISTINCT"
    " compile_no) FROM breaks AS b WHERE b.run_id = r.run_id"
    " AND form IN ('skip', 'no_resume')) END AS eager_frames,"
    " graph_ops, graphs, graphs_captured, failures, unfinished,"
    " recompiles, guard_failures, compiles, restart_rows, failure_rows,"
    " compile_s,"
    " (SELECT sum(backend_s) FROM compiles AS c WHERE c.run_id = r.run_id)"
    " AS backend_s,"
    " (SELECT sum(inductor_s) FROM compiles AS c WHERE c.run_id = r.run_id)"
    " AS inductor_s,"
    " (SELECT sum(codegen_s) FROM compiles AS c WHERE c.run_id = r.run_id)"
    " AS codegen_s,"
    " bwd_s, lost_restart_s, lost_skip_s, cache_hits, cache_misses,"
    " cache_bypasses, problems"
    " FROM runs AS r WHERE run_id = ?1";

static const char phases_sql[] =
    "SELECT 'phase.' || phase, sum(self_s) FROM phases WHERE run_id = ?1"
    " GROUP BY phase HAVING sum(self_s) > 0 ORDER BY phase";

static const char number_tags_sql[] =
    "SELECT 'tag.' || key, value FROM tags WHERE run_id = ?1"
    " AND typeof(value) IN ('integer', 'real') ORDER BY key";

static const char facts_sql[] =
    "SELECT 'torch_version', torch_version FROM runs WHERE run_id = ?1"
    " UNION ALL"
    " SELECT 'torch_commit', torch_commit FROM runs WHERE run_id = ?1"
    " UNION ALL"
    " SELECT 'mode', mode FROM runs WHERE run_id = ?1"
    " UNION ALL"
    " SELECT 'ranks', CAST(ranks AS TEXT) FROM runs WHERE run_id = ?1"
    " UNION ALL"
    " SELECT 'counts_are', counts_are FROM runs WHERE run_id = ?1"
    " UNION ALL"
    " SELECT 'reader', CAST(coalesce(reader, 1) AS TEXT) FROM runs"
    " WHERE run_id = ?1"
    " UNION ALL"
    " SELECT 'tag.' || key, value FROM tags WHERE run_id = ?1"
    " AND typeof(value) = 'text'"
    " UNION ALL"
    " SELECT key, group_concat(value, ', ') FROM (SELECT DISTINCT"
    " 'config.' || system || '.' || key AS key, value FROM configs"
    " WHERE run_id = ?1 ORDER BY 1, 2) GROUP BY key";

static const char paths_sql[] =
    "SELECT DISTINCT file FROM compiles WHERE run_id = ?1"
    " UNION SELECT file FROM sites WHERE run_id = ?1 ORDER BY 1";

static struct side_value *
side_counts_add(struct side_query *query, const char *name, int column)
{
	struct side_value *count = array_add(&query->side->counts);

	count->key = arena_copy(&query->side->arena, name, strlen(name));
	switch (sqlite3_column_type(query->stmt, column)) {
	case SQLITE_INTEGER:
		count->number.type = GBQ_INTEGER;
		break;
	case SQLITE_FLOAT:
		count->number.type = GBQ_REAL;
		break;
	default:
		count->number.type = GBQ_NULL;
	}
	count->number.integer = count_capped(sqlite3_column_int64(query->stmt,
	    column));
	count->number.real = sqlite3_column_double(query->stmt, column);
	return count;
}

static void
take_counts(struct side_query *query)
{
	int i;

	for (i = 0; i < sqlite3_column_count(query->stmt); i++)
		side_counts_add(query, sqlite3_column_name(query->stmt, i), i);
}

static void
take_named_count(struct side_query *query)
{
	side_counts_add(query,
	    (const char *)sqlite3_column_text(query->stmt, 0), 1);
}

/* The first fact of a key stays. */
static void
side_counts_add_fact(struct gbq_side *side, const char *key, const char *text)
{
	uint64_t hash = table_hash_text(0, slice_of(key));
	const struct row_link *link;
	struct side_value *fact;

	for (link = row_index_first(&side->facts_by_key, hash); link;
	    link = row_index_next(&side->facts_by_key, link)) {
		if (strcmp(side->facts.items[link->row].key, key) == 0)
			return;
	}
	row_index_add(&side->facts_by_key, hash, side->facts.count);
	fact = array_add(&side->facts);
	fact->key = key;
	fact->text = text;
}

static void
take_fact(struct side_query *query)
{
	const char *text = side_column_text(query, 1);

	if (text)
		side_counts_add_fact(query->side, side_column_text(query, 0),
		    text);
}

/* The part of a path between a mark and the next '/', or absent. */
static struct slice
side_counts_behind(struct slice path, struct slice mark)
{
	size_t at = slice_find(path, mark), end;
	struct slice rest;

	if (at == SIZE_MAX)
		return (struct slice){ 0 };
	rest = slice_part(path, at + mark.len, path.len);
	end = slice_find_byte(rest, '/');
	return end == SIZE_MAX ? (struct slice){ 0 } :
	    slice_part(rest, 0, end);
}

/* "numpy-1.26.4-py3.11.egg": library.numpy is 1.26.4. */
static void
take_egg(struct gbq_side *side, struct slice folder)
{
	size_t dash = slice_find_byte(folder, '-'), end;
	struct slice version;
	struct buffer key = { 0 };

	if (dash == SIZE_MAX || !slice_ends(folder, LITERAL(".egg")))
		return;
	version = slice_part(folder, dash + 1, folder.len - 4);
	end = slice_find(version, LITERAL("-py"));
	buffer_add_string(&key, "library.");
	buffer_add_slice(&key, slice_part(folder, 0, dash));
	side_counts_add_fact(side,
	    slice_string(&side->arena, buffer_slice(&key)),
	    slice_string(&side->arena, slice_part(version, 0, end)));
	buffer_release(&key);
}

static void
take_path(struct side_query *query)
{
	struct gbq_side *side = query->side;
	struct slice path = side_column_slice(query, 0), part;

	if (!path.at)
		return;
	part = side_counts_behind(path, LITERAL("/lib/python"));
	if (part.len && byte_is_digit(part.at[0]))
		side_counts_add_fact(side, "python",
		    slice_string(&side->arena, part));
	part = side_counts_behind(path, LITERAL("-packages/"));
	if (part.len)
		take_egg(side, part);
}

/* Torch first, settings, of which there are many, last. */
static int
fact_rank(const char *key)
{
	static const char *const heads[] = { "torch_version", "torch_commit",
		"python", "library.", "mode", "ranks", "frames",
		"counts_are", "tag.", "config." };
	int rank = 0, count = LENGTH(heads);

	while (rank < count && strncmp(key, heads[rank],
	    strlen(heads[rank])) != 0)
		rank++;
	return rank;
}

int
side_compare_keys(const char *a, const char *b)
{
	int order = fact_rank(a) - fact_rank(b);

	return order ? order : strcmp(a, b);
}

static int
compare_facts(const void *a, const void *b)
{
	const struct side_value *left = a, *right = b;

	return side_compare_keys(left->key, right->key);
}

static void
add_frame_fact(struct gbq_side *side)
{
	struct buffer text = { 0 };

	buffer_printf(&text, "%zu", side->frames.count);
	side_counts_add_fact(side, "frames", slice_string(&side->arena,
	    buffer_slice(&text)));
	buffer_release(&text);
}

enum gbq_status
side_load_counts(struct gbq_side *side, sqlite3 *db, int64_t run_id,
    struct error *error)
{
	enum gbq_status status;

	status = side_each_row(side, db, counts_sql, run_id, take_counts,
	    error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, phases_sql, run_id,
		    take_named_count, error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, number_tags_sql, run_id,
		    take_named_count, error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, facts_sql, run_id, take_fact,
		    error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, paths_sql, run_id, take_path,
		    error);
	add_frame_fact(side);
	array_sort(&side->facts, compare_facts);
	return status;
}
