/*
 * match_rename.c - files and functions that have another name on the other
 * side, inferred from texts that each side has once: every such pair votes for
 * "this name became that one". Only a name that is not there any more can have
 * become one that was not there before.
 */
#include "query/match_private.h"

#include <stdlib.h>

/* What is renamed: a file, or a function of a file. */
struct scope {
	struct slice file, function;
};

struct vote {
	struct scope from, to;
	size_t votes;
	size_t common;		/* bytes that both paths end with */
	bool refused;
};

typedef ARRAY_OF(struct vote) vote_array;

struct election {
	vote_array votes;
	bool functions;
	bool sourceless;	/* without source texts: by function names */
};

static int
compare_scopes(const struct scope *a, const struct scope *b)
{
	int order = slice_compare(a->file, b->file);

	return order ? order : slice_compare(a->function, b->function);
}

static struct scope
scope_of(const struct match_item *item, bool functions)
{
	return (struct scope){ item->file, functions ? item->function :
	    (struct slice){ 0 } };
}

/* Bytes of the folders and the name that both paths end with. */
static size_t
common_end(struct slice a, struct slice b)
{
	size_t len = 0, whole = 0;

	while (len < a.len && len < b.len &&
	    a.at[a.len - 1 - len] == b.at[b.len - 1 - len]) {
		len++;
		if (a.at[a.len - len] == '/')
			whole = len;
	}
	if (len == a.len || len == b.len)
		whole = len;
	return whole;
}

static void
cast_vote(struct matcher *matcher, const struct match_group *group,
    void *data)
{
	struct election *election = data;
	const struct match_item *base = group->items[MATCH_BASE][0];
	const struct match_item *found = group->items[MATCH_NEW][0];
	struct vote *vote;

	(void)matcher;
	if (group->counts[MATCH_BASE] != 1 || group->counts[MATCH_NEW] != 1 ||
	    (election->sourceless && (base->record->key.source.len ||
	    found->record->key.source.len)))
		return;
	vote = array_add(&election->votes);
	vote->from = scope_of(base, election->functions);
	vote->to = scope_of(found, election->functions);
	vote->votes = 1;
	vote->common = common_end(base->file, found->file);
}

static int
compare_votes(const void *a, const void *b)
{
	const struct vote *left = a, *right = b;
	int order = compare_scopes(&left->from, &right->from);

	return order ? order : compare_scopes(&left->to, &right->to);
}

/* Add equal votes up. */
static void
count_votes(vote_array *votes)
{
	size_t i, kept = 0;

	if (votes->count)
		qsort(votes->items, votes->count, sizeof(*votes->items),
		    compare_votes);
	for (i = 0; i < votes->count; i++) {
		if (kept && compare_votes(&votes->items[kept - 1],
		    &votes->items[i]) == 0)
			votes->items[kept - 1].votes += votes->items[i].votes;
		else
			votes->items[kept++] = votes->items[i];
	}
	votes->count = kept;
}

static bool
side_has(const struct matcher *matcher, int side, const struct scope *scope,
    bool functions)
{
	const slice_array *files = matcher->files[side];
	size_t i;

	for (i = 0; i < matcher->counts[side]; i++) {
		struct scope found = scope_of(&matcher->items[side][i],
		    functions);

		if (compare_scopes(&found, scope) == 0)
			return true;
	}
	for (i = 0; !functions && files && i < files->count; i++) {
		if (slice_equal(files->items[i], scope->file))
			return true;
	}
	return false;
}

/* Whether a beats b: more votes, then more of the path in common. */
static bool
beats(const struct vote *a, const struct vote *b)
{
	return a->votes != b->votes ? a->votes > b->votes :
	    a->common > b->common;
}

/* Refuse what has a rival for either name that it does not beat. */
static void
refuse_rivals(vote_array *votes)
{
	size_t i, k;

	for (i = 0; i < votes->count; i++) {
		struct vote *vote = &votes->items[i];

		for (k = 0; k < votes->count && !vote->refused; k++) {
			const struct vote *rival = &votes->items[k];

			if (k != i && (compare_scopes(&vote->from,
			    &rival->from) == 0 || compare_scopes(&vote->to,
			    &rival->to) == 0) && !beats(vote, rival))
				vote->refused = true;
		}
	}
}

