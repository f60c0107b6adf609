/*
 * kinds.c - a sorted table of wordings.
 */
#include "model/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"

void
kind_table_init(struct kind_table *table)
{
	memset(table, 0, sizeof(*table));
	arena_init(&table->arena);
}

void
kind_table_release(struct kind_table *table)
{
	array_release(&table->wordings);
	arena_release(&table->arena);
}

void
kind_table_add(struct kind_table *table, struct slice kind,
    struct slice gb_id)
{
	struct kind_wording *wording = array_add(&table->wordings);

	wording->kind = slice_copy(&table->arena, kind);
	wording->gb_id = slice_copy(&table->arena, gb_id);
}

static int
compare_wordings(const void *a, const void *b)
{
	return slice_compare(((const struct kind_wording *)a)->kind,
	    ((const struct kind_wording *)b)->kind);
}

void
kind_table_sort(struct kind_table *table)
{
	array_sort(&table->wordings, compare_wordings);
}

struct slice
kind_table_find(const struct kind_table *table, struct slice kind)
{
	struct kind_wording key = { kind, { 0 } }, *found = NULL;

	if (table->wordings.count && kind.at)
		found = bsearch(&key, table->wordings.items,
		    table->wordings.count, sizeof(key), compare_wordings);
	return found ? found->gb_id : (struct slice){ 0 };
}
