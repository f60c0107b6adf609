/*
 * diff_sites.c - pairs of sites from the matcher's links: their state, and in
 * words what differs.
 */
#include "query/diff/diff.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"

#define ARROW " \xe2\x86\x92 "

static bool
same_wording(const struct match_key *a, const struct match_key *b)
{
	return !a->wording.at || !b->wording.at ||
	    slice_equal(a->wording, b->wording);
}

/* A baseline file has paths as in keys, the same for all machines. */
static bool
same_file(const struct diff_build *build, const struct side_site *a,
    const struct side_site *b)
{
	return string_equal(a->shown.file, b->shown.file) ||
	    ((build->sides[0]->run.is_baseline ||
	    build->sides[1]->run.is_baseline) &&
	    slice_equal(a->record.key.file, b->record.key.file));
}

static bool
same_place(const struct diff_build *build, const struct side_site *a,
    const struct side_site *b)
{
	return a->shown.line == b->shown.line && same_file(build, a, b) &&
	    string_equal(a->shown.function, b->shown.function);
}

static enum gbq_diff_state
diff_sites_state_of(const struct diff_build *build,
    const struct side_site *base, const struct side_site *found)
{
	if (!found)
		return GBQ_STATE_GONE;
	if (!base)
		return GBQ_STATE_NEW;
	if (!match_same_kind(&base->record.key, &found->record.key) ||
	    !same_wording(&base->record.key, &found->record.key))
		return GBQ_STATE_CHANGED;
	return same_place(build, base, found) ? GBQ_STATE_SAME :
	    GBQ_STATE_MOVED;
}

static void
add_separator(struct buffer *note)
{
	if (note->len)
		buffer_add_string(note, "; ");
}

static void
add_change(struct buffer *note, const char *what, const char *before,
    const char *after)
{
	if (string_equal(before, after))
		return;
	add_separator(note);
	buffer_printf(note, "%s %s" ARROW "%s", what, before ? before : "?",
	    after ? after : "?");
}

/* Bytes of whole folders that both paths end with, with their '/'. */
static size_t
common_folders(const char *a, const char *b)
{
	size_t a_len = strlen(a), b_len = strlen(b), len = 0, whole = 0;

	while (len < a_len && len < b_len &&
	    a[a_len - 1 - len] == b[b_len - 1 - len]) {
		len++;
		if (a[a_len - len] == '/')
			whole = len;
	}
	return whole;
}

/* What stands before the folders that both paths share. */
static void
add_path_change(struct buffer *note, const char *before, const char *after)
{
	size_t common;

	if (!before || !after || string_equal(before, after)) {
		add_change(note, "file", before, after);
		return;
	}
	common = common_folders(before, after);
	add_separator(note);
	buffer_add_string(note, "file ");
	buffer_add(note, before, strlen(before) - common);
	buffer_add_string(note, common ? "/…" ARROW : ARROW);
	buffer_add(note, after, strlen(after) - common);
	if (common)
		buffer_add_string(note, "/…");
}

static void
add_line_change(struct buffer *note, int64_t before, int64_t after)
{
	if (before == after)
		return;
	add_separator(note);
	buffer_add_string(note, "line ");
	if (before == GBQ_NO_LINE)
		buffer_add_byte(note, '?');
	else
		buffer_printf(note, "%lld", (long long)before);
	buffer_add_string(note, ARROW);
	if (after == GBQ_NO_LINE)
		buffer_add_byte(note, '?');
	else
		buffer_printf(note, "%lld", (long long)after);
}

static const char *
kind_name(const struct gbq_diff_site *site)
{
	return site->gb_id ? site->gb_id : site->kind;
}

static void
diff_sites_add_differences(const struct diff_build *build, struct buffer *note,
    const struct side_site *base, const struct side_site *found)
{
	const struct match_key *left = &base->record.key;
	const struct match_key *right = &found->record.key;

	if (!match_same_kind(left, right)) {
		add_change(note, "kind", kind_name(&base->shown),
		    kind_name(&found->shown));
	} else if (!same_wording(left, right)) {
		add_separator(note);
		buffer_printf(note, "reworded, was: %s", base->shown.kind);
	}
	add_line_change(note, base->shown.line, found->shown.line);
	if (!same_file(build, base, found))
		add_path_change(note, base->shown.file, found->shown.file);
	add_change(note, "function", base->shown.function,
	    found->shown.function);
	if (left->detail.at && right->detail.at &&
	    !slice_equal(left->detail, right->detail))
		add_change(note, "detail", base->shown.detail,
		    found->shown.detail);
	if (left->source.at && right->source.at &&
	    !slice_equal(left->source, right->source)) {
		add_separator(note);
		buffer_add_string(note, "source line edited");
	}
	if (!left->source.at != !right->source.at) {
		add_separator(note);
		buffer_printf(note, "limited match: %s has no source text",
		    left->source.at ? "new" : "base");
	}
}

/* Whether none of the frames that held a site are compiled on the side. */
static bool
lost_frames(const struct side_site *site, const struct gbq_side *other)
{
	size_t i;

	if (site->frames.count == 0 || other->run.is_baseline)
		return false;
	for (i = 0; i < site->frames.count; i++) {
		if (other->frame_names.count &&
		    bsearch(&site->frames.items[i], other->frame_names.items,
		    other->frame_names.count, sizeof(struct slice),
		    slice_order))
			return false;
	}
	return true;
}

