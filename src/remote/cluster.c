/*
 * cluster.c - the tables of gbq on a cluster. Rows are not sent here.
 */
#include "remote/cluster.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "util/hash.h"

enum {
	ON_CLUSTER_SINCE = 20003,
	TRIES = 5,
	UNKNOWN_TABLE = 60, UNKNOWN_DATABASE = 81,
	/* of a mutation that takes rows away */
	FIRST_POLL_MS = 10, MAX_POLL_MS = 1000
};

/* ---- small questions ---- */

/* The text of the first cell into the arena; NULL where there is no row. */
static enum gbq_status
ask_text(struct cluster *cluster, const char *sql, const char **text,
    struct error *error)
{
	struct remote_rows rows = { 0 };
	enum gbq_status status = clickhouse_query(cluster->clickhouse, sql,
	    NULL, &rows, error);
	bool row = false;

	*text = NULL;
	if (status == GBQ_OK)
		status = remote_rows_next(&rows, &row, error);
	if (status == GBQ_OK && row && rows.cells[0].bytes)
		*text = arena_copy(&cluster->tables->arena,
		    rows.cells[0].bytes, rows.cells[0].len);
	remote_rows_release(&rows);
	return status;
}

/*
 * The first cells of an answer that came with a status, 0 where there is no
 * row; releases the rows.
 */
static enum gbq_status
take_numbers(struct remote_rows *rows, enum gbq_status status, int64_t *numbers,
    size_t count, struct error *error)
{
	bool row = false;

	memset(numbers, 0, count * sizeof(*numbers));
	if (status == GBQ_OK)
		status = remote_rows_next(rows, &row, error);
	for (size_t i = 0; status == GBQ_OK && row && i < count &&
	    i < rows->columns.count; i++)
		numbers[i] = rows->cells[i].integer;
	remote_rows_release(rows);
	return status;
}

enum gbq_status
cluster_number(struct cluster *cluster, const char *sql, int64_t *number,
    struct error *error)
{
	struct remote_rows rows = { 0 };
	enum gbq_status status = clickhouse_query(cluster->clickhouse, sql,
	    NULL, &rows, error);

	return take_numbers(&rows, status, number, 1, error);
}

static size_t
host_count(const struct cluster *cluster)
{
	return clickhouse_url(cluster->clickhouse)->hosts.count;
}

/* ---- all nodes ---- */

/* A statement on every node; ON CLUSTER stands in it, or it is sent to each. */
static enum gbq_status
do_everywhere(struct cluster *cluster, bool in_database, const char *sql,
    struct error *error)
{
	size_t count = cluster->layout.on_cluster ? 1 : host_count(cluster);
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < count && status == GBQ_OK; i++)
		status = clickhouse_do_on(cluster->clickhouse, i, in_database,
		    sql, error);
	return status;
}

enum gbq_status
cluster_do(struct cluster *cluster, const char *before, const char *table,
    const char *after, struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status;

	buffer_printf(&sql, "%s `%s_local`", before, table);
	if (cluster->layout.on_cluster)
		buffer_printf(&sql, " ON CLUSTER `%s`",
		    cluster->layout.cluster);
	buffer_printf(&sql, " %s", after);
	status = do_everywhere(cluster, true, buffer_string(&sql), error);
	buffer_release(&sql);
	return status;
}

/* How many mutations of a table are still at work on a node. */
static enum gbq_status
mutations_left(struct cluster *cluster, size_t host, const char *table,
    int64_t *left, struct error *error)
{
	struct remote_rows rows = { 0 };
	struct buffer sql = { 0 }, name = { 0 };
	enum gbq_status status;

	buffer_printf(&name, "%s_local", table);
	buffer_add_string(&sql, "SELECT count() FROM system.mutations WHERE "
	    "NOT is_done AND database = ");
	clickhouse_literal(&sql, slice_of(cluster->layout.database));
	buffer_add_string(&sql, " AND table = ");
	clickhouse_literal(&sql, buffer_slice(&name));
	buffer_release(&name);
	status = clickhouse_query_on(cluster->clickhouse, host, true,
	    buffer_string(&sql), &rows, error);
	buffer_release(&sql);
	return take_numbers(&rows, status, left, 1, error);
}

