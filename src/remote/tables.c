/*
 * tables.c - from the documentation of views to definitions of tables. Makes
 * texts only: nothing is sent.
 */
#include "remote/tables.h"

#include <string.h>

/* Columns of views whose expressions have no type in SQLite. */
static const char *const untyped_integers[] = { "recompiles", "frames",
	"guard_failures" };

/* What tells two machines apart, not two runs. */
static const char *const local_columns[] = { "ingested_at", "source_path" };

/* Texts of few different values, for servers that have LowCardinality. */
static const char *const few_values[] = { "cache", "category", "class",
	"code", "counts_are", "evidence", "fail_type", "file", "flag", "form",
	"frame_name", "function", "gb_id", "guard_class", "hint_class", "item",
	"key", "kind", "layout", "library", "mode", "name", "op", "owner",
	"phase", "place_from", "severity", "short_file", "source_kind", "stage",
	"state", "status", "system", "tlparse_status", "torch_version",
	"verdict", "via_file" };

enum { LOW_CARDINALITY_SINCE = 20003 };

static bool
tables_is_one_of(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

/* ---- the views ---- */

static struct push_column
make_column(const struct gbq_column_doc *doc)
{
	struct push_column column = { doc->name, GBQ_TEXT, false, false };

	if (strcmp(doc->type, "INTEGER") == 0 ||
	    (!*doc->type &&
		tables_is_one_of(doc->name, untyped_integers,
		    LENGTH(untyped_integers))))
		column.kind = GBQ_INTEGER;
	else if (strcmp(doc->type, "REAL") == 0)
		column.kind = GBQ_REAL;
	column.is_local = tables_is_one_of(doc->name, local_columns,
	    LENGTH(local_columns));
	column.is_json = column.kind == GBQ_TEXT &&
	    strncmp(doc->help, "JSON ", 5) == 0;
	return column;
}

static const char *
make_select(struct push_tables *tables, const struct push_table *table)
{
	struct buffer sql = { 0 };
	const char *copy;

	buffer_add_string(&sql, "SELECT ");
	for (size_t i = 0; i < table->column_count; i++)
		buffer_printf(&sql, "%s\"%s\"", i ? ", " : "",
		    table->columns[i].name);
	buffer_printf(&sql, " FROM \"%s\"", table->name);
	if (table->of_runs)
		buffer_add_string(&sql, " WHERE run_id = ?1");
	copy = slice_string(&tables->arena, buffer_slice(&sql));
	buffer_release(&sql);
	return copy;
}

static void
add_view(struct push_tables *tables, const struct gbq_view_doc *view)
{
	struct push_table *table = array_add(&tables->items);

	table->name = view->name;
	table->columns = arena_alloc(&tables->arena,
	    (view->column_count + 1) * sizeof(table->columns[0]));
	for (size_t i = 0; i < view->column_count; i++) {
		struct push_column column = make_column(&view->columns[i]);

		if (strcmp(column.name, "run_id") == 0)
			table->of_runs = true;
		if (strcmp(column.name, "run_key") == 0)
			table->has_key = true;
		table->columns[table->column_count++] = column;
	}
	table->select = make_select(tables, table);
}

void
push_tables_init(struct push_tables *tables,
    const struct gbq_view_doc *views, size_t count)
{
	const struct gbq_view_doc *runs = NULL;

	memset(tables, 0, sizeof(*tables));
	arena_init(&tables->arena);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(views[i].name, "runs") == 0)
			runs = &views[i];
		else
			add_view(tables, &views[i]);
	}
	if (runs)
		add_view(tables, runs);
}

void
push_tables_release(struct push_tables *tables)
{
	array_release(&tables->items);
	arena_release(&tables->arena);
}

/* ---- layouts ---- */

