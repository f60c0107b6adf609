/*
 * saved.h - the saved queries of sql/, embedded in the program.
 */
#ifndef GBQ_QUERY_SAVED_H
#define GBQ_QUERY_SAVED_H

#include "gbq.h"
#include "util/memory.h"

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

#endif
