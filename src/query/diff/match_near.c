/*
 * match_near.c - linked items near one: of its function, of its file. They
 * are found without passing those that are not linked, of which there may be
 * thousands.
 */
#include "query/diff/match_private.h"

#include <stdlib.h>

#include "util/order.h"

enum { MAX_REACH = 100 };	/* lines to an anchor and from it */

#define NONE SIZE_MAX

/* ---- sets of numbers ---- */

/* A bit for each number, and one for each 64 of these. */
struct number_set {
	uint64_t *words, *blocks;
};

static void
number_set_init(struct number_set *set, size_t count)
{
	set->words = mem_calloc(count / 64 + 1, sizeof(*set->words));
	set->blocks = mem_calloc(count / 4096 + 1, sizeof(*set->blocks));
}

static void
number_set_release(struct number_set *set)
{
	free(set->words);
	free(set->blocks);
}

static void
number_set_add(struct number_set *set, size_t number)
{
	set->words[number / 64] |= UINT64_C(1) << number % 64;
	set->blocks[number / 4096] |= UINT64_C(1) << number / 64 % 64;
}

/* The first of [from, to), or NONE. */
static size_t
number_set_next(const struct number_set *set, size_t from, size_t to)
{
	uint64_t bits;

	while (from < to) {
		bits = set->words[from / 64] >> from % 64;
		if (bits) {
			from += (size_t)__builtin_ctzll(bits);
			return from < to ? from : NONE;
		}
		from = (from / 64 + 1) * 64;
		if (from >= to)
			break;
		bits = set->blocks[from / 4096] >> from / 64 % 64;
		from = bits ? from + 64 * (size_t)__builtin_ctzll(bits) :
		    (from / 4096 + 1) * 4096;
	}
	return NONE;
}

/* The last of [from, to), or NONE. */
static size_t
number_set_last(const struct number_set *set, size_t from, size_t to)
{
	uint64_t bits;
	size_t word;

	while (from < to) {
		bits = set->words[(to - 1) / 64] << (63 - (to - 1) % 64);
		if (bits) {
			to -= (size_t)__builtin_clzll(bits);
			return to > from ? to - 1 : NONE;
		}
		to = (to - 1) / 64 * 64;
		if (to <= from)
			break;
		word = to / 64 - 1;
		bits = set->blocks[word / 64] << (63 - word % 64);
		to = bits ? to - 64 * (size_t)__builtin_clzll(bits) :
		    word / 64 * 4096;
	}
	return NONE;
}

/* ---- the items of the base ---- */

/* Numbers that stand together: [from, to). */
struct number_range {
	size_t from, to;
};

/*
 * Items of the base by position; a run is those beside each other that are of
 * one file. Renames change files and functions: it is made anew then.
 */
struct match_near {
	const struct match_item *items;
	size_t count;
	size_t *order;			/* by file, function, position */
	size_t *place;			/* of each item in order */
	struct number_range *functions;	/* of each item, in order */
	struct number_range *runs;	/* of each item, by position */
	bool *in_order;			/* the lines of the item's run are */
	struct number_set linked;	/* by position */
	struct number_set linked_in_order;
};

static int
compare_functions(const struct match_item *a, const struct match_item *b)
{
	int order = slice_compare(a->file, b->file);

	return order ? order : slice_compare(a->function, b->function);
}

/* Items lie in one array. */
static int
compare_item_functions(const void *a, const void *b)
{
	const struct match_item *left = *(const struct match_item *const *)a;
	const struct match_item *right = *(const struct match_item *const *)b;
	int order = compare_functions(left, right);

	return order ? order : ORDER_OF(left, right);
}

static void
near_sort(struct match_near *near)
{
	const struct match_item **sorted = mem_calloc(near->count + 1,
	    sizeof(*sorted));
	size_t i, k, from;

	for (i = 0; i < near->count; i++)
		sorted[i] = &near->items[i];
	qsort(sorted, near->count, sizeof(*sorted), compare_item_functions);
	for (from = 0; from < near->count; from = i) {
		for (i = from; i < near->count &&
		    compare_functions(sorted[from], sorted[i]) == 0; i++) {
			near->order[i] = (size_t)(sorted[i] - near->items);
			near->place[near->order[i]] = i;
		}
		for (k = from; k < i; k++)
			near->functions[near->order[k]] =
			    (struct number_range){ from, i };
	}
	free(sorted);
}