static enum gbq_status
wait_for_mutations(struct cluster *cluster, const char *table,
    struct error *error)
{
	enum gbq_status status = GBQ_OK;
	long ms = FIRST_POLL_MS;
	int64_t left = 0;

	for (size_t i = 0; i < host_count(cluster); i++) {
		while ((status = mutations_left(cluster, i, table, &left,
		    error)) == GBQ_OK && left) {
			struct timespec wait = { ms / 1000,
				ms % 1000 * 1000000 };

			nanosleep(&wait, NULL);
			ms = ms * 2 > MAX_POLL_MS ? MAX_POLL_MS : ms * 2;
		}
		if (status != GBQ_OK)
			return status;
	}
	return status;
}

enum gbq_status
cluster_delete(struct cluster *cluster, const char *table,
    const char *condition, struct error *error)
{
	struct buffer after = { 0 };
	enum gbq_status status;

	buffer_add_string(&after, "DELETE WHERE ");
	buffer_add_string(&after, condition);
	if (cluster->layout.version >= ON_CLUSTER_SINCE)
		buffer_add_string(&after, " SETTINGS mutations_sync = 2");
	status = cluster_do(cluster, "ALTER TABLE", table,
	    buffer_string(&after), error);
	buffer_release(&after);
	if (status == GBQ_OK && !cluster->layout.on_cluster)
		status = wait_for_mutations(cluster, table, error);
	return status;
}

/* ---- the layout ---- */

/* What system.clusters tells of a cluster. */
struct cluster_size {
	int64_t shards, nodes;
	int64_t replicas;	/* of the shard that has most */
};

static enum gbq_status
ask_size(struct cluster *cluster, struct cluster_size *size,
    struct error *error)
{
	struct remote_rows rows = { 0 };
	struct buffer sql = { 0 };
	int64_t numbers[3];
	enum gbq_status status;

	buffer_add_string(&sql, "SELECT uniqExact(shard_num), count(), "
	    "max(replica_num) FROM system.clusters WHERE cluster = ");
	clickhouse_literal(&sql, slice_of(cluster->layout.cluster));
	/* the database may not be there yet */
	status = clickhouse_query_on(cluster->clickhouse, 0, false,
	    buffer_string(&sql), &rows, error);
	buffer_release(&sql);
	status = take_numbers(&rows, status, numbers, 3, error);
	*size = (struct cluster_size){ numbers[0], numbers[1], numbers[2] };
	return status;
}

static enum gbq_status
look_at_cluster(struct cluster *cluster, struct error *error)
{
	struct layout *layout = &cluster->layout;
	struct cluster_size size;
	enum gbq_status status = ask_size(cluster, &size, error);

	if (status != GBQ_OK)
		return status;
	cluster->shards = (size_t)size.shards;
	layout->is_replicated = size.replicas > 1;
	layout->on_cluster = host_count(cluster) == 1 && size.nodes > 1;
	if (size.nodes == 0)
		return error_set(error, GBQ_USAGE, "the server knows of no "
		    "cluster '%s' (system.clusters)", layout->cluster);
	if ((layout->on_cluster && layout->version < ON_CLUSTER_SINCE) ||
	    (!layout->on_cluster && host_count(cluster) != (size_t)size.nodes))
		return error_set(error, GBQ_USAGE, "cluster '%s' has %d "
		    "nodes: name all of them in the address, "
		    "HOST:PORT,HOST:PORT", layout->cluster, (int)size.nodes);
	return GBQ_OK;
}

static enum gbq_status
check_layout(struct cluster *cluster, const char *text, struct error *error)
{
	if (!layout_read(&cluster->layout, text))
		return error_set(error, GBQ_USAGE, "a layout is single, "
		    "cluster=NAME or cloud, not '%.60s'", text);
	cluster->shards = 1;
	if (cluster->layout.kind == LAYOUT_CLUSTER)
		return look_at_cluster(cluster, error);
	if (host_count(cluster) > 1)
		return error_set(error, GBQ_USAGE, "an address with several "
		    "hosts is one of a cluster: --layout cluster=NAME");
	return GBQ_OK;
}