/* A rename needs the same base name, or two votes. */
static void
refuse_unlikely(const struct matcher *matcher, struct election *election)
{
	size_t i;

	for (i = 0; i < election->votes.count; i++) {
		struct vote *vote = &election->votes.items[i];

		vote->refused |= compare_scopes(&vote->from, &vote->to) == 0;
		if (election->functions)
			vote->refused |= !slice_equal(vote->from.file,
			    vote->to.file);
		else
			vote->refused |= vote->votes < 2 && !slice_equal(
			    path_base(vote->from.file),
			    path_base(vote->to.file));
		if (!vote->refused)
			vote->refused = side_has(matcher, MATCH_NEW,
			    &vote->from, election->functions) ||
			    side_has(matcher, MATCH_BASE, &vote->to,
			    election->functions);
	}
}

static void
drop_refused(vote_array *votes)
{
	size_t i, kept = 0;

	for (i = 0; i < votes->count; i++) {
		if (!votes->items[i].refused)
			votes->items[kept++] = votes->items[i];
	}
	votes->count = kept;
}

static void
hold(struct matcher *matcher, unsigned parts, struct election *election)
{
	match_groups(matcher, parts, election->sourceless ? 0 : PART_SOURCE,
	    false, cast_vote, election);
	count_votes(&election->votes);
	refuse_unlikely(matcher, election);
	drop_refused(&election->votes);
	refuse_rivals(&election->votes);
	drop_refused(&election->votes);
}

static void
rename_file(struct matcher *matcher, struct slice from, struct slice to)
{
	size_t i;

	for (i = 0; i < matcher->counts[MATCH_BASE]; i++) {
		struct match_item *item = &matcher->items[MATCH_BASE][i];

		if (!item->other && slice_equal(item->file, from)) {
			item->file = to;
			item->renamed_file = true;
		}
	}
}

/* The new path of a file by the folder that another file's rename tells. */
static bool
same_move(const struct vote *vote, struct slice from, struct slice to)
{
	size_t old_len = vote->from.file.len - vote->common;
	size_t new_len = vote->to.file.len - vote->common;

	return vote->common > 0 && from.len > old_len && to.len > new_len &&
	    slice_equal(slice_part(from, 0, old_len),
	    slice_part(vote->from.file, 0, old_len)) &&
	    slice_equal(slice_part(to, 0, new_len),
	    slice_part(vote->to.file, 0, new_len)) &&
	    slice_equal(slice_part(from, old_len, from.len),
	    slice_part(to, new_len, to.len));
}

/* Files that no vote was cast for follow the folder of those that moved. */
static void
follow_folders(struct matcher *matcher, const vote_array *votes)
{
	size_t i, k, v;

	for (i = 0; i < matcher->counts[MATCH_BASE]; i++) {
		const struct match_item *base =
		    &matcher->items[MATCH_BASE][i];
		struct scope from = { base->file, { 0 } };

		if (base->other || base->renamed_file ||
		    side_has(matcher, MATCH_NEW, &from, false))
			continue;
		for (k = 0; k < matcher->counts[MATCH_NEW]; k++) {
			const struct match_item *found =
			    &matcher->items[MATCH_NEW][k];

			for (v = 0; v < votes->count && !found->other; v++) {
				if (same_move(&votes->items[v], base->file,
				    found->file))
					break;
			}
			if (!found->other && v < votes->count) {
				rename_file(matcher, base->file, found->file);
				break;
			}
		}
	}
}

static void
elect_files(struct matcher *matcher, unsigned parts, bool sourceless)
{
	struct election election = { { 0 }, false, sourceless };
	size_t i;

	hold(matcher, parts, &election);
	for (i = 0; i < election.votes.count; i++)
		rename_file(matcher, election.votes.items[i].from.file,
		    election.votes.items[i].to.file);
	follow_folders(matcher, &election.votes);
	array_release(&election.votes);
}

void
match_rename_files(struct matcher *matcher)
{
	elect_files(matcher, PART_KIND | PART_DETAIL | PART_FUNCTION |
	    PART_SOURCE, false);
	elect_files(matcher, PART_KIND | PART_DETAIL | PART_FUNCTION, true);
}

void
match_rename_functions(struct matcher *matcher)
{
	struct election election = { { 0 }, true, false };
	size_t i, k;

	hold(matcher, PART_KIND | PART_DETAIL | PART_FILE | PART_SOURCE,
	    &election);
	for (i = 0; i < election.votes.count; i++) {
		const struct vote *vote = &election.votes.items[i];

		for (k = 0; k < matcher->counts[MATCH_BASE]; k++) {
			struct match_item *item =
			    &matcher->items[MATCH_BASE][k];
			struct scope scope = scope_of(item, true);

			if (item->other || compare_scopes(&scope,
			    &vote->from) != 0)
				continue;
			item->function = vote->to.function;
			item->renamed_function = true;
		}
	}
	array_release(&election.votes);
}
