/*
 * match_rename.c - files and functions that have another name on the other
 * side, inferred from texts that each side has once: every such pair votes for
 * "this name became that one". Only a name that is not there any more can have
 * become one that was not there before.
 */
#include "query/diff/match_private.h"

#include <stdlib.h>

#include "util/order.h"
#include "util/table.h"

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

/* Scopes, each with a number: its place in the order of adding. */
struct scope_set {
	struct row_index index;
	ARRAY_OF(struct scope) scopes;
};

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

/* ---- sets of scopes ---- */

static uint64_t
scope_key(const struct scope *scope)
{
	return table_hash_text(table_hash_text(0, scope->file),
	    scope->function);
}

/* The number of a scope; SIZE_MAX if it is not there. */
static size_t
scope_find(const struct scope_set *set, const struct scope *scope)
{
	const struct row_link *link = row_index_first(&set->index,
	    scope_key(scope));

	while (link && compare_scopes(&set->scopes.items[link->row],
	    scope) != 0)
		link = row_index_next(&set->index, link);
	return link ? link->row : SIZE_MAX;
}

/* False if it is there already. */
static bool
scope_add(struct scope_set *set, struct scope scope)
{
	struct scope *added;

	if (scope_find(set, &scope) != SIZE_MAX)
		return false;
	row_index_add(&set->index, scope_key(&scope), set->scopes.count);
	added = array_add(&set->scopes);
	*added = scope;
	return true;
}

static void
scope_set_release(struct scope_set *set)
{
	row_index_release(&set->index);
	array_release(&set->scopes);
}

/* All that a side has, with the files that have no item. */
static void
match_rename_add_side(struct scope_set *set, const struct matcher *matcher,
    int side, bool functions)
{
	const slice_array *files = matcher->files[side];
	size_t i;

	for (i = 0; i < matcher->counts[side]; i++)
		scope_add(set, scope_of(&matcher->items[side][i], functions));
	for (i = 0; !functions && files && i < files->count; i++)
		scope_add(set, (struct scope){ files->items[i], { 0 } });
}

/* ---- votes ---- */

size_t
match_common_end(struct slice a, struct slice b)
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
	vote->common = match_common_end(base->file, found->file);
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

	array_sort(votes, compare_votes);
	for (i = 0; i < votes->count; i++) {
		if (kept && compare_votes(&votes->items[kept - 1],
		    &votes->items[i]) == 0)
			votes->items[kept - 1].votes += votes->items[i].votes;
		else
			votes->items[kept++] = votes->items[i];
	}
	votes->count = kept;
}

/* Whether a beats b: more votes, then more of the path in common. */
static bool
match_rename_beats(const struct vote *a, const struct vote *b)
{
	return a->votes != b->votes ? a->votes > b->votes :
	    a->common > b->common;
}

static int
compare_from(const void *a, const void *b)
{
	const struct vote *const *left = a, *const *right = b;

	return compare_scopes(&(*left)->from, &(*right)->from);
}

static int
compare_to(const void *a, const void *b)
{
	const struct vote *const *left = a, *const *right = b;

	return compare_scopes(&(*left)->to, &(*right)->to);
}

/* Of rivals, refuse all but the one that beats each of the others. */
static void
refuse_beaten(struct vote **votes, size_t count)
{
	const struct vote *best = votes[0];
	size_t i;

	for (i = 1; i < count; i++) {
		if (match_rename_beats(votes[i], best))
			best = votes[i];
	}
	for (i = 0; i < count; i++) {
		if (votes[i] != best && !match_rename_beats(best, votes[i]))
			break;
	}
	if (i < count)
		best = NULL;	/* two are alike */
	for (i = 0; i < count; i++)
		votes[i]->refused |= votes[i] != best;
}

/* Refuse what has a rival for either name that it does not beat. */
static void
refuse_rivals(vote_array *all)
{
	static int (*const orders[])(const void *, const void *) = {
		compare_from, compare_to
	};
	struct vote **votes = mem_calloc(all->count + 1, sizeof(*votes));
	size_t i, from, to;

	for (i = 0; i < all->count; i++)
		votes[i] = &all->items[i];
	for (i = 0; i < 2; i++) {
		qsort(votes, all->count, sizeof(*votes), orders[i]);
		for (from = 0; from < all->count; from = to) {
			to = from + 1;
			while (to < all->count &&
			    orders[i](&votes[from], &votes[to]) == 0)
				to++;
			refuse_beaten(&votes[from], to - from);
		}
	}
	free(votes);
}

