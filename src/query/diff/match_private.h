/*
 * match_private.h - what the files of the matcher share.
 */
#ifndef GBQ_QUERY_DIFF_MATCH_PRIVATE_H
#define GBQ_QUERY_DIFF_MATCH_PRIVATE_H

#include "query/diff/match.h"

/* A record while it is matched; items are sorted by file, line and text. */
struct match_item {
	const struct match_record *record;
	size_t index;			/* of the record */
	struct slice file, function;	/* keys, renames applied */
	struct match_item *other;	/* NULL: left over */
	enum match_pass pass;
	bool renamed_file, renamed_function;
};

typedef ARRAY_OF(const struct match_item *) match_item_array;

struct match_near;

struct matcher {
	struct match_item *items[MATCH_SIDES];
	struct match_near *near;	/* match_near.c: linked ones */
	size_t counts[MATCH_SIDES];
	const slice_array *files[MATCH_SIDES];
	struct arena arena;
	bool lacks_source;		/* some item has no source text */
};

/* Parts of a key, for masks. */
enum {
	PART_KIND = 1, PART_DETAIL = 2, PART_FILE = 4, PART_FUNCTION = 8,
	PART_SOURCE = 16, PART_CHAIN = 32, PART_VIA = 64, PART_LINE = 128
};

enum {
	RULE_UNIQUE = 1,	/* only groups of one on each side */
	RULE_FORCE = 2,		/* pair unequal groups by distance */
	RULE_OTHER_KIND = 4,	/* only where the kinds differ */
	RULE_LIMITED = 8,	/* only where a side has no source text */
	RULE_ALL = 16		/* unique among all items, matched or not */
};

struct match_rule {
	enum match_pass pass;
	unsigned parts;		/* that must be equal */
	unsigned needs;		/* that must be known */
	unsigned flags;
};

/* Items of both sides with equal parts, in the items' order. */
struct match_group {
	struct match_item **items[MATCH_SIDES];
	size_t counts[MATCH_SIDES];
};

typedef void match_group_function(struct matcher *matcher,
    const struct match_group *group, void *data);

/* ---- items: compared, grouped, linked (match_items.c) ---- */

/*
 * Call the function for each group of items with equal parts that has items
 * on both sides. all: those matched before too.
 */
void match_groups(struct matcher *matcher, unsigned parts, unsigned needs,
    bool all, match_group_function *function, void *data);

/* Order of two items by the parts of a mask. */
int match_compare_parts(const struct match_item *a,
    const struct match_item *b, unsigned parts);

/* Link two items in a pass. */
void match_link_items(const struct matcher *matcher, struct match_item *base,
    struct match_item *found, enum match_pass pass);

/* Find linked items by the files and functions that items have now. */
void match_near_renew(struct matcher *matcher);
void match_near_release(struct matcher *matcher);

/* ---- passes ---- */

/*
 * Apply a rule to all that is left; whether it met a group of more than one
 * item of a side, so that RULE_UNIQUE makes a difference.
 */
bool match_apply(struct matcher *matcher, const struct match_rule *rule);

/* Link what is certain in a group, or with RULE_FORCE what is nearest. */
void match_resolve(struct matcher *matcher, const struct match_group *group,
    const struct match_rule *rule);

/* The line of an item for sums: 0 where it is not known. */
int64_t match_line(const struct match_item *item);

/* How far two lines are apart. */
static inline int64_t
line_distance(int64_t a, int64_t b)
{
	return a > b ? a - b : b - a;
}

/* What a distance is measured from. */
enum match_anchor {
	ANCHOR_NONE,		/* nothing: the lines themselves */
	ANCHOR_FILE,		/* a linked pair of the same file */
	ANCHOR_FUNCTION		/* one of the same function */
};

/*
 * How far two items are from keeping their distance to the nearest linked
 * pair of their file: 0 where they keep it; without any, from each other.
 */
int64_t match_distance(const struct matcher *matcher,
    const struct match_item *base, const struct match_item *found,
    enum match_anchor *from);

/*
 * Whether two items keep their distance to the nearest linked pair of their
 * function, which is near.
 */
bool match_agrees(const struct matcher *matcher,
    const struct match_item *base, const struct match_item *found);

/*
 * Add the linked items of an item's function, in order of their lines, and
 * return how many; 0: they are in another order on the other side.
 */
size_t match_find_fences(const struct matcher *matcher,
    const struct match_item *item, match_item_array *fences);

/* Whether linked items of the function stand on the same side of both. */
bool match_between_neighbours(const struct matcher *matcher,
    const struct match_item *base, const struct match_item *found);

/* Infer renamed files / functions and rewrite the items' keys. */
void match_rename_files(struct matcher *matcher);
void match_rename_functions(struct matcher *matcher);

/* Link neighbours whose source line was edited. */
void match_similar(struct matcher *matcher);

#endif
