/*
 * diff_items.c - causes of recompiles and failures, before and after.
 */
#include "query/diff/diff.h"

#include <string.h>

#include "util/order.h"

typedef ARRAY_OF(struct gbq_diff_item_pair) pair_array;

static enum gbq_diff_state
diff_items_state_of(const struct side_item *base, const struct side_item *found)
{
	if (!found)
		return GBQ_STATE_GONE;
	if (!base)
		return GBQ_STATE_NEW;
	if (!match_same_kind(&base->record.key, &found->record.key))
		return GBQ_STATE_CHANGED;
	/* A cause may have several places: none is part of its key. */
	if (!base->record.key.file.at && !base->record.key.function.at)
		return GBQ_STATE_SAME;
	return base->shown.line == found->shown.line &&
	    string_equal(base->shown.file, found->shown.file) &&
	    string_equal(base->shown.function, found->shown.function) ?
	    GBQ_STATE_SAME : GBQ_STATE_MOVED;
}

static void
diff_items_add_pair(struct diff_build *build, pair_array *pairs,
    const struct side_item *base, const struct side_item *found,
    enum match_pass pass)
{
	struct gbq_diff_item_pair *pair = array_add(pairs);
	struct buffer note = { 0 };

	pair->state = diff_items_state_of(base, found);
	pair->pass = match_pass_name(pass);
	pair->sides[GBQ_SIDE_BASE] = base ? &base->shown : NULL;
	pair->sides[GBQ_SIDE_NEW] = found ? &found->shown : NULL;
	if (!base || !found || base->shown.count == found->shown.count)
		return;
	buffer_printf(&note, "%lld \xe2\x86\x92 %lld",
	    (long long)base->shown.count, (long long)found->shown.count);
	pair->note = diff_take(build, &note);
}

static int64_t
diff_items_most(const struct gbq_diff_item_pair *pair)
{
	int64_t base = pair->sides[0] ? pair->sides[0]->count : 0;
	int64_t found = pair->sides[1] ? pair->sides[1]->count : 0;

	return base > found ? base : found;
}

static int
diff_items_compare_pairs(const void *a, const void *b)
{
	const struct gbq_diff_item_pair *left = a, *right = b;
	const struct gbq_diff_item *left_item = left->sides[!left->sides[0]];
	const struct gbq_diff_item *right_item =
	    right->sides[!right->sides[0]];
	int64_t left_count = diff_items_most(left),
		right_count = diff_items_most(right);
	int order = (int)right->state - (int)left->state;

	if (!order)
		order = (left_count < right_count) -
		    (left_count > right_count);
	if (!order)
		order = string_compare(left_item->category,
		    right_item->category);
	if (!order)
		order = string_compare(left_item->name,
		    right_item->name);
	if (!order)
		order = string_compare(left_item->text,
		    right_item->text);
	if (!order)
		order = string_compare(left_item->function,
		    right_item->function);
	return order ? order : ORDER_OF(left_item->line, right_item->line);
}

static struct match_side
diff_items_match_side_of(struct diff_build *build,
    const struct side_item *items, size_t count)
{
	struct match_record *records = arena_alloc(&build->arena,
	    (count + 1) * sizeof(*records));
	struct match_side side = { records, count, NULL,
	    arena_alloc(&build->arena, (count + 1) *
	    sizeof(struct match_link)) };
	size_t i;

	for (i = 0; i < count; i++)
		records[i] = items[i].record;
	return side;
}

static void
match_items(struct diff_build *build, pair_array *pairs,
    const struct side_item *base, size_t base_count,
    const struct side_item *found, size_t found_count)
{
	struct match_side sides[MATCH_SIDES] = {
		diff_items_match_side_of(build, base, base_count),
		diff_items_match_side_of(build, found, found_count)
	};
	struct match_options options = build->match;
	size_t i;

	/* Guards that read alike are not the same guard. */
	options.last = PASS_OTHER_FILE;
	match_sides(sides, &options);
	for (i = 0; i < base_count; i++) {
		struct match_link link = sides[MATCH_BASE].links[i];

		diff_items_add_pair(build, pairs, &base[i],
		    link.other == MATCH_NONE ? NULL : &found[link.other],
		    link.pass);
	}
	for (i = 0; i < found_count; i++) {
		if (sides[MATCH_NEW].links[i].other == MATCH_NONE)
			diff_items_add_pair(build, pairs, NULL, &found[i],
			    PASS_NONE);
	}
	array_sort(pairs, diff_items_compare_pairs);
}

void
diff_items(struct diff_build *build)
{
	const struct gbq_side *base = build->sides[GBQ_SIDE_BASE];
	const struct gbq_side *found = build->sides[GBQ_SIDE_NEW];
	pair_array pairs = { 0 };

	match_items(build, &pairs, base->recompiles.items,
	    base->recompiles.count, found->recompiles.items,
	    found->recompiles.count);
	memcpy(&build->recompiles, &pairs, sizeof(pairs));
	memset(&pairs, 0, sizeof(pairs));
	match_items(build, &pairs, base->failures.items, base->failures.count,
	    found->failures.items, found->failures.count);
	memcpy(&build->failures, &pairs, sizeof(pairs));
}