static bool
lost_data(const struct gbq_side *side)
{
	return !side->run.is_baseline && (side->run.complete == 0 ||
	    !side->run.breaks_known || (side->run.counts_are &&
	    strcmp(side->run.counts_are, "exact") != 0));
}

/* Of a site on one side only: why it may be missing on the other. */
static void
explain_missing(struct diff_build *build, const struct side_site *site,
    int missing_side, struct buffer *note, bool *uncertain)
{
	const struct gbq_side *other = build->sides[missing_side];
	bool is_gone = missing_side == GBQ_SIDE_NEW;

	if (lost_frames(site, other))
		buffer_printf(note, "frame %s", is_gone ? "gone" : "new");
	*uncertain = lost_data(other);
	if (!*uncertain)
		return;
	add_separator(note);
	buffer_printf(note, "%s?: %s run %s", is_gone ? "gone" : "new",
	    is_gone ? "the new" : "the base", other->run.complete == 0 ?
	    "is incomplete" : "may lack breaks");
}

static void
diff_sites_add_pair(struct diff_build *build, const struct side_site *base,
    const struct side_site *found, enum match_pass pass)
{
	struct gbq_diff_pair *pair = array_add(&build->pairs);
	struct buffer note = { 0 };

	pair->state = diff_sites_state_of(build, base, found);
	pair->pass = match_pass_name(pass);
	pair->sides[GBQ_SIDE_BASE] = base ? &base->shown : NULL;
	pair->sides[GBQ_SIDE_NEW] = found ? &found->shown : NULL;
	if (base && found)
		diff_sites_add_differences(build, &note, base, found);
	else
		explain_missing(build, base ? base : found,
		    base ? GBQ_SIDE_NEW : GBQ_SIDE_BASE, &note,
		    &pair->uncertain);
	pair->note = note.len ? diff_take(build, &note) : NULL;
	buffer_release(&note);
}

/* States as they are told: what needs eyes first. */
static int
state_rank(enum gbq_diff_state state)
{
	static const int ranks[] = {
		[GBQ_STATE_NEW] = 0, [GBQ_STATE_GONE] = 1,
		[GBQ_STATE_CHANGED] = 2, [GBQ_STATE_MOVED] = 3,
		[GBQ_STATE_SAME] = 4, [GBQ_STATES] = 5,
	};

	return ranks[state];
}

static int64_t
most_events(const struct gbq_diff_pair *pair)
{
	int64_t base = pair->sides[0] ? pair->sides[0]->events : 0;
	int64_t found = pair->sides[1] ? pair->sides[1]->events : 0;

	return base > found ? base : found;
}

static int
diff_sites_compare_pairs(const void *a, const void *b)
{
	const struct gbq_diff_pair *left = a, *right = b;
	const struct gbq_diff_site *left_site = left->sides[!left->sides[0]];
	const struct gbq_diff_site *right_site =
	    right->sides[!right->sides[0]];
	int64_t left_events = most_events(left);
	int64_t right_events = most_events(right);
	int order = state_rank(left->state) - state_rank(right->state);

	if (!order)
		order = (left_events < right_events) -
		    (left_events > right_events);
	if (!order)
		order = string_compare(left_site->file,
		    right_site->file);
	if (!order)
		order = ORDER_OF(left_site->line, right_site->line);
	if (!order)
		order = string_compare(kind_name(left_site),
		    kind_name(right_site));
	if (!order)
		order = string_compare(left_site->function,
		    right_site->function);
	if (!order)
		order = string_compare(left_site->via_file,
		    right_site->via_file);
	return order ? order : ORDER_OF(left_site->via_line,
	    right_site->via_line);
}

static struct match_side
diff_sites_match_side_of(struct diff_build *build, int side)
{
	const struct gbq_side *from = build->sides[side];
	size_t count = from->sites.count, i;
	struct match_record *records = arena_alloc(&build->arena,
	    (count + 1) * sizeof(*records));
	struct match_side out = { records, count, &from->files,
	    arena_alloc(&build->arena, (count + 1) *
	    sizeof(struct match_link)) };

	for (i = 0; i < count; i++)
		records[i] = from->sites.items[i].record;
	return out;
}

void
diff_sites(struct diff_build *build)
{
	const struct side_site *base =
	    build->sides[GBQ_SIDE_BASE]->sites.items;
	const struct side_site *found =
	    build->sides[GBQ_SIDE_NEW]->sites.items;
	struct match_side sides[MATCH_SIDES];
	size_t i;

	sides[MATCH_BASE] = diff_sites_match_side_of(build, GBQ_SIDE_BASE);
	sides[MATCH_NEW] = diff_sites_match_side_of(build, GBQ_SIDE_NEW);
	match_sides(sides, &build->match);
	for (i = 0; i < sides[MATCH_BASE].count; i++) {
		struct match_link link = sides[MATCH_BASE].links[i];

		diff_sites_add_pair(build, &base[i],
		    link.other == MATCH_NONE ? NULL : &found[link.other],
		    link.pass);
	}
	for (i = 0; i < sides[MATCH_NEW].count; i++) {
		if (sides[MATCH_NEW].links[i].other == MATCH_NONE)
			diff_sites_add_pair(build, NULL, &found[i], PASS_NONE);
	}
	array_sort(&build->pairs, diff_sites_compare_pairs);
	diff_moves(build, sides);
}
