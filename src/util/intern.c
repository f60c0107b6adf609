/*
 * intern.c - texts in a hash table, made UTF-8 first.
 */
#include "util/intern.h"

void
intern_init(struct intern_table *table, struct arena *arena)
{
	*table = (struct intern_table){ .arena = arena };
}

void
intern_release(struct intern_table *table)
{
	table_release(&table->texts);
}

struct slice
intern(struct intern_table *table, struct slice text)
{
	struct buffer valid = { 0 };

	if (!text.at)
		return text;
	if (utf8_valid(text))
		return table_put(&table->texts, text, table->arena)->key;
	utf8_replace_invalid(text, &valid);
	text = table_put(&table->texts, buffer_slice(&valid),
	    table->arena)->key;
	buffer_release(&valid);
	return text;
}
