/*
 * match.c - the passes, as a table of which parts of a key must be equal.
 */
#include "query/diff/match_private.h"

#include <stdlib.h>

#include "util/order.h"

#define PLACE (PART_FILE | PART_FUNCTION | PART_SOURCE)

/* Within a file: tried again when files or functions turned out renamed. */
static const struct match_rule place_rules[] = {
	{ PASS_EXACT, PART_KIND | PART_DETAIL | PLACE | PART_CHAIN | PART_VIA,
	    0, 0 },
	{ PASS_MOVED, PART_KIND | PART_DETAIL | PLACE | PART_VIA,
	    PART_SOURCE, 0 },
	{ PASS_MOVED, PART_KIND | PART_DETAIL | PLACE, PART_SOURCE, 0 },
	{ PASS_MOVED, PART_KIND | PLACE | PART_VIA, PART_SOURCE, 0 },
	{ PASS_MOVED, PART_KIND | PLACE, PART_SOURCE, 0 },
	{ PASS_MOVED, PART_KIND | PART_DETAIL | PART_FILE | PART_FUNCTION |
	    PART_LINE, PART_LINE, RULE_LIMITED },
	{ PASS_MOVED, PART_KIND | PART_DETAIL | PART_FILE | PART_FUNCTION, 0,
	    RULE_LIMITED },
	{ PASS_MOVED, PART_KIND | PART_FILE | PART_FUNCTION, 0,
	    RULE_LIMITED },
	{ PASS_CHANGED, PART_DETAIL | PLACE | PART_VIA,
	    PART_DETAIL | PART_SOURCE, RULE_OTHER_KIND },
	{ PASS_CHANGED, PLACE | PART_CHAIN | PART_VIA, PART_SOURCE,
	    RULE_OTHER_KIND },
	{ PASS_CHANGED, PLACE | PART_VIA, PART_SOURCE, RULE_OTHER_KIND },
	{ PASS_CHANGED, PLACE, PART_SOURCE, RULE_OTHER_KIND },
	{ PASS_CHANGED, PART_FILE | PART_FUNCTION | PART_LINE,
	    PART_FILE | PART_LINE, RULE_OTHER_KIND | RULE_LIMITED },
};

/* Texts that are the same and found nowhere else; lines where there is none. */
static const struct match_rule text_rules[] = {
	{ PASS_FUNCTION, PART_KIND | PART_DETAIL | PART_FILE | PART_SOURCE |
	    PART_VIA, PART_SOURCE, RULE_UNIQUE },
	{ PASS_FUNCTION, PART_KIND | PART_DETAIL | PART_FILE | PART_SOURCE,
	    PART_SOURCE, RULE_UNIQUE },
	{ PASS_FUNCTION, PART_KIND | PART_DETAIL | PART_FILE | PART_LINE,
	    PART_FILE | PART_LINE, RULE_UNIQUE | RULE_LIMITED },
	{ PASS_OTHER_FILE, PART_KIND | PART_DETAIL | PART_FUNCTION |
	    PART_SOURCE, PART_SOURCE, RULE_UNIQUE | RULE_ALL },
	{ PASS_OTHER_FILE, PART_KIND | PART_DETAIL | PART_SOURCE,
	    PART_SOURCE, RULE_UNIQUE | RULE_ALL },
};

/* Equal texts of which some are gone, told apart by distance. */
static const struct match_rule forced_rules[] = {
	{ PASS_SIMILAR, PART_KIND | PART_DETAIL | PLACE | PART_VIA,
	    PART_SOURCE, RULE_FORCE },
	{ PASS_SIMILAR, PART_KIND | PLACE, PART_SOURCE, RULE_FORCE },
	{ PASS_SIMILAR, PART_KIND | PART_FILE | PART_FUNCTION, 0,
	    RULE_FORCE | RULE_LIMITED },
	{ PASS_SIMILAR, PLACE, PART_SOURCE, RULE_FORCE | RULE_OTHER_KIND },
};

#define RULES(table) (table), LENGTH(table)

const char *
match_pass_name(enum match_pass pass)
{
	static const char *const names[] = {
		[PASS_NONE] = NULL,
		[PASS_EXACT] = "exact",
		[PASS_MOVED] = "moved",
		[PASS_CHANGED] = "changed",
		[PASS_FILE] = "renamed_file",
		[PASS_FUNCTION] = "renamed_function",
		[PASS_OTHER_FILE] = "other_file",
		[PASS_SIMILAR] = "similar",
	};

	return names[pass];
}

bool
match_same_kind(const struct match_key *a, const struct match_key *b)
{
	return slice_equal(a->kind, b->kind) ||
	    (a->wording.at && slice_equal(a->wording, b->wording));
}

static int
compare_items(const void *a, const void *b)
{
	const struct match_item *left = a, *right = b;
	int order = match_compare_parts(left, right, ~0u);

	if (!order)
		order = ORDER_OF(left->record->via_line,
		    right->record->via_line);
	return order ? order : ORDER_OF(left->index, right->index);
}

struct rule_use {
	const struct match_rule *rule;
	bool has_many;
};

