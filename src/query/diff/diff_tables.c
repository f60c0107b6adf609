/*
 * diff_tables.c - environment, totals, time by frame, caches and graphs of two
 * sides beside each other.
 */
#include "query/diff/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/order.h"

/* Facts are in one order on both sides: only those that differ. */
void
diff_environment(struct diff_build *build)
{
	const struct gbq_side *base = build->sides[GBQ_SIDE_BASE];
	const struct gbq_side *found = build->sides[GBQ_SIDE_NEW];
	size_t i = 0, k = 0;

	/* A baseline file tells torch's version only. */
	while (i < base->facts.count || k < found->facts.count) {
		struct gbq_diff_fact fact = { 0 };
		int order = i == base->facts.count ? 1 :
		    k == found->facts.count ? -1 :
		    side_compare_keys(base->facts.items[i].key,
		    found->facts.items[k].key);

		if (order <= 0) {
			fact.key = base->facts.items[i].key;
			fact.values[0] = base->facts.items[i++].text;
		}
		if (order >= 0) {
			fact.key = found->facts.items[k].key;
			fact.values[1] = found->facts.items[k++].text;
		}
		if (string_equal(fact.values[0], fact.values[1]) ||
		    (!fact.values[0] && base->run.is_baseline) ||
		    (!fact.values[1] && found->run.is_baseline))
			continue;
		*array_add(&build->environment) = fact;
	}
}

static const struct gbq_value *
find_count(const struct gbq_side *side, const struct row_index *by_key,
    const char *key)
{
	const struct row_link *link;

	for (link = row_index_first(by_key, table_hash_text(0, slice_of(key)));
	    link; link = row_index_next(by_key, link)) {
		if (strcmp(side->counts.items[link->row].key, key) == 0)
			return &side->counts.items[link->row].number;
	}
	return NULL;
}

static void
index_counts(const struct gbq_side *side, struct row_index *by_key)
{
	size_t i;

	for (i = 0; i < side->counts.count; i++)
		row_index_add(by_key, table_hash_text(0,
		    slice_of(side->counts.items[i].key)), i);
}

/* The counts of a side, but of the new one those that the base has too. */
static void
totals_add_side(struct diff_build *build, int side,
    const struct row_index *by_key)
{
	const struct gbq_side *from = build->sides[side];
	size_t i;

	for (i = 0; i < from->counts.count; i++) {
		const char *key = from->counts.items[i].key;
		const struct gbq_value *other = find_count(build->sides[!side],
		    by_key, key);
		struct gbq_diff_total *total;

		if (other && side == GBQ_SIDE_NEW)
			continue;	/* stands there */
		/* A baseline file tells of sites only. */
		if (!other && build->sides[!side]->run.is_baseline)
			continue;
		total = array_add(&build->totals);
		total->name = key;
		total->values[side] = from->counts.items[i].number;
		if (other)
			total->values[!side] = *other;
	}
}

void
diff_totals(struct diff_build *build)
{
	int side;

	for (side = 0; side < GBQ_SIDES; side++) {
		struct row_index by_key = { 0 };

		index_counts(build->sides[!side], &by_key);
		totals_add_side(build, side, &by_key);
		row_index_release(&by_key);
	}
}

static int
diff_tables_compare_ids(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return ORDER_OF(left, right);
}

/* "[0, 3]" */
static const char *
id_list(struct diff_build *build, const struct side_frame *frame)
{
	int64_t *ids = mem_calloc(frame->ids.count + 1, sizeof(*ids));
	struct buffer text = { 0 };
	size_t i, count = frame->ids.count;

	if (count) {
		memcpy(ids, frame->ids.items, count * sizeof(*ids));
		qsort(ids, count, sizeof(*ids), diff_tables_compare_ids);
	}
	buffer_add_byte(&text, '[');
	for (i = 0; i < count; i++) {
		if (i == 0 || ids[i] != ids[i - 1])
			buffer_printf(&text, "%s%lld", text.len > 1 ? ", " :
			    "", (long long)ids[i]);
	}
	buffer_add_byte(&text, ']');
	free(ids);
	return diff_take(build, &text);
}