/* What the tables were made with; *text is NULL where there are none. */
static enum gbq_status
known_layout(struct cluster *cluster, const char **text, struct error *error)
{
	enum gbq_status status = ask_text(cluster, "SELECT layout FROM "
	    "schema_migrations ORDER BY version DESC LIMIT 1", text, error);
	int code = clickhouse_code(cluster->clickhouse);

	return code == UNKNOWN_TABLE || code == UNKNOWN_DATABASE ? GBQ_OK :
	    status;
}

static enum gbq_status
find_layout(struct cluster *cluster, const struct gbq_push_options *options,
    const char **known, const char **wanted, struct error *error)
{
	const char *of_url = clickhouse_url(cluster->clickhouse)->layout;
	enum gbq_status status = known_layout(cluster, known, error);

	*wanted = options->layout ? options->layout : of_url ? of_url :
	    *known ? *known : "single";
	if (status != GBQ_OK)
		return status;
	if (*known && strcmp(*known, *wanted) != 0)
		return error_set(error, GBQ_USAGE, "the tables are there "
		    "with layout %s", *known);
	if (!*known && !options->init)
		return error_set(error, GBQ_DATABASE, "database '%s' has no "
		    "tables of gbq yet: 'gbq push --init' makes them",
		    cluster->layout.database);
	return check_layout(cluster, *wanted, error);
}

/* ---- tables ---- */

static void
sum_definitions(struct cluster *cluster, const struct definitions *list)
{
	struct hash *hash = hash_new(HASH_SHA256);

	for (size_t i = 0; i < list->items.count; i++) {
		hash_add(hash, slice_of(list->items.items[i].sql));
		hash_add(hash, LITERAL(";"));
	}
	hash_end(hash, cluster->checksum);
	hash_free(hash);
}

static enum gbq_status
do_definitions(struct cluster *cluster, const struct definitions *list,
    struct error *error)
{
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < list->items.count && status == GBQ_OK; i++)
		status = do_everywhere(cluster, true, list->items.items[i].sql,
		    error);
	cluster->made += (int64_t)list->items.count;
	return status;
}

static enum gbq_status
make_database(struct cluster *cluster, struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status;

	buffer_add_string(&sql, "CREATE DATABASE IF NOT EXISTS ");
	buffer_printf(&sql, "`%s`", cluster->layout.database);
	if (cluster->layout.on_cluster)
		buffer_printf(&sql, " ON CLUSTER `%s`",
		    cluster->layout.cluster);
	status = do_everywhere(cluster, false, buffer_string(&sql), error);
	buffer_release(&sql);
	return status;
}

/* Columns that this gbq has and a table of the server has not. */
static enum gbq_status
missing_columns(struct cluster *cluster, struct definitions *list,
    struct error *error)
{
	struct push_tables *tables = cluster->tables;
	struct remote_rows rows = { 0 };
	struct buffer known = { 0 }, word = { 0 };
	enum gbq_status status = clickhouse_query(cluster->clickhouse,
	    "SELECT table, name FROM system.columns WHERE database = "
	    "currentDatabase()", NULL, &rows, error);
	bool row = true;

	while (status == GBQ_OK && (status = remote_rows_next(&rows, &row,
	    error)) == GBQ_OK && row)
		buffer_printf(&known, "\n%s.%s\n", rows.cells[0].bytes,
		    rows.cells[1].bytes);
	for (size_t i = 0; i < tables->items.count; i++) {
		const struct push_table *table = &tables->items.items[i];

		for (size_t j = 0; j < table->column_count; j++) {
			buffer_clear(&word);
			buffer_printf(&word, "\n%s_local.%s\n", table->name,
			    table->columns[j].name);
			if (!slice_contains(buffer_slice(&known),
			    buffer_slice(&word)))
				definitions_add_column(list, tables,
				    &cluster->layout, table,
				    &table->columns[j]);
		}
	}
	buffer_release(&word);
	buffer_release(&known);
	remote_rows_release(&rows);
	return status;
}

