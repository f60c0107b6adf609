/*
 * match_group.c - equal keys on both sides: which is which? In order of
 * certainty: there is one on each side; lines that keep their distance to a
 * neighbour already linked; equally many between two such neighbours; equally
 * many at all, then by order; and only when forced, where gaps fit best.
 */
#include "query/diff/match_private.h"

#include <stdlib.h>

enum {
	MAX_PAIRS = 20000,	/* of a group, to be looked at one by one */
	MIN_TEXT = 8,		/* bytes of a source line that tell something */
	ANY_DRIFT = 5,		/* all farther lines are as likely */
	MAX_FORCED = 200,	/* items of a group to be aligned by distance */
	ANY_LINES = 8		/* cost of lines that came between, see below */
};

/* The items of a group that are left over. */
struct rest {
	struct match_item **items[MATCH_SIDES];
	size_t counts[MATCH_SIDES];
};

int64_t
match_line(const struct match_item *item)
{
	return item->record->line == UNKNOWN_INT ? 0 : item->record->line;
}

/* "<site>/numpy/x.py" gives "<site>/numpy", "/srv/x.py" nothing. */
static struct slice
package_of_key(struct slice file)
{
	size_t slash = slice_find_byte(file, '/'), next;

	if (!slice_starts(file, LITERAL("<")) || slash == SIZE_MAX)
		return slice_part(file, 0, slash == 5 ? 5 : 0);
	next = slice_find_byte(slice_part(file, slash + 1, file.len), '/');
	return slice_part(file, 0, next == SIZE_MAX ? slash :
	    slash + 1 + next);
}

/* A text alone proves little: not a short one, nor from another library. */
static bool
may_change_file(const struct match_item *base, const struct match_item *found)
{
	return base->record->key.source.len >= MIN_TEXT &&
	    (slice_equal(base->function, found->function) ||
	    slice_equal(package_of_key(base->file),
	    package_of_key(found->file)));
}

static bool
is_allowed(const struct match_item *base, const struct match_item *found,
    const struct match_rule *rule)
{
	const struct match_key *left = &base->record->key;
	const struct match_key *right = &found->record->key;

	if (base->other || found->other)
		return false;
	if (rule->flags & RULE_OTHER_KIND && slice_equal(left->kind,
	    right->kind))
		return false;
	if (rule->flags & RULE_LIMITED && left->source.len &&
	    right->source.len)
		return false;
	return rule->pass != PASS_OTHER_FILE ||
	    may_change_file(base, found);
}

/* The one allowed item that agrees, or NULL where none or several do. */
static struct match_item *
only_agreeing(const struct matcher *matcher, const struct rest *rest,
    const struct match_rule *rule, struct match_item *item, int side)
{
	struct match_item *found = NULL;
	size_t i;

	for (i = 0; i < rest->counts[!side]; i++) {
		struct match_item *other = rest->items[!side][i];
		struct match_item *base = side == MATCH_BASE ? item : other;
		struct match_item *new_item = side == MATCH_BASE ? other :
		    item;

		if (!is_allowed(base, new_item, rule) ||
		    !match_agrees(matcher, base, new_item))
			continue;
		if (found)
			return NULL;
		found = other;
	}
	return found;
}

/* Pairs are found first, then linked: a link would change the distances. */
static void
link_agreeing(struct matcher *matcher, const struct rest *rest,
    const struct match_rule *rule)
{
	size_t count = rest->counts[MATCH_BASE], i;
	struct match_item **found = mem_calloc(count + 1, sizeof(*found));

	for (i = 0; i < count; i++) {
		struct match_item *base = rest->items[MATCH_BASE][i];

		found[i] = only_agreeing(matcher, rest, rule, base,
		    MATCH_BASE);
		if (found[i] && only_agreeing(matcher, rest, rule, found[i],
		    MATCH_NEW) != base)
			found[i] = NULL;
	}
	for (i = 0; i < count; i++) {
		if (found[i])
			match_link_items(matcher, rest->items[MATCH_BASE][i],
			    found[i], rule->pass);
	}
	free(found);
}

static void
find_rest(const struct match_group *group, struct rest *rest)
{
	size_t i;
	int side;

	for (side = 0; side < MATCH_SIDES; side++) {
		rest->counts[side] = 0;
		for (i = 0; i < group->counts[side]; i++) {
			if (!group->items[side][i]->other)
				rest->items[side][rest->counts[side]++] =
				    group->items[side][i];
		}
	}
}