bool
layout_read(struct layout *layout, const char *text)
{
	struct slice rest = slice_of(text);

	layout->cluster = NULL;
	if (strcmp(text, "single") == 0) {
		layout->kind = LAYOUT_SINGLE;
	} else if (strcmp(text, "cloud") == 0) {
		layout->kind = LAYOUT_CLOUD;
	} else if (slice_take(&rest, LITERAL("cluster=")) && rest.len) {
		layout->kind = LAYOUT_CLUSTER;
		layout->cluster = rest.at;
		/* it becomes a word of SQL */
		return strspn(rest.at, "abcdefghijklmnopqrstuvwxyz"
		    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-{}") == rest.len;
	} else {
		return false;
	}
	return true;
}

void
push_whole(struct buffer *out, const char *table, const struct layout *layout)
{
	buffer_printf(out, "`%s_%s`", table,
	    layout->kind == LAYOUT_CLUSTER ? "push" : "local");
}

/* ---- definitions ---- */

/* Add the text, emptied, as a definition. */
static void
tables_take(struct definitions *list, struct push_tables *tables,
    const char *table, struct buffer *sql)
{
	struct definition *definition = array_add(&list->items);

	definition->table = table;
	definition->sql = slice_string(&tables->arena, buffer_slice(sql));
	buffer_clear(sql);
}

/* "`compiles_local` ON CLUSTER `main`" */
static void
tables_add_name(struct buffer *sql, const char *table, const char *suffix,
    const struct layout *layout)
{
	buffer_printf(sql, "`%s%s`", table, suffix);
	if (layout->on_cluster)
		buffer_printf(sql, " ON CLUSTER `%s`", layout->cluster);
}

static void
begin_table(struct buffer *sql, const char *table, const char *suffix,
    const struct layout *layout)
{
	buffer_add_string(sql, "CREATE TABLE IF NOT EXISTS ");
	tables_add_name(sql, table, suffix, layout);
	buffer_add_string(sql, "\n(\n");
}

static void
add_type(struct buffer *sql, const struct push_column *column,
    const struct layout *layout)
{
	bool is_new = layout->version >= LOW_CARDINALITY_SINCE;

	if (strcmp(column->name, "run_id") == 0)
		buffer_add_string(sql, "Int64");
	else if (column->kind == GBQ_INTEGER)
		buffer_add_string(sql, "Nullable(Int64)");
	else if (column->kind == GBQ_REAL)
		buffer_add_string(sql, "Nullable(Float64)");
	else if (is_new && tables_is_one_of(column->name, few_values,
	    LENGTH(few_values)))
		buffer_add_string(sql, "LowCardinality(Nullable(String))");
	else
		buffer_add_string(sql, "Nullable(String)");
}

static void
tables_add_columns(struct buffer *sql, const struct push_table *table,
    const struct layout *layout)
{
	for (size_t i = 0; i < table->column_count; i++) {
		buffer_printf(sql, "%s\t`%s` ", i ? ",\n" : "",
		    table->columns[i].name);
		add_type(sql, &table->columns[i], layout);
	}
}

/* Columns that every row of a run has beside those of the view. */
static const char push_columns[] =
    ",\n\t`push_job` String,\n\t`push_day` Date,\n\t`push_row` UInt32,\n"
    "\t`push_version` UInt32\n)\n";

static void
add_all_columns(struct buffer *sql, const struct push_table *table,
    const struct layout *layout)
{
	tables_add_columns(sql, table, layout);
	if (!table->of_runs) {
		if (layout->kind == LAYOUT_CLUSTER)
			buffer_add_string(sql, ",\n\t`push_shard` UInt32");
		buffer_add_string(sql, ",\n\t`push_version` UInt32\n)\n");
		return;
	}
	if (!table->has_key)
		buffer_add_string(sql, ",\n\t`run_key` String");
	buffer_add_string(sql, push_columns);
}

static void
add_engine(struct buffer *sql, const char *table, const struct layout *layout)
{
	if (layout->is_replicated)
		buffer_printf(sql, "ENGINE = ReplicatedReplacingMergeTree("
		    "'/clickhouse/tables/{shard}/%s/%s_local', '{replica}', "
		    "push_version)\n", layout->database, table);
	else
		buffer_add_string(sql,
		    "ENGINE = ReplacingMergeTree(push_version)\n");
}

static void
define_local(struct definitions *list, struct push_tables *tables,
    const struct layout *layout, const struct push_table *table)
{
	struct buffer sql = { 0 };

	begin_table(&sql, table->name, "_local", layout);
	add_all_columns(&sql, table, layout);
	add_engine(&sql, table->name, layout);
	/* fine grains: most questions are of one run, and rows are wide */
	if (table->of_runs)
		buffer_add_string(&sql, "PARTITION BY toYYYYMM(push_day)\n"
		    "ORDER BY (run_id, push_row)\n"
		    "SETTINGS index_granularity = 1024");
	else
		/* break_kinds: some have no gb_id */
		buffer_add_string(&sql,
		    "ORDER BY (ifNull(gb_id, ''), ifNull(kind, ''))");
	tables_take(list, tables, table->name, &sql);
	buffer_release(&sql);
}

/* The table of the view's name. SELECT * leaves MATERIALIZED columns out. */
static void
define_view(struct definitions *list, struct push_tables *tables,
    const struct layout *layout, const struct push_table *table)
{
	struct buffer sql = { 0 };

	begin_table(&sql, table->name, "", layout);
	tables_add_columns(&sql, table, layout);
	if (table->of_runs && !table->has_key)
		buffer_add_string(&sql,
		    ",\n\t`run_key` String MATERIALIZED ''");
	if (table->of_runs)
		buffer_add_string(&sql,
		    ",\n\t`push_day` Date MATERIALIZED toDate(0)");
	buffer_add_string(&sql, "\n)\n");
	if (layout->kind == LAYOUT_CLUSTER && table->of_runs)
		buffer_printf(&sql, "ENGINE = Distributed(`%s`, `%s`, "
		    "`%s_local`)", layout->cluster, layout->database,
		    table->name);
	else
		buffer_printf(&sql, "ENGINE = Merge(`%s`, '^%s_local$')",
		    layout->database, table->name);
	tables_take(list, tables, table->name, &sql);
	buffer_release(&sql);
}

static void
define_push(struct definitions *list, struct push_tables *tables,
    const struct layout *layout, const struct push_table *table)
{
	struct buffer sql = { 0 };

	begin_table(&sql, table->name, "_push", layout);
	add_all_columns(&sql, table, layout);
	buffer_printf(&sql, "ENGINE = Distributed(`%s`, `%s`, `%s_local`, %s)",
	    layout->cluster, layout->database, table->name,
	    table->of_runs ? "sipHash64(push_job)" : "push_shard");
	tables_take(list, tables, table->name, &sql);
	buffer_release(&sql);
}

/* ---- the ledger of pushes, and what was done to the schema ---- */

static const char ledger_columns[] =
    "\t`run_key` String,\n\t`run_id` Int64,\n\t`name` String,\n"
    "\t`push_job` String,\n\t`push_day` Date,\n\t`rows` UInt64,\n"
    "\t`content` String,\n\t`gbq_version` String,\n"
    "\t`pushed_at` DateTime DEFAULT now(),\n\t`push_version` UInt32\n)\n";

static void
define_ledger(struct definitions *list, struct push_tables *tables,
    const struct layout *layout)
{
	static const char *const suffixes[] = { "_local", "_push", "" };
	bool is_cluster = layout->kind == LAYOUT_CLUSTER;
	struct buffer sql = { 0 };

	for (size_t i = 0; i < LENGTH(suffixes); i++) {
		if (i == 1 && !is_cluster)
			continue;
		begin_table(&sql, "pushes", suffixes[i], layout);
		buffer_add_string(&sql, ledger_columns);
		if (i == 0) {
			add_engine(&sql, "pushes", layout);
			buffer_add_string(&sql, "ORDER BY (run_key, run_id)");
		} else if (is_cluster) {
			buffer_printf(&sql, "ENGINE = Distributed(`%s`, `%s`, "
			    "pushes_local, sipHash64(run_key))",
			    layout->cluster, layout->database);
		} else {
			buffer_printf(&sql, "ENGINE = Merge(`%s`, "
			    "'^pushes_local$')", layout->database);
		}
		tables_take(list, tables, "pushes", &sql);
	}
	buffer_release(&sql);
}

static void
define_migrations(struct definitions *list, struct push_tables *tables,
    const struct layout *layout)
{
	struct buffer sql = { 0 };

	begin_table(&sql, "schema_migrations", "", layout);
	buffer_add_string(&sql, "\t`version` UInt32,\n\t`what` String,\n"
	    "\t`layout` String,\n\t`checksum` String,\n"
	    "\t`gbq_version` String,\n\t`applied_at` DateTime,\n"
	    "\t`push_version` UInt32\n)\n");
	add_engine(&sql, "schema_migrations", layout);
	buffer_add_string(&sql, "ORDER BY (version, checksum)");
	tables_take(list, tables, "schema_migrations", &sql);
	buffer_release(&sql);
}

void
definitions_make(struct definitions *list, struct push_tables *tables,
    const struct layout *layout)
{
	const struct push_table *table = tables->items.items;

	for (size_t i = 0; i < tables->items.count; i++, table++) {
		define_local(list, tables, layout, table);
		if (layout->kind == LAYOUT_CLUSTER)
			define_push(list, tables, layout, table);
		define_view(list, tables, layout, table);
	}
	define_ledger(list, tables, layout);
	/* last: the mark that all others are there */
	define_migrations(list, tables, layout);
}

void
definitions_add_column(struct definitions *list, struct push_tables *tables,
    const struct layout *layout, const struct push_table *table,
    const struct push_column *column)
{
	static const char *const suffixes[] = { "_local", "_push", "" };
	struct buffer sql = { 0 };

	for (size_t i = 0; i < LENGTH(suffixes); i++) {
		if (i == 1 && layout->kind != LAYOUT_CLUSTER)
			continue;
		buffer_add_string(&sql, "ALTER TABLE ");
		tables_add_name(&sql, table->name, suffixes[i], layout);
		buffer_printf(&sql, " ADD COLUMN `%s` ", column->name);
		add_type(&sql, column, layout);
		tables_take(list, tables, table->name, &sql);
	}
	buffer_release(&sql);
}

void
push_insert(struct buffer *out, const struct push_table *table,
    const struct layout *layout)
{
	buffer_add_string(out, "INSERT INTO ");
	push_whole(out, table->name, layout);
	buffer_add_string(out, table->of_runs ? " (run_id" : " (push_version");
	for (size_t i = 0; i < table->column_count; i++) {
		if (strcmp(table->columns[i].name, "run_id") != 0)
			buffer_printf(out, ", `%s`", table->columns[i].name);
	}
	if (table->of_runs && !table->has_key)
		buffer_add_string(out, ", run_key");
	if (table->of_runs)
		buffer_add_string(out,
		    ", push_job, push_day, push_row, push_version");
	else if (layout->kind == LAYOUT_CLUSTER)
		buffer_add_string(out, ", push_shard");
	buffer_add_string(out, ") FORMAT TabSeparated");
}