static void
near_find_runs(struct match_near *near)
{
	const struct match_item *items = near->items;
	size_t i, k, from;
	bool in_order;

	for (from = 0; from < near->count; from = i) {
		in_order = true;
		for (i = from + 1; i < near->count &&
		    slice_equal(items[from].file, items[i].file); i++)
			in_order &= items[i - 1].record->line <=
			    items[i].record->line;
		for (k = from; k < i; k++) {
			near->runs[k] = (struct number_range){ from, i };
			near->in_order[k] = in_order;
		}
	}
}

static void
near_add(struct match_near *near, size_t item)
{
	number_set_add(&near->linked, item);
	number_set_add(&near->linked_in_order, near->place[item]);
}

void
match_near_release(struct matcher *matcher)
{
	struct match_near *near = matcher->near;

	if (!near)
		return;
	number_set_release(&near->linked);
	number_set_release(&near->linked_in_order);
	free(near->order);
	free(near->place);
	free(near->functions);
	free(near->runs);
	free(near->in_order);
	free(near);
	matcher->near = NULL;
}

void
match_near_renew(struct matcher *matcher)
{
	struct match_near *near = mem_calloc(1, sizeof(*near));
	size_t count = matcher->counts[MATCH_BASE], i;

	match_near_release(matcher);
	matcher->near = near;
	near->items = matcher->items[MATCH_BASE];
	near->count = count;
	near->order = mem_calloc(count + 1, sizeof(*near->order));
	near->place = mem_calloc(count + 1, sizeof(*near->place));
	near->functions = mem_calloc(count + 1, sizeof(*near->functions));
	near->runs = mem_calloc(count + 1, sizeof(*near->runs));
	near->in_order = mem_calloc(count + 1, sizeof(*near->in_order));
	number_set_init(&near->linked, count);
	number_set_init(&near->linked_in_order, count);
	near_sort(near);
	near_find_runs(near);
	for (i = 0; i < count; i++) {
		if (near->items[i].other)
			near_add(near, i);
	}
}

void
match_link_items(const struct matcher *matcher, struct match_item *base,
    struct match_item *found, enum match_pass pass)
{
	if (base->renamed_function || found->renamed_function)
		pass = pass < PASS_FUNCTION ? PASS_FUNCTION : pass;
	else if (base->renamed_file || found->renamed_file)
		pass = pass < PASS_FILE ? PASS_FILE : pass;
	base->other = found;
	found->other = base;
	base->pass = found->pass = pass;
	near_add(matcher->near, (size_t)(base - matcher->near->items));
}

/* ---- anchors ---- */

/* What the nearest pair of linked items of the same file says. */
struct line_anchor {
	int64_t reach;		/* from both items to the pair; smaller wins */
	int64_t off;		/* by how much the distances differ */
	bool same_function;
};

static void
anchor_consider(struct line_anchor *best, const struct match_item *linked,
    const struct match_item *base, const struct match_item *found)
{
	struct line_anchor anchor;
	int64_t base_gap, found_gap;

	if (!linked->other || linked->record->line == UNKNOWN_INT ||
	    linked->other->record->line == UNKNOWN_INT ||
	    !slice_equal(linked->other->file, found->file))
		return;
	base_gap = base->record->line - linked->record->line;
	found_gap = found->record->line - linked->other->record->line;
	anchor.reach = line_distance(base_gap, 0) + line_distance(found_gap, 0);
	anchor.off = line_distance(base_gap, found_gap);
	anchor.same_function = slice_equal(linked->function, base->function)
	    && slice_equal(linked->other->function, found->function);
	if (best->reach < 0 || anchor.same_function > best->same_function ||
	    (anchor.same_function == best->same_function &&
	    (anchor.reach < best->reach || (anchor.reach == best->reach &&
	    anchor.off < best->off))))
		*best = anchor;
}

/* Whether an item, and those behind it, are too far to be better anchors. */
static bool
is_beyond(const struct match_near *near, const struct match_item *base,
    const struct match_item *item, int64_t lines)
{
	if (!near->in_order[base - near->items])
		return false;
	return item->record->line == UNKNOWN_INT ||
	    line_distance(item->record->line, base->record->line) > lines;
}