/* Whether lines tell the order of items: no two on one line. */
static bool
has_order(const struct rest *rest, int side)
{
	size_t i;

	for (i = 1; i < rest->counts[side]; i++) {
		if (rest->items[side][i]->record->line ==
		    rest->items[side][i - 1]->record->line)
			return false;
	}
	return true;
}

/*
 * Part of the items: [from, to) of each side, equally many. Kinds that differ
 * are not told apart by their order on one line.
 */
static void
link_in_order(const struct matcher *matcher, const struct rest *rest,
    const struct match_rule *rule, const size_t from[MATCH_SIDES],
    size_t count)
{
	size_t i;

	if (rule->flags & RULE_OTHER_KIND && !(rule->flags & RULE_FORCE) &&
	    !(has_order(rest, MATCH_BASE) && has_order(rest, MATCH_NEW)))
		return;
	for (i = 0; i < count; i++) {
		struct match_item *base = rest->items[MATCH_BASE]
		    [from[MATCH_BASE] + i];
		struct match_item *found = rest->items[MATCH_NEW]
		    [from[MATCH_NEW] + i];

		if (is_allowed(base, found, rule))
			match_link_items(matcher, base, found, rule->pass);
	}
}

static size_t
items_before(const struct rest *rest, int side, size_t from,
    const struct match_item *fence)
{
	int64_t line = side == MATCH_BASE ? fence->record->line :
	    fence->other->record->line;
	size_t i = from;

	while (i < rest->counts[side] &&
	    rest->items[side][i]->record->line <= line)
		i++;
	return i - from;
}

/* Between two linked neighbours there are equally many: by order. */
static void
link_between(const struct matcher *matcher, const struct rest *rest,
    const struct match_rule *rule)
{
	match_item_array fences = { 0 };
	size_t count = match_find_fences(matcher,
	    rest->items[MATCH_BASE][0], &fences), i;
	size_t from[MATCH_SIDES] = { 0, 0 }, counts[MATCH_SIDES];
	int side;

	for (i = 0; count && i <= count; i++) {
		for (side = 0; side < MATCH_SIDES; side++)
			counts[side] = i == count ? rest->counts[side] -
			    from[side] : items_before(rest, side, from[side],
			    fences.items[i]);
		if (counts[MATCH_BASE] == counts[MATCH_NEW])
			link_in_order(matcher, rest, rule, from,
			    counts[MATCH_BASE]);
		from[MATCH_BASE] += counts[MATCH_BASE];
		from[MATCH_NEW] += counts[MATCH_NEW];
	}
	array_release(&fences);
}

static void
link_equal_counts(const struct matcher *matcher, const struct rest *rest,
    const struct match_rule *rule)
{
	static const size_t from[MATCH_SIDES] = { 0, 0 };

	if (rest->counts[MATCH_BASE] == rest->counts[MATCH_NEW])
		link_in_order(matcher, rest, rule, from,
		    rest->counts[MATCH_BASE]);
}

/* What link_nearest() fills: rows are the shorter side's items. */
struct alignment {
	struct match_item **rows, **columns;
	size_t row_count, column_count;
	bool swapped;			/* rows are the new side */
	int64_t *cost;			/* of the best way to end in a pair */
	size_t *before;			/* column of the row before, on it */
};

/*
 * What lines that came between cost: that there are any says more than how
 * many.
 */
static int64_t
drift_cost(int64_t lines)
{
	int64_t cost = lines ? ANY_LINES : 0;

	for (; lines > 0; lines /= 2)
		cost++;
	return cost;
}

/* What a first pair costs: its distance, if there is a measure for it. */
static int64_t
first_cost(const struct matcher *matcher, const struct alignment *all,
    size_t column)
{
	struct match_item *row = all->rows[0], *other = all->columns[column];
	enum match_anchor from;
	int64_t off = match_distance(matcher, all->swapped ? other : row,
	    all->swapped ? row : other, &from);

	return drift_cost(from == ANCHOR_NONE && off > ANY_DRIFT ? ANY_DRIFT :
	    off);
}

/* The gap to the pair before should be the same on both sides. */
static void
find_cost(struct alignment *all, size_t row, size_t column)
{
	size_t width = all->column_count, k;
	int64_t gap = match_line(all->rows[row]) -
	    match_line(all->rows[row - 1]);
	int64_t best = INT64_MAX;

	for (k = row - 1; k < column; k++) {
		int64_t other_gap = match_line(all->columns[column]) -
		    match_line(all->columns[k]);
		int64_t cost = all->cost[(row - 1) * width + k] +
		    drift_cost(line_distance(gap, other_gap));

		if (cost < best) {
			best = cost;
			all->before[row * width + column] = k;
		}
	}
	all->cost[row * width + column] = best;
}

