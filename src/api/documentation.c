/*
 * documentation.c - saved queries, the documentation of the views, the short
 * names of files.
 */
#include <string.h>

#include "api/handle.h"
#include "model/place.h"
#include "query/functions/functions.h"

const struct gbq_saved *
gbq_saved_list(struct gbq *gbq, size_t *count)
{
	saved_load(&gbq->saved);
	*count = gbq->saved.queries.count;
	return gbq->saved.queries.items;
}

const struct gbq_saved *
gbq_saved_find(struct gbq *gbq, const char *name)
{
	return saved_find(&gbq->saved, name);
}

/* The types come from a database of this program's own schema. */
static void
load_schema(struct gbq *gbq)
{
	struct store *store = NULL;

	if (gbq->schema.loaded)
		return;
	if (store_open(&store, NULL, GBQ_MEMORY, &gbq->error) != GBQ_OK)
		store = NULL;
	schema_doc_load(&gbq->schema, store ? store_db(store) : NULL);
	if (store)
		store_close(store, NULL);
}

const struct gbq_view_doc *
gbq_view_list(struct gbq *gbq, size_t *count)
{
	load_schema(gbq);
	*count = gbq->schema.views.count;
	return gbq->schema.views.items;
}

const struct gbq_view_doc *
gbq_view_find(struct gbq *gbq, const char *name)
{
	const struct gbq_view_doc *views;
	size_t count;

	views = gbq_view_list(gbq, &count);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(views[i].name, name) == 0)
			return &views[i];
	}
	return NULL;
}

const struct gbq_function_doc *
gbq_function_list(size_t *count)
{
	return functions_list(count);
}

const char *
gbq_short_path(const char *path)
{
	return path_short(slice_of(path)).at;
}
