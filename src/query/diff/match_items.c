/*
 * match_items.c - items compared by parts of their keys, grouped and linked.
 */
#include "query/diff/match_private.h"

#include <stdlib.h>

#include "util/order.h"
#include "util/table.h"

int
match_compare_parts(const struct match_item *a, const struct match_item *b,
    unsigned parts)
{
	const struct match_key *left = &a->record->key;
	const struct match_key *right = &b->record->key;
	int order = 0;

	if (parts & PART_FILE)
		order = slice_compare(a->file, b->file);
	if (!order && parts & PART_LINE)
		order = ORDER_OF(a->record->line, b->record->line);
	if (!order && parts & PART_FUNCTION)
		order = slice_compare(a->function, b->function);
	if (!order && parts & PART_KIND)
		order = slice_compare(left->kind, right->kind);
	if (!order && parts & PART_SOURCE)
		order = slice_compare(left->source, right->source);
	if (!order && parts & PART_DETAIL)
		order = slice_compare(left->detail, right->detail);
	if (!order && parts & PART_VIA)
		order = slice_compare(left->via, right->via);
	if (!order && parts & PART_CHAIN)
		order = slice_compare(left->chain, right->chain);
	return order;
}

static bool
has_parts(const struct match_item *item, unsigned needs)
{
	const struct match_key *key = &item->record->key;

	return !((needs & PART_SOURCE && key->source.len == 0) ||
	    (needs & PART_DETAIL && key->detail.len == 0) ||
	    (needs & PART_FILE && item->file.len == 0) ||
	    (needs & PART_LINE && item->record->line == UNKNOWN_INT));
}

/* The same for items that match_compare_parts() takes for equal. */
static uint64_t
match_hash_parts(const struct match_item *item, unsigned parts)
{
	const struct match_key *key = &item->record->key;
	const struct {
		unsigned part;
		struct slice text;
	} texts[] = {
		{ PART_FILE, item->file }, { PART_FUNCTION, item->function },
		{ PART_KIND, key->kind }, { PART_SOURCE, key->source },
		{ PART_DETAIL, key->detail }, { PART_VIA, key->via },
		{ PART_CHAIN, key->chain }
	};
	uint64_t hash = parts & PART_LINE ?
	    table_hash_number(0, item->record->line) : 0;
	size_t i;

	for (i = 0; i < LENGTH(texts); i++) {
		if (parts & texts[i].part)
			hash = table_hash_text(hash, texts[i].text);
	}
	return hash;
}

/* A group's items while they are looked for; the mask is the sort's. */
struct grouped_item {
	struct match_item *item;
	uint64_t hash;			/* of the parts */
	unsigned parts;
	int side;
};

static int
compare_grouped(const void *a, const void *b)
{
	const struct grouped_item *left = a, *right = b;
	int order = match_compare_parts(left->item, right->item, left->parts);

	if (!order)
		order = left->side - right->side;
	/* Items of a side lie in one array, in their order. */
	return order ? order : ORDER_OF(left->item, right->item);
}

/*
 * Most rules find most items on one side only, and a sort of them is what takes
 * longest: drop those whose hash the other side has not, and by chance not all.
 */
static size_t
drop_one_sided(struct grouped_item *found, size_t count)
{
	size_t slots = 64, kept = 0, i;
	unsigned char *sides;

	while (slots < 8 * count)
		slots *= 2;
	sides = mem_calloc(slots, 1);
	for (i = 0; i < count; i++)
		sides[found[i].hash % slots] |= (unsigned char)
		    (1 << found[i].side);
	for (i = 0; i < count; i++) {
		if (sides[found[i].hash % slots] ==
		    (1 << MATCH_BASE | 1 << MATCH_NEW))
			found[kept++] = found[i];
	}
	free(sides);
	return kept;
}

static size_t
match_collect(const struct matcher *matcher, unsigned parts, unsigned needs,
    bool all, struct grouped_item *out)
{
	size_t count = 0, i;
	int side;

	for (side = 0; side < MATCH_SIDES; side++) {
		for (i = 0; i < matcher->counts[side]; i++) {
			struct match_item *item = &matcher->items[side][i];

			if ((item->other && !all) || !has_parts(item, needs))
				continue;
			out[count++] = (struct grouped_item){ item,
			    match_hash_parts(item, parts), parts, side };
		}
	}
	count = drop_one_sided(out, count);
	if (count)
		qsort(out, count, sizeof(*out), compare_grouped);
	return count;
}

void
match_groups(struct matcher *matcher, unsigned parts, unsigned needs,
    bool all, match_group_function *function, void *data)
{
	size_t total = matcher->counts[MATCH_BASE] +
	    matcher->counts[MATCH_NEW];
	struct grouped_item *found = mem_calloc(total + 1, sizeof(*found));
	struct match_item **items = mem_calloc(total + 1, sizeof(*items));
	size_t count = match_collect(matcher, parts, needs, all, found);
	size_t from, i;

	for (i = 0; i < count; i++)
		items[i] = found[i].item;
	for (from = 0; from < count; from = i) {
		struct match_group group = { { items + from, NULL },
		    { 0, 0 } };

		for (i = from; i < count && match_compare_parts(items[from],
		    items[i], parts) == 0; i++)
			group.counts[found[i].side]++;
		group.items[MATCH_NEW] = items + from +
		    group.counts[MATCH_BASE];
		if (group.counts[MATCH_BASE] && group.counts[MATCH_NEW])
			function(matcher, &group, data);
	}
	free(items);
	free(found);
}