/* The best way's last column; of equal ones the nearest lines. */
static size_t
best_end(const struct alignment *all)
{
	size_t width = all->column_count, row = all->row_count - 1, k;
	int64_t line = match_line(all->rows[row]);
	size_t best = row;

	for (k = row + 1; k < width; k++) {
		int64_t cost = all->cost[row * width + k];
		int64_t least = all->cost[row * width + best];

		if (cost < least || (cost == least &&
		    line_distance(line, match_line(all->columns[k])) <
		    line_distance(line, match_line(all->columns[best]))))
			best = k;
	}
	return best;
}

static void
match_group_align(const struct matcher *matcher, struct alignment *all,
    const struct match_rule *rule)
{
	size_t width = all->column_count, row, column;

	for (column = 0; column < width; column++)
		all->cost[column] = first_cost(matcher, all, column);
	for (row = 1; row < all->row_count; row++) {
		for (column = row; column < width; column++)
			find_cost(all, row, column);
	}
	column = best_end(all);
	for (row = all->row_count; row-- > 0;) {
		struct match_item *item = all->rows[row];
		struct match_item *other = all->columns[column];

		column = row ? all->before[row * width + column] : 0;
		if (is_allowed(all->swapped ? other : item,
		    all->swapped ? item : other, rule))
			match_link_items(matcher, all->swapped ? other : item,
			    all->swapped ? item : other, rule->pass);
	}
}

/* Keep the order, and the gaps between the lines as far as can be. */
static void
link_nearest(const struct matcher *matcher, const struct rest *rest,
    const struct match_rule *rule)
{
	int few = rest->counts[MATCH_BASE] > rest->counts[MATCH_NEW];
	struct alignment all = { rest->items[few], rest->items[!few],
	    rest->counts[few], rest->counts[!few], few == MATCH_NEW, NULL,
	    NULL };
	size_t cells = all.row_count * all.column_count;

	all.cost = mem_calloc(cells, sizeof(*all.cost));
	all.before = mem_calloc(cells, sizeof(*all.before));
	match_group_align(matcher, &all, rule);
	free(all.before);
	free(all.cost);
}

/* Items that the rule cannot pair anyhow are no part of the question. */
static void
resolve_many(struct matcher *matcher, const struct match_group *group,
    const struct match_rule *rule, struct rest *rest)
{
	find_rest(group, rest);
	if (rest->counts[MATCH_BASE] == 0 || rest->counts[MATCH_NEW] == 0)
		return;
	if (rest->counts[MATCH_BASE] * rest->counts[MATCH_NEW] <= MAX_PAIRS)
		link_agreeing(matcher, rest, rule);
	find_rest(group, rest);
	if (rest->counts[MATCH_BASE] && rest->counts[MATCH_NEW] &&
	    rest->counts[MATCH_BASE] != rest->counts[MATCH_NEW])
		link_between(matcher, rest, rule);
	find_rest(group, rest);
	link_equal_counts(matcher, rest, rule);
	find_rest(group, rest);
	if (rule->flags & RULE_FORCE && rest->counts[MATCH_BASE] &&
	    rest->counts[MATCH_NEW] && rest->counts[MATCH_BASE] < MAX_FORCED &&
	    rest->counts[MATCH_NEW] < MAX_FORCED)
		link_nearest(matcher, rest, rule);
}

void
match_resolve(struct matcher *matcher, const struct match_group *group,
    const struct match_rule *rule)
{
	struct rest rest;
	size_t total = group->counts[MATCH_BASE] + group->counts[MATCH_NEW];
	struct match_item **items;

	if (group->counts[MATCH_BASE] == 1 && group->counts[MATCH_NEW] == 1) {
		if (is_allowed(group->items[MATCH_BASE][0],
		    group->items[MATCH_NEW][0], rule))
			match_link_items(matcher, group->items[MATCH_BASE][0],
			    group->items[MATCH_NEW][0], rule->pass);
		return;
	}
	if (rule->flags & RULE_UNIQUE)
		return;
	items = mem_calloc(total, sizeof(*items));
	rest.items[MATCH_BASE] = items;
	rest.items[MATCH_NEW] = items + group->counts[MATCH_BASE];
	resolve_many(matcher, group, rule, &rest);
	free(items);
}
