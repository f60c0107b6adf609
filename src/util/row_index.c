/*
 * row_index.c - the rows of a key as a list, whose ends a hash table knows.
 */
#include "util/row_index.h"

void
row_index_release(struct row_index *index)
{
	array_release(&index->links);
	table_release(&index->first);
}

void
row_index_add(struct row_index *index, uint64_t key, size_t row)
{
	struct table_entry *first = table_put_number(&index->first, key, 0);
	struct row_link *link = array_add(&index->links);
	size_t number = index->links.count;

	*link = (struct row_link){ .key = key, .row = row };
	link = index->links.items;
	if (first->value == 0)
		first->value = number;
	else
		link[link[first->value - 1].last - 1].next = number;
	link[first->value - 1].last = number;
}

/* The first link from one on that was not dropped; 0 is none. */
static const struct row_link *
link_from(const struct row_index *index, size_t number)
{
	while (number && index->links.items[number - 1].row == SIZE_MAX)
		number = index->links.items[number - 1].next;
	return number ? &index->links.items[number - 1] : NULL;
}

const struct row_link *
row_index_first(const struct row_index *index, uint64_t key)
{
	const struct table_entry *first = table_find_number(&index->first,
	    key, 0);

	return first ? link_from(index, (size_t)first->value) : NULL;
}

const struct row_link *
row_index_next(const struct row_index *index, const struct row_link *link)
{
	return link_from(index, link->next);
}

/* The dropped ones at the start are not passed again. */
void
row_index_drop(struct row_index *index, const struct row_link *link)
{
	struct table_entry *first = table_find_number(&index->first,
	    link->key, 0);
	struct row_link *links = index->links.items, *head;

	links[link - links].row = SIZE_MAX;
	while (first->value && links[first->value - 1].row == SIZE_MAX) {
		head = &links[first->value - 1];
		first->value = head->next;
		if (head->next)
			links[head->next - 1].last = head->last;
	}
}
