/*
 * schema_doc.c - reads the headers of the embedded schema/views/ files.
 */
#include "query/saved.h"

#include <stdlib.h>
#include <string.h>

static const char type_sql[] =
    "SELECT type FROM pragma_table_xinfo(?1) WHERE name = ?2";

typedef ARRAY_OF(struct gbq_column_doc) column_array;

static void
store_columns(struct gbq_view_doc *view, struct arena *arena,
    column_array *columns)
{
	size_t size = columns->count * sizeof(columns->items[0]);
	struct gbq_column_doc *copy;

	if (view && size) {
		copy = arena_alloc(arena, size);
		memcpy(copy, columns->items, size);
		view->columns = copy;
		view->column_count = columns->count;
	}
	array_release(columns);
}

static void
schema_doc_load_file(struct schema_doc *doc, const struct embedded_file *file)
{
	struct slice rest = embedded_text(file);
	struct gbq_view_doc *view = NULL;
	column_array columns = { NULL, 0, 0 };
	struct gbq_column_doc *column;
	struct header_item item;

	while (sql_header_next(&rest, &doc->arena, &item)) {
		if (slice_equal(item.key, LITERAL("view")) && !view) {
			view = array_add(&doc->views);
			view->name = slice_string(&doc->arena, item.name);
			view->help = item.text;
		} else if (slice_equal(item.key, LITERAL("column"))) {
			column = array_add(&columns);
			column->name = slice_string(&doc->arena, item.name);
			column->help = item.text;
			column->type = "";
		}
	}
	if (view)
		view->sql = slice_string(&doc->arena, slice_trim(rest));
	store_columns(view, &doc->arena, &columns);
}

static void
set_types(struct schema_doc *doc, struct gbq_view_doc *view,
    sqlite3_stmt *stmt)
{
	struct gbq_column_doc *copy = arena_alloc(&doc->arena,
	    (view->column_count + 1) * sizeof(*copy));
	const char *type;

	for (size_t i = 0; i < view->column_count; i++) {
		copy[i] = view->columns[i];
		sqlite3_bind_text(stmt, 1, view->name, -1, SQLITE_STATIC);
		sqlite3_bind_text(stmt, 2, copy[i].name, -1, SQLITE_STATIC);
		if (sqlite3_step(stmt) == SQLITE_ROW) {
			type = (const char *)sqlite3_column_text(stmt, 0);
			copy[i].type = slice_string(&doc->arena,
			    slice_of(type ? type : ""));
		}
		sqlite3_reset(stmt);
	}
	view->columns = copy;
}

static int
compare_views(const void *a, const void *b)
{
	return strcmp(((const struct gbq_view_doc *)a)->name,
	    ((const struct gbq_view_doc *)b)->name);
}

void
schema_doc_load(struct schema_doc *doc, sqlite3 *db)
{
	sqlite3_stmt *stmt = NULL;

	if (doc->loaded)
		return;
	doc->loaded = true;
	for (size_t i = 0; i < embedded_file_count; i++) {
		if (sql_file_in(&embedded_files[i], "schema/views/"))
			schema_doc_load_file(doc, &embedded_files[i]);
	}
	if (doc->views.count == 0)
		return;
	qsort(doc->views.items, doc->views.count,
	    sizeof(doc->views.items[0]), compare_views);
	if (!db || sqlite3_prepare_v2(db, type_sql, -1, &stmt, NULL))
		return;
	for (size_t i = 0; i < doc->views.count; i++)
		set_types(doc, &doc->views.items[i], stmt);
	sqlite3_finalize(stmt);
}

void
schema_doc_release(struct schema_doc *doc)
{
	array_release(&doc->views);
	arena_release(&doc->arena);
	doc->loaded = false;
}
