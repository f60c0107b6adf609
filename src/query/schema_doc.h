/*
 * schema_doc.h - the documentation of the public views, read from the
 * comments of the embedded schema/views/ files.
 */
#ifndef GBQ_QUERY_SCHEMA_DOC_H
#define GBQ_QUERY_SCHEMA_DOC_H

#include <sqlite3.h>

#include "gbq.h"
#include "util/memory.h"

/* All zero is one that is not loaded. */
struct schema_doc {
	struct arena arena;
	ARRAY_OF(struct gbq_view_doc) views;	/* sorted by name */
	bool loaded;
};

/*
 * Read the embedded files, once. Header items: "view NAME: text", then
 * "column NAME: text" for each. Column types come from db, where every view
 * exists; NULL: types stay "".
 */
void schema_doc_load(struct schema_doc *doc, sqlite3 *db);

void schema_doc_release(struct schema_doc *doc);

#endif
