/*
 * saved.c - reads the headers of the embedded sql/ files.
 */
#include "query/saved.h"

#include <stdlib.h>
#include <string.h>

typedef ARRAY_OF(struct gbq_parameter) parameter_array;

static void
saved_add_parameter(parameter_array *parameters, struct arena *arena,
    const char *text)
{
	struct slice rest = slice_of(text);
	size_t colon = slice_find_byte(rest, ':');
	struct gbq_parameter *parameter = array_add(parameters);
	struct slice help = slice_part(rest, colon == SIZE_MAX ? rest.len :
	    colon + 1, rest.len);

	parameter->name = slice_string(arena, slice_part(rest, 0, colon));
	parameter->help = slice_string(arena, slice_trim(help));
}

static void
saved_take_item(struct gbq_saved *query, parameter_array *parameters,
    struct arena *arena, const struct header_item *item)
{
	if (slice_equal(item->key, LITERAL("name")))
		query->name = item->text;
	else if (slice_equal(item->key, LITERAL("help")))
		query->help = item->text;
	else if (slice_equal(item->key, LITERAL("columns")))
		query->columns = item->text;
	else if (slice_equal(item->key, LITERAL("table")))
		query->table = item->text;
	else if (slice_equal(item->key, LITERAL("question")))
		query->question = item->text;
	else if (slice_equal(item->key, LITERAL("tag")))
		query->tag_column = item->text;
	else if (slice_equal(item->key, LITERAL("param")))
		saved_add_parameter(parameters, arena, item->text);
}

static void
saved_load_file(struct saved_list *list, const struct embedded_file *file)
{
	struct gbq_saved *query = array_add(&list->queries);
	parameter_array parameters = { NULL, 0, 0 };
	struct slice rest = embedded_text(file);
	bool is_common = false, is_local = false;
	struct gbq_parameter *copy;
	struct header_item item;

	query->name = query->help = "";
	query->sql = (const char *)file->bytes;
	while (sql_header_next(&rest, &list->arena, &item)) {
		saved_take_item(query, &parameters, &list->arena, &item);
		is_common |= slice_equal(item.key, LITERAL("question")) ||
		    slice_equal(item.key, LITERAL("subset"));
		is_local |= slice_equal(item.key, LITERAL("sqlite"));
		query->has_other_runs |= slice_equal(item.key,
		    LITERAL("others"));
	}
	if (is_common && !is_local)
		query->clickhouse = query->sql;
	if (parameters.count) {
		copy = arena_alloc(&list->arena,
		    parameters.count * sizeof(*copy));
		memcpy(copy, parameters.items,
		    parameters.count * sizeof(*copy));
		query->parameters = copy;
		query->parameter_count = parameters.count;
	}
	array_release(&parameters);
}

static int
compare_queries(const void *a, const void *b)
{
	return strcmp(((const struct gbq_saved *)a)->name,
	    ((const struct gbq_saved *)b)->name);
}

/* NAME.clickhouse.sql: what a cluster is asked in place of NAME.sql. */
static bool
is_for_clickhouse(const struct embedded_file *file)
{
	return slice_ends(slice_of(file->name), LITERAL(".clickhouse.sql"));
}

static void
load_clickhouse(struct saved_list *list, const struct embedded_file *file)
{
	struct slice name = slice_of(file->name);

	slice_take(&name, LITERAL("sql/"));
	name.len -= strlen(".clickhouse.sql");
	for (size_t i = 0; i < list->queries.count; i++) {
		if (slice_equal(slice_of(list->queries.items[i].name), name))
			list->queries.items[i].clickhouse =
			    (const char *)file->bytes;
	}
}

void
saved_load(struct saved_list *list)
{
	if (list->loaded)
		return;
	list->loaded = true;
	for (size_t i = 0; i < embedded_file_count; i++) {
		if (sql_file_in(&embedded_files[i], "sql/") &&
		    !is_for_clickhouse(&embedded_files[i]))
			saved_load_file(list, &embedded_files[i]);
	}
	for (size_t i = 0; i < embedded_file_count; i++) {
		if (sql_file_in(&embedded_files[i], "sql/") &&
		    is_for_clickhouse(&embedded_files[i]))
			load_clickhouse(list, &embedded_files[i]);
	}
	if (list->queries.count) {
		qsort(list->queries.items, list->queries.count,
		    sizeof(list->queries.items[0]), compare_queries);
	}
}

void
saved_release(struct saved_list *list)
{
	array_release(&list->queries);
	arena_release(&list->arena);
	list->loaded = false;
}

const struct gbq_saved *
saved_find(struct saved_list *list, const char *name)
{
	saved_load(list);
	for (size_t i = 0; i < list->queries.count; i++) {
		if (strcmp(list->queries.items[i].name, name) == 0)
			return &list->queries.items[i];
	}
	return NULL;
}