static struct match_side
frame_side(struct diff_build *build, int side)
{
	const struct gbq_side *from = build->sides[side];
	size_t count = from->frames.count, i;
	struct match_record *records = arena_alloc(&build->arena,
	    (count + 1) * sizeof(*records));
	struct match_side out = { records, count, &from->files,
	    arena_alloc(&build->arena, (count + 1) *
	    sizeof(struct match_link)) };

	for (i = 0; i < count; i++) {
		records[i] = from->frames.items[i].record;
		records[i].key.file = diff_file_key(build, side,
		    records[i].key.file);
	}
	return out;
}

static void
diff_tables_add_frame(struct diff_build *build, const struct side_frame *base,
    const struct side_frame *found)
{
	const struct side_frame *frames[GBQ_SIDES] = { base, found };
	const struct side_frame *shown = found ? found : base;
	struct gbq_diff_frame *frame = array_add(&build->frames);
	int side;

	frame->function = shown->function;
	frame->file = shown->file;
	frame->line = shown->record.line;
	for (side = 0; side < GBQ_SIDES; side++) {
		frame->seconds[side] = frames[side] &&
		    !isnan(frames[side]->seconds) ? frames[side]->seconds :
		    -1;
		frame->frames[side] = frames[side] ? id_list(build,
		    frames[side]) : "[]";
	}
}

static double
change_of(const struct gbq_diff_frame *frame)
{
	double base = frame->seconds[0] > 0 ? frame->seconds[0] : 0;
	double found = frame->seconds[1] > 0 ? frame->seconds[1] : 0;

	return fabs(found - base);
}

static int
diff_tables_compare_frames(const void *a, const void *b)
{
	const struct gbq_diff_frame *left = a, *right = b;
	double left_change = change_of(left), right_change = change_of(right);
	int order = (left_change < right_change) -
	    (left_change > right_change);

	if (!order)
		order = slice_compare(slice_of(left->file),
		    slice_of(right->file));
	if (!order)
		order = slice_compare(slice_of(left->function),
		    slice_of(right->function));
	return order ? order : ORDER_OF(left->line, right->line);
}

void
diff_time(struct diff_build *build)
{
	const struct side_frame *base =
	    build->sides[GBQ_SIDE_BASE]->frames.items;
	const struct side_frame *found =
	    build->sides[GBQ_SIDE_NEW]->frames.items;
	struct match_side sides[MATCH_SIDES] = {
		frame_side(build, GBQ_SIDE_BASE),
		frame_side(build, GBQ_SIDE_NEW)
	};
	struct match_options options = build->match;
	size_t i;

	options.map_count = 0;	/* applied by diff_file_key() */
	match_sides(sides, &options);
	for (i = 0; i < sides[MATCH_BASE].count; i++) {
		size_t other = sides[MATCH_BASE].links[i].other;

		diff_tables_add_frame(build, &base[i],
		    other == MATCH_NONE ? NULL : &found[other]);
	}
	for (i = 0; i < sides[MATCH_NEW].count; i++) {
		if (sides[MATCH_NEW].links[i].other == MATCH_NONE)
			diff_tables_add_frame(build, NULL, &found[i]);
	}
	array_sort(&build->frames, diff_tables_compare_frames);
}

static void
diff_tables_add_cache(struct diff_build *build, const struct side_cache *from,
    int side)
{
	struct gbq_diff_cache *cache;
	size_t i;

	for (i = 0; i < build->caches.count; i++) {
		cache = &build->caches.items[i];
		if (string_equal(cache->cache, from->cache) &&
		    string_equal(cache->state, from->state)) {
			cache->counts[side] = from->count;
			return;
		}
	}
	cache = array_add(&build->caches);
	cache->cache = from->cache;
	cache->state = from->state;
	cache->counts[side] = from->count;
}

static int
compare_caches(const void *a, const void *b)
{
	const struct gbq_diff_cache *left = a, *right = b;
	int order = slice_compare(slice_of(left->cache),
	    slice_of(right->cache));

	return order ? order : slice_compare(slice_of(left->state),
	    slice_of(right->state));
}

void
diff_caches(struct diff_build *build)
{
	int side;
	size_t i;

	for (side = 0; side < GBQ_SIDES; side++) {
		for (i = 0; i < build->sides[side]->caches.count; i++)
			diff_tables_add_cache(build,
			    &build->sides[side]->caches.items[i], side);
	}
	array_sort(&build->caches, compare_caches);
}
