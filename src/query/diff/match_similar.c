/*
 * match_similar.c - the last pass: breaks of one kind in one function that
 * stand between the same neighbours, whose source line was edited.
 */
#include "query/diff/match_private.h"

#include "util/order.h"

/* A link needs half of the weight of the parts that can be compared. */
static const double enough = 0.5;

/* And the source lines must be alike by themselves. */
static const double alike = 0.6;

enum { MAX_LINE = 400, MAX_CANDIDATES = 400 };

struct candidate {
	struct match_item *base, *found;
	double score;
	int64_t off;
	const struct match_item *group;	/* first item of its group */
	size_t number;
};

typedef ARRAY_OF(struct candidate) candidate_array;

/* Dice's coefficient of the pairs of bytes of two texts. */
static double
match_similar_likeness(struct slice a, struct slice b)
{
	bool used[MAX_LINE] = { false };
	size_t common = 0, i, k;

	a = slice_part(a, 0, MAX_LINE);
	b = slice_part(b, 0, MAX_LINE);
	if (a.len < 2 || b.len < 2)
		return slice_equal(a, b);
	for (i = 0; i + 1 < a.len; i++) {
		for (k = 0; k + 1 < b.len; k++) {
			if (used[k] || a.at[i] != b.at[k] ||
			    a.at[i + 1] != b.at[k + 1])
				continue;
			used[k] = true;
			common++;
			break;
		}
	}
	return 2 * (double)common / (double)(a.len + b.len - 2);
}

static double
score_of(const struct matcher *matcher, const struct match_item *base,
    const struct match_item *found, int64_t *off)
{
	const struct match_key *left = &base->record->key;
	const struct match_key *right = &found->record->key;
	double weight = 2,
	       score = 2 * match_similar_likeness(left->source, right->source);
	enum match_anchor from;

	if (left->detail.at || right->detail.at) {
		weight += 1;
		score += slice_equal(left->detail, right->detail);
	}
	if (left->chain.at && right->chain.at) {
		weight += 0.5;
		score += 0.5 * slice_equal(left->chain, right->chain);
	}
	*off = match_distance(matcher, base, found, &from);
	if (from == ANCHOR_FUNCTION) {
		weight += 1;
		score += *off == 0;
	}
	return score / weight;
}

static void
add_candidates(struct matcher *matcher, const struct match_group *group,
    void *data)
{
	candidate_array *candidates = data;
	size_t i, k;

	if (group->counts[MATCH_BASE] * group->counts[MATCH_NEW] >
	    MAX_CANDIDATES)
		return;
	for (i = 0; i < group->counts[MATCH_BASE]; i++) {
		for (k = 0; k < group->counts[MATCH_NEW]; k++) {
			struct match_item *base = group->items[MATCH_BASE][i];
			struct match_item *found = group->items[MATCH_NEW][k];
			struct candidate candidate = { base, found, 0, 0,
			    group->items[MATCH_BASE][0], candidates->count };

			candidate.score = score_of(matcher, base, found,
			    &candidate.off);
			if (candidate.score >= enough &&
			    match_similar_likeness(base->record->key.source,
			    found->record->key.source) >= alike &&
			    match_between_neighbours(matcher, base, found))
				*array_add(candidates) = candidate;
		}
	}
}

/* The best first; equal ones by lines, both sides alike. */
static int
compare_scores(const struct candidate *left, const struct candidate *right)
{
	int64_t left_line = match_line(left->base) + match_line(left->found);
	int64_t right_line = match_line(right->base) +
	    match_line(right->found);

	if (left->score > right->score || left->score < right->score)
		return left->score > right->score ? -1 : 1;
	if (left->off != right->off)
		return ORDER_OF(left->off, right->off);
	return ORDER_OF(left_line, right_line);
}

/* Those that may share items stand together. */
static int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	int order = compare_scores(left, right);

	if (!order)
		order = ORDER_OF(left->group, right->group);
	return order ? order : ORDER_OF(left->number, right->number);
}

/* Whether another candidate for one of its items is as good. */
static bool
has_rival(const candidate_array *candidates, size_t at)
{
	const struct candidate *candidate = &candidates->items[at];
	size_t i;

	for (i = at + 1; i < candidates->count; i++) {
		const struct candidate *rival = &candidates->items[i];

		if (compare_scores(candidate, rival) != 0 ||
		    rival->group != candidate->group)
			return false;
		if ((rival->base == candidate->base ||
		    rival->found == candidate->found) &&
		    !rival->base->other && !rival->found->other)
			return true;
	}
	return false;
}

void
match_similar(struct matcher *matcher)
{
	candidate_array candidates = { 0 };
	size_t i;

	match_groups(matcher, PART_KIND | PART_FILE | PART_FUNCTION,
	    PART_SOURCE, false, add_candidates, &candidates);
	array_sort(&candidates, compare_candidates);
	for (i = 0; i < candidates.count; i++) {
		struct candidate *candidate = &candidates.items[i];

		if (!candidate->base->other && !candidate->found->other &&
		    !has_rival(&candidates, i))
			match_link_items(matcher, candidate->base,
			    candidate->found, PASS_SIMILAR);
	}
	array_release(&candidates);
}
