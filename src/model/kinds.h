/*
 * kinds.h - wordings of kind lines and the ids that torch's registry gives
 * them.
 */
#ifndef GBQ_MODEL_KINDS_H
#define GBQ_MODEL_KINDS_H

#include "util/text.h"

struct kind_wording {
	struct slice kind, gb_id;
};

struct kind_table {
	struct arena arena;
	ARRAY_OF(struct kind_wording) wordings;	/* sorted by kind */
};

void kind_table_init(struct kind_table *table);
void kind_table_release(struct kind_table *table);

/* Add a wording (copied); kind_table_sort() before the first look-up. */
void kind_table_add(struct kind_table *table, struct slice kind,
    struct slice gb_id);
void kind_table_sort(struct kind_table *table);

/* Id of a kind line; absent if the registry has no such wording. */
struct slice kind_table_find(const struct kind_table *table,
    struct slice kind);

#endif