/* The best anchor of an item's own function and file, not beyond lines. */
static void
consider_function(const struct match_near *near,
    const struct match_item *base, const struct match_item *found,
    int64_t lines, struct line_anchor *best)
{
	size_t at = (size_t)(base - near->items), place = near->place[at], i;
	struct number_range all = near->functions[at], run = near->runs[at];

	for (i = number_set_last(&near->linked_in_order, all.from, place);
	    i != NONE && near->order[i] >= run.from && !is_beyond(near, base,
	    &near->items[near->order[i]], best->same_function ? best->reach :
	    lines); i = number_set_last(&near->linked_in_order, all.from, i))
		anchor_consider(best, &near->items[near->order[i]], base,
		    found);
	for (i = number_set_next(&near->linked_in_order, place + 1, all.to);
	    i != NONE && near->order[i] < run.to && !is_beyond(near, base,
	    &near->items[near->order[i]], best->same_function ? best->reach :
	    lines); i = number_set_next(&near->linked_in_order, i + 1,
	    all.to))
		anchor_consider(best, &near->items[near->order[i]], base,
		    found);
}

static void
consider_file(const struct match_near *near, const struct match_item *base,
    const struct match_item *found, struct line_anchor *best)
{
	size_t at = (size_t)(base - near->items), i;
	struct number_range run = near->runs[at];

	for (i = number_set_last(&near->linked, run.from, at); i != NONE &&
	    !is_beyond(near, base, &near->items[i], best->reach < 0 ?
	    INT64_MAX : best->reach);
	    i = number_set_last(&near->linked, run.from, i))
		anchor_consider(best, &near->items[i], base, found);
	for (i = number_set_next(&near->linked, at + 1, run.to); i != NONE &&
	    !is_beyond(near, base, &near->items[i], best->reach < 0 ?
	    INT64_MAX : best->reach);
	    i = number_set_next(&near->linked, i + 1, run.to))
		anchor_consider(best, &near->items[i], base, found);
}

static bool
have_lines(const struct match_item *base, const struct match_item *found)
{
	return base->record->line != UNKNOWN_INT &&
	    found->record->line != UNKNOWN_INT;
}

int64_t
match_distance(const struct matcher *matcher, const struct match_item *base,
    const struct match_item *found, enum match_anchor *from)
{
	struct line_anchor best = { -1, 0, false };

	*from = ANCHOR_NONE;
	if (!have_lines(base, found))
		return INT32_MAX;
	consider_function(matcher->near, base, found, INT64_MAX, &best);
	if (!best.same_function)
		consider_file(matcher->near, base, found, &best);
	if (best.reach < 0)
		return line_distance(base->record->line, found->record->line);
	/* Far away, or in another function, lines may have come between. */
	*from = best.same_function && best.reach <= MAX_REACH ?
	    ANCHOR_FUNCTION : ANCHOR_FILE;
	return best.off;
}

/* No anchor of the function is farther away than MAX_REACH. */
bool
match_agrees(const struct matcher *matcher, const struct match_item *base,
    const struct match_item *found)
{
	struct line_anchor best = { -1, 0, false };

	if (!have_lines(base, found))
		return false;
	consider_function(matcher->near, base, found, MAX_REACH, &best);
	return best.same_function && best.reach <= MAX_REACH &&
	    best.off == 0;
}

/* ---- neighbours ---- */

size_t
match_find_fences(const struct matcher *matcher,
    const struct match_item *item, match_item_array *fences)
{
	const struct match_near *near = matcher->near;
	size_t at = (size_t)(item - near->items), i;
	struct number_range all = near->functions[at], run = near->runs[at];

	for (i = number_set_next(&near->linked_in_order, all.from, all.to);
	    i != NONE; i = number_set_next(&near->linked_in_order, i + 1,
	    all.to)) {
		const struct match_item *linked =
		    &near->items[near->order[i]];

		if (near->order[i] < run.from || near->order[i] >= run.to ||
		    linked->other->record->line == UNKNOWN_INT ||
		    !slice_equal(linked->other->file, item->file))
			continue;
		if (fences->count && linked->other->record->line <
		    fences->items[fences->count - 1]->other->record->line)
			return 0;
		*array_add(fences) = linked;
	}
	return fences->count;
}

bool
match_between_neighbours(const struct matcher *matcher,
    const struct match_item *base, const struct match_item *found)
{
	const struct match_near *near = matcher->near;
	struct number_range all = near->functions[base - near->items];
	size_t i;

	for (i = number_set_next(&near->linked_in_order, all.from, all.to);
	    i != NONE; i = number_set_next(&near->linked_in_order, i + 1,
	    all.to)) {
		const struct match_item *linked =
		    &near->items[near->order[i]];

		if (slice_equal(linked->other->file, found->file) &&
		    ORDER_OF(base->record->line, linked->record->line) !=
		    ORDER_OF(found->record->line, linked->other->record->line))
			return false;
	}
	return true;
}