/* A rename needs the same base name, or two votes. */
static void
refuse_unlikely(const struct matcher *matcher, struct election *election)
{
	struct scope_set sides[MATCH_SIDES] = { 0 };
	size_t i;

	match_rename_add_side(&sides[MATCH_BASE], matcher, MATCH_BASE,
	    election->functions);
	match_rename_add_side(&sides[MATCH_NEW], matcher, MATCH_NEW,
	    election->functions);
	for (i = 0; i < election->votes.count; i++) {
		struct vote *vote = &election->votes.items[i];

		vote->refused |= compare_scopes(&vote->from, &vote->to) == 0;
		if (election->functions)
			vote->refused |= !slice_equal(vote->from.file,
			    vote->to.file);
		else
			vote->refused |= vote->votes < 2 &&
			    !slice_equal(path_base(vote->from.file),
			    path_base(vote->to.file));
		vote->refused |= scope_find(&sides[MATCH_NEW], &vote->from) !=
		    SIZE_MAX || scope_find(&sides[MATCH_BASE], &vote->to) !=
		    SIZE_MAX;
	}
	scope_set_release(&sides[MATCH_BASE]);
	scope_set_release(&sides[MATCH_NEW]);
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
match_rename_hold(struct matcher *matcher, unsigned parts,
    struct election *election)
{
	match_groups(matcher, parts, election->sourceless ? 0 : PART_SOURCE,
	    false, cast_vote, election);
	count_votes(&election->votes);
	refuse_unlikely(matcher, election);
	drop_refused(&election->votes);
	refuse_rivals(&election->votes);
	drop_refused(&election->votes);
}

/* ---- renames ---- */

/* Names that became others, and what they became. */
struct renames {
	struct scope_set from;
	ARRAY_OF(struct scope) to;
};

static void
add_rename(struct renames *renames, struct scope from, struct scope to)
{
	struct scope *added;

	if (!scope_add(&renames->from, from))
		return;
	added = array_add(&renames->to);
	*added = to;
}

static void
add_votes(struct renames *renames, const vote_array *votes)
{
	size_t i;

	for (i = 0; i < votes->count; i++)
		add_rename(renames, votes->items[i].from, votes->items[i].to);
}

static void
renames_release(struct renames *renames)
{
	scope_set_release(&renames->from);
	array_release(&renames->to);
}

static void
match_rename_apply(struct matcher *matcher, const struct renames *renames,
    bool functions)
{
	size_t i, found;

	for (i = 0; i < matcher->counts[MATCH_BASE]; i++) {
		struct match_item *item = &matcher->items[MATCH_BASE][i];
		struct scope scope = scope_of(item, functions);

		found = item->other ? SIZE_MAX : scope_find(&renames->from,
		    &scope);
		if (found == SIZE_MAX)
			continue;
		if (functions) {
			item->function = renames->to.items[found].function;
			item->renamed_function = true;
		} else {
			item->file = renames->to.items[found].file;
			item->renamed_file = true;
		}
	}
}

/* A folder that became another one. */
struct move {
	struct slice from, to;
};

typedef ARRAY_OF(struct move) move_array;

/* The folders that the renames of files tell, each once. */
static void
list_moves(const vote_array *votes, move_array *moves)
{
	struct scope_set known = { 0 };
	size_t i;

	for (i = 0; i < votes->count; i++) {
		const struct vote *vote = &votes->items[i];
		struct move move = {
			slice_part(vote->from.file, 0,
			    vote->from.file.len - vote->common),
			slice_part(vote->to.file, 0,
			    vote->to.file.len - vote->common)
		}, *added;

		if (vote->common == 0 ||
		    !scope_add(&known, (struct scope){ move.from, move.to }))
			continue;
		added = array_add(moves);
		*added = move;
	}
	scope_set_release(&known);
}

/* Where a move takes a file: the first of those that the new side has. */
static size_t
find_moved(const move_array *moves, const struct scope_set *files,
    struct slice file, struct buffer *path)
{
	size_t first = SIZE_MAX, found, i;

	for (i = 0; i < moves->count; i++) {
		const struct move *move = &moves->items[i];

		if (file.len <= move->from.len ||
		    !slice_starts(file, move->from))
			continue;
		buffer_clear(path);
		buffer_add_slice(path, move->to);
		buffer_add_slice(path, slice_part(file, move->from.len,
		    file.len));
		found = scope_find(files, &(struct scope){
		    buffer_slice(path), { 0 } });
		if (found < first)
			first = found;
	}
	return first;
}

/* Files that no vote was cast for follow the folder of those that moved. */
static void
follow_folders(struct matcher *matcher, const vote_array *votes)
{
	struct scope_set there = { 0 }, left = { 0 }, seen = { 0 };
	struct renames renames = { 0 };
	struct buffer path = { 0 };
	move_array moves = { 0 };
	size_t i, found;

	list_moves(votes, &moves);
	match_rename_add_side(&there, matcher, MATCH_NEW, false);
	for (i = 0; i < matcher->counts[MATCH_NEW]; i++) {
		if (!matcher->items[MATCH_NEW][i].other)
			scope_add(&left, scope_of(&matcher->items[MATCH_NEW][i],
			    false));
	}
	for (i = 0; moves.count && i < matcher->counts[MATCH_BASE]; i++) {
		const struct match_item *base =
		    &matcher->items[MATCH_BASE][i];
		struct scope from = scope_of(base, false);

		if (base->other || base->renamed_file ||
		    !scope_add(&seen, from) ||
		    scope_find(&there, &from) != SIZE_MAX)
			continue;
		found = find_moved(&moves, &left, base->file, &path);
		if (found != SIZE_MAX)
			add_rename(&renames, from, left.scopes.items[found]);
	}
	match_rename_apply(matcher, &renames, false);
	renames_release(&renames);
	scope_set_release(&there);
	scope_set_release(&left);
	scope_set_release(&seen);
	array_release(&moves);
	buffer_release(&path);
}

static void
match_rename_elect(struct matcher *matcher, unsigned parts,
    struct election *election)
{
	struct renames renames = { 0 };

	match_rename_hold(matcher, parts, election);
	add_votes(&renames, &election->votes);
	match_rename_apply(matcher, &renames, election->functions);
	renames_release(&renames);
	if (!election->functions)
		follow_folders(matcher, &election->votes);
	match_near_renew(matcher);
	array_release(&election->votes);
}

void
match_rename_files(struct matcher *matcher)
{
	struct election election = { .sourceless = false };

	match_rename_elect(matcher,
	    PART_KIND | PART_DETAIL | PART_FUNCTION | PART_SOURCE, &election);
	election = (struct election){ .sourceless = true };
	match_rename_elect(matcher, PART_KIND | PART_DETAIL | PART_FUNCTION,
	    &election);
}

void
match_rename_functions(struct matcher *matcher)
{
	struct election election = { .functions = true };

	match_rename_elect(matcher,
	    PART_KIND | PART_DETAIL | PART_FILE | PART_SOURCE, &election);
}