static void
apply_to_group(struct matcher *matcher, const struct match_group *group,
    void *data)
{
	struct rule_use *use = data;

	use->has_many |= group->counts[MATCH_BASE] > 1 ||
	    group->counts[MATCH_NEW] > 1;
	match_resolve(matcher, group, use->rule);
}

bool
match_apply(struct matcher *matcher, const struct match_rule *rule)
{
	struct rule_use use = { rule, false };

	if (rule->flags & RULE_LIMITED && !matcher->lacks_source)
		return false;
	match_groups(matcher, rule->parts, rule->needs,
	    rule->flags & RULE_ALL, apply_to_group, &use);
	return use.has_many;
}

/*
 * Each rule twice: what it links the first time tells how lines moved, which
 * tells more of equal texts apart.
 */
static void
apply_rules(struct matcher *matcher, const struct match_rule *rules,
    size_t count)
{
	struct match_rule unique;
	size_t i;

	for (i = 0; i < count; i++) {
		unique = rules[i];
		unique.flags |= RULE_UNIQUE;
		if (!match_apply(matcher, &unique) ||
		    rules[i].flags & RULE_UNIQUE)
			continue;
		match_apply(matcher, &rules[i]);
		match_apply(matcher, &rules[i]);
	}
}

static void
run_passes(struct matcher *matcher, enum match_pass last)
{
	if (last == PASS_EXACT) {
		apply_rules(matcher, place_rules, 1);
		return;
	}
	apply_rules(matcher, RULES(place_rules));
	match_rename_files(matcher);
	apply_rules(matcher, RULES(place_rules));
	match_rename_functions(matcher);
	apply_rules(matcher, RULES(place_rules));
	apply_rules(matcher, RULES(text_rules));
	if (last < PASS_SIMILAR)
		return;
	apply_rules(matcher, RULES(forced_rules));
	match_similar(matcher);
}

/* "layers" in "/srv/layers/x.py": whole folders only; SIZE_MAX: not there. */
static size_t
find_folders(struct slice path, struct slice folders)
{
	size_t at, end, from = 0;

	while ((at = slice_find(slice_part(path, from, path.len), folders)) !=
	    SIZE_MAX) {
		at += from;
		end = at + folders.len;
		if ((at == 0 || path.at[at - 1] == '/') &&
		    (end == path.len || path.at[end] == '/'))
			return at;
		from = at + 1;
	}
	return SIZE_MAX;
}

struct slice
match_map_path(struct slice path, const struct match_options *options,
    struct arena *arena)
{
	size_t i, at;

	for (i = 0; path.len && i < options->map_count; i++) {
		const struct match_map *map = &options->maps[i];
		struct buffer mapped = { 0 };
		struct slice result;

		at = map->from.len ? find_folders(path, map->from) : SIZE_MAX;
		if (at == SIZE_MAX)
			continue;
		buffer_add(&mapped, path.at, at);
		buffer_add_slice(&mapped, map->to);
		buffer_add_slice(&mapped, slice_part(path,
		    at + map->from.len, path.len));
		result = slice_copy(arena, buffer_slice(&mapped));
		buffer_release(&mapped);
		return result;
	}
	return path;
}

static void
match_add_items(struct matcher *matcher, int side,
    const struct match_side *from, const struct match_options *options)
{
	struct match_item *items = mem_calloc(from->count + 1,
	    sizeof(*items));
	size_t i;

	for (i = 0; i < from->count; i++) {
		const struct match_key *key = &from->records[i].key;

		items[i].record = &from->records[i];
		items[i].index = i;
		items[i].function = key->function;
		items[i].file = side == MATCH_BASE ? match_map_path(key->file,
		    options, &matcher->arena) : key->file;
		items[i].renamed_file = !slice_equal(items[i].file,
		    key->file);
		matcher->lacks_source |= key->source.len == 0;
	}
	if (from->count)
		qsort(items, from->count, sizeof(*items), compare_items);
	matcher->items[side] = items;
	matcher->counts[side] = from->count;
	matcher->files[side] = from->files;
}

static void
write_links(const struct match_item *items, size_t count,
    struct match_link *links)
{
	size_t i;

	for (i = 0; i < count; i++)
		links[items[i].index] = (struct match_link){
		    items[i].other ? items[i].other->index : MATCH_NONE,
		    items[i].pass };
}

void
match_sides(const struct match_side sides[MATCH_SIDES],
    const struct match_options *options)
{
	struct matcher matcher = { 0 };
	int side;

	arena_init(&matcher.arena);
	for (side = 0; side < MATCH_SIDES; side++)
		match_add_items(&matcher, side, &sides[side], options);
	match_near_renew(&matcher);
	run_passes(&matcher, options->last);
	match_near_release(&matcher);
	/* The items name each other: write all, then free. */
	for (side = 0; side < MATCH_SIDES; side++)
		write_links(matcher.items[side], matcher.counts[side],
		    sides[side].links);
	for (side = 0; side < MATCH_SIDES; side++)
		free(matcher.items[side]);
	arena_release(&matcher.arena);
}