/* Write down on every node what was done. */
static enum gbq_status
cluster_record(struct cluster *cluster, const char *what, const char *layout,
    struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status;
	int64_t version;

	status = cluster_number(cluster, "SELECT max(version) FROM "
	    "schema_migrations", &version, error);
	if (status != GBQ_OK)
		return status;
	buffer_add_string(&sql, "INSERT INTO schema_migrations (version, "
	    "what, layout, checksum, gbq_version, applied_at, push_version) "
	    "VALUES (");
	buffer_printf(&sql, "%lld, ", (long long)version + 1);
	clickhouse_literal(&sql, slice_of(what));
	buffer_add_string(&sql, ", ");
	clickhouse_literal(&sql, slice_of(layout));
	buffer_add_string(&sql, ", ");
	clickhouse_literal(&sql, slice_of(cluster->checksum));
	buffer_add_string(&sql, ", '" GBQ_VERSION "', now(), 1)");
	status = do_everywhere(cluster, true, buffer_string(&sql), error);
	buffer_release(&sql);
	return status;
}

/* Whether definitions of exactly these texts were done. */
static enum gbq_status
is_recorded(struct cluster *cluster, bool *recorded, struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status;
	int64_t count;

	buffer_add_string(&sql, "SELECT count() FROM schema_migrations WHERE "
	    "checksum = ");
	clickhouse_literal(&sql, slice_of(cluster->checksum));
	status = cluster_number(cluster, buffer_string(&sql), &count, error);
	buffer_release(&sql);
	*recorded = count > 0;
	return status;
}

/* Other definitions than ours were done: what do they lack? */
static enum gbq_status
move_on(struct cluster *cluster, const char *layout, bool init,
    struct error *error)
{
	struct definitions missing = { { NULL, 0, 0 } };
	enum gbq_status status = missing_columns(cluster, &missing, error);

	if (status == GBQ_OK && missing.items.count && !init)
		status = error_set(error, GBQ_DATABASE, "the tables are of "
		    "an older gbq: %s lacks a column; 'gbq push --init' adds "
		    "it", missing.items.items[0].table);
	else if (status == GBQ_OK && init) {
		status = do_definitions(cluster, &missing, error);
		if (status == GBQ_OK)
			status = cluster_record(cluster, "columns", layout,
			    error);
	}
	array_release(&missing.items);
	return status;
}

static enum gbq_status
make_tables(struct cluster *cluster, const struct definitions *list,
    const char *known, const char *wanted, bool init, struct error *error)
{
	enum gbq_status status = GBQ_OK;
	bool recorded = false;

	if (known)
		status = is_recorded(cluster, &recorded, error);
	if (status != GBQ_OK || recorded)
		return status;
	/* IF NOT EXISTS: views that are new, or all of them */
	if (init) {
		status = make_database(cluster, error);
		if (status == GBQ_OK)
			status = do_definitions(cluster, list, error);
	}
	if (status != GBQ_OK)
		return status;
	return known ? move_on(cluster, wanted, init, error) :
	    cluster_record(cluster, "tables", wanted, error);
}

/* ---- all of it ---- */

enum gbq_status
cluster_open(struct cluster *cluster, struct push_tables *tables,
    const struct gbq_push_options *options,
    struct error *error)
{
	struct clickhouse_options connection = { .writes = true,
	    .tries = options->tries ? options->tries : TRIES };
	struct definitions list = { { NULL, 0, 0 } };
	const char *known, *wanted;
	enum gbq_status status;

	memset(cluster, 0, sizeof(*cluster));
	cluster->tables = tables;
	status = clickhouse_connect(&cluster->clickhouse, options->url,
	    &connection, error);
	if (status != GBQ_OK)
		return status;
	cluster->layout.version = clickhouse_version(cluster->clickhouse);
	cluster->layout.database =
	    clickhouse_url(cluster->clickhouse)->database;
	if (strspn(cluster->layout.database, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
	    strlen(cluster->layout.database))
		return error_set(error, GBQ_USAGE, "a database for gbq has "
		    "letters, digits and _ in its name");
	status = find_layout(cluster, options, &known, &wanted, error);
	if (status != GBQ_OK)
		return status;
	definitions_make(&list, tables, &cluster->layout);
	sum_definitions(cluster, &list);
	status = make_tables(cluster, &list, known, wanted, options->init,
	    error);
	array_release(&list.items);
	return status;
}

void
cluster_close(struct cluster *cluster)
{
	clickhouse_close(cluster->clickhouse);
	cluster->clickhouse = NULL;
}
