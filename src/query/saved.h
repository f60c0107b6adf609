/*
 * saved.h - the saved queries of sql/, embedded in the program.
 */
#ifndef GBQ_QUERY_SAVED_H
#define GBQ_QUERY_SAVED_H

#include <sqlite3.h>
#include <stdbool.h>

#include "gbq.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/text.h"

/* All zero is one that is not loaded. */
struct saved_list {
	struct arena arena;
	ARRAY_OF(struct gbq_saved) queries;	/* sorted by name */
	bool loaded;
};

/*
 * Read the embedded files, once. Their header items are "name", "help",
 * "param" ("NAME: text", repeated), "columns", "table", "question", "tag", and
 * "subset" (common: a cluster can be asked it, as one with a question),
 * "sqlite" (it cannot) and "others" (it reads runs beside those of its
 * parameters).
 */
void saved_load(struct saved_list *list);

void saved_release(struct saved_list *list);

/* The query of that name, or NULL; loads the list. */
const struct gbq_saved *saved_find(struct saved_list *list, const char *name);

/*
 * ---- sql_header.c ----
 *
 * the documentation that an embedded .sql file carries in the
 * comment lines at its top.
 */

/*
 * One item: "-- KEY: TEXT" and the lines "--   MORE" below it, joined with
 * spaces. The key may be of two words: "column run_id".
 */
struct header_item {
	struct slice key;
	struct slice name;	/* second word of the key, or absent */
	char *text;		/* in the arena */
};

/*
 * The next item of *rest, moving *rest behind it; comment lines that are no
 * item are skipped. False, *rest at the SQL, where the comment lines end.
 */
bool sql_header_next(struct slice *rest, struct arena *arena,
    struct header_item *item);

/* Whether an embedded file lies in the folder ("sql/") and ends in .sql. */
bool sql_file_in(const struct embedded_file *file, const char *folder);

/* The bytes of an embedded file. */
struct slice embedded_text(const struct embedded_file *file);

/*
 * ---- schema_doc.c ----
 *
 * the documentation of the public views, read from the
 * comments of the embedded schema/views/ files.
 */

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
