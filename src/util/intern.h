/*
 * intern.h - one copy of each text: equal texts get equal pointers.
 */
#ifndef GBQ_UTIL_INTERN_H
#define GBQ_UTIL_INTERN_H

#include "util/table.h"
#include "util/text.h"

/* All zero but for the arena that intern_init() sets is an empty table. */
struct intern_table {
	struct arena *arena;
	struct hash_table texts;
};

/* The texts are copied to the arena, which must outlive the table's use. */
void intern_init(struct intern_table *table, struct arena *arena);

/* Free the table; the texts stay in the arena. */
void intern_release(struct intern_table *table);

/*
 * The one copy of a text. Bytes that are no valid UTF-8 are replaced by
 * U+FFFD, so that what is stored is text for every reader of the database.
 * An absent slice stays absent; an empty one gets a pointer too.
 */
struct slice intern(struct intern_table *table, struct slice text);

#endif
