/*
 * join_followers.c - which site goes when another one is fixed, and below
 * which sites' breaks a recompile was called. Read from call stacks only, so
 * it says what is likely; what cannot be told has no row.
 *
 * A frame that torch compiles on its own, since its caller broke, may break
 * where nothing broke while it was inlined (models/mixtral_moe, GB0156).
 */
#include "ingest/join/sites/sites.h"

#include <stdlib.h>

#include "parse/compile_id.h"

enum {
	MAX_TRIED = 16,		/* events of a site that are looked at */
	MAX_PAIRS = 20000	/* of sites, in a run */
};

/* Kinds that need a value which only the data have. */
static const char *const data_kinds[] = {
	"GB0033", "GB0035", "GB0036", "GB0109", "GB0124", "GB0170", "GB0219"
};

static bool
needs_data(const struct event_row *event)
{
	size_t i;

	for (i = 0; i < LENGTH(data_kinds); i++) {
		if (slice_equal(event->gb_id,
		    slice_of(data_kinds[i])))
			return true;
	}
	return !event->gb_id.at && slice_find(event->kind,
	    LITERAL("data-dependent")) != SIZE_MAX;
}

typedef bool call_rule(const struct broken_frame *broken, int64_t line);

/* Whether the call from a line came after the break, or ran eager. */
static bool
comes_after(const struct broken_frame *broken, int64_t line)
{
	return broken->is_eager || line == UNKNOWN_INT ||
	    broken->line == UNKNOWN_INT || line >= broken->line;
}

/* Whether the call would have been inlined but for the break. */
static bool
followers_is_cut_off(const struct broken_frame *broken, int64_t line)
{
	return broken->is_eager ||
	    (line != UNKNOWN_INT && line == broken->line);
}

/* Mark the sites whose breaks a caller's frame had before a compile. */
static void
mark_callers(struct followers *followers, const struct call_place *callers,
    size_t count, const struct compile_row *compile, call_rule *rule)
{
	struct broken_range range;
	size_t i, k;

	for (i = 0; i < count; i++) {
		if (callers[i].is_torch)
			continue;
		range = broken_before(followers, &callers[i], compile);
		for (k = range.from; k < range.to; k++) {
			const struct broken_frame *broken =
			    &followers->broken.items[k];

			if (rule(broken, callers[i].line))
				mark_site(followers, broken->site);
		}
	}
}

/* Count the marked sites, and begin anew. */
static void
count_marks(struct followers *followers, size_t *counts)
{
	size_t i, *counted;

	for (i = 0; i < followers->marked.count; i++) {
		size_t site = followers->marked.items[i];

		if (!followers->called[site] && !followers->resumed[site]) {
			counted = array_add(&followers->counted);
			*counted = site;
		}
		counts[site]++;
		followers->is_marked[site] = false;
	}
	followers->marked.count = 0;
}

/* A break in the same function as, or at the line of, the one before. */
static bool
is_one_change(const struct event_row *event, const struct event_row *before,
    const struct place *frame, int64_t resumed_at)
{
	if (event->place.line == resumed_at &&
	    slice_equal(event->place.file, frame->file) &&
	    slice_equal(event->place.function, frame->function))
		return true;
	return slice_equal(event->place.file, before->place.file) &&
	    slice_equal(event->place.function, before->place.function) &&
	    needs_data(event) && needs_data(before);
}

/* Mark the sites after whose breaks the event's function resumed. */
static void
mark_resumed(struct followers *followers, const struct event_row *event)
{
	const struct rows *rows = followers->join->rows;
	const struct compile_row *compile;
	struct broken_range range;
	struct call_place code;
	struct slice function;
	int64_t line;
	size_t k;

	if (event->compile == NO_ROW)
		return;
	compile = &rows->compiles.items[event->compile];
	if (!compile->frame_name.at ||
	    !resume_name_parse(compile->frame_name, &function, &line))
		return;
	code = code_of(followers, compile->frame.file, function, line);
	range = broken_before(followers, &code, compile);
	for (k = range.from; k < range.to; k++) {
		const struct broken_frame *broken =
		    &followers->broken.items[k];

		if (!broken->is_eager && broken->line == line &&
		    is_one_change(event, &rows->events.items[broken->event],
		    &compile->frame, line))
			mark_site(followers, broken->site);
	}
}

static void
mark_below(struct followers *followers, const struct call_place *callers,
    size_t count, const struct compile_row *compile)
{
	mark_callers(followers, callers, count, compile, followers_is_cut_off);
}

/* Whether the outermost traced frame of an event is one of the callers. */
static bool
is_traced_from(const struct followers *followers, size_t event,
    const struct call_place *callers, size_t count)
{
	const struct event_calls *calls = &followers->calls[event];
	size_t i;

	if (calls->root == NO_ROW)
		return false;
	for (i = 0; i < count; i++) {
		if (same_code(&callers[i], &calls->places[calls->root]))
			return true;
	}
	return false;
}

/* Whether any event of a site stands in a later line of a function. */
static bool
is_after(const struct followers *followers, const struct site_events *site,
    const struct call_place *place)
{
	size_t i, k;

	for (i = 0; i < site->count && i < MAX_TRIED; i++) {
		const struct event_calls *calls =
		    &followers->calls[site->events[i]];

		for (k = 0; k < calls->count; k++) {
			if (same_code(&calls->places[k], place) &&
			    calls->places[k].line > place->line)
				return true;
		}
	}
	return false;
}

/*
 * Whether tracing came past an event's place, inlined, on the way to another
 * site: that one stands further down in one of the functions that lead to the
 * event, and was met by a compile of an outer frame.
 */
static bool
was_inlined(const struct followers *followers, size_t event,
    const struct site_events *other)
{
	const struct event_calls *calls = &followers->calls[event];
	size_t i, k;

	for (i = 1; i < calls->count; i++) {
		if (calls->places[i].is_torch ||
		    calls->places[i].line == UNKNOWN_INT ||
		    !is_after(followers, other, &calls->places[i]))
			continue;
		for (k = 0; k < other->count && k < MAX_TRIED; k++) {
			if (is_traced_from(followers, other->events[k],
			    calls->places, i))
				return true;
		}
	}
	return false;
}

static bool
any_inlined(struct followers *followers, const struct site_events *site,
    const struct site_events *other)
{
	size_t i;

	if (++followers->pairs > MAX_PAIRS)
		return false;
	for (i = 0; i < site->count && i < MAX_TRIED; i++) {
		if (was_inlined(followers, site->events[i], other))
			return true;
	}
	return false;
}

static void
add_follower(struct followers *followers, size_t site, size_t leader,
    const char *why)
{
	struct follower_row *row =
	    array_add(&followers->join->rows->followers);

	*row = (struct follower_row){ site, leader, why };
}

static double
lost_s(const struct site_row *site)
{
	double sum = 0;

	if (site->lost_restart_s > 0)
		sum += site->lost_restart_s;
	if (site->lost_skip_s > 0)
		sum += site->lost_skip_s;
	return sum;
}

/* Of the sites that all events come after, the costliest that is a reason. */
static void
find_leader(struct followers *followers, size_t site)
{
	const struct rows *rows = followers->join->rows;
	const struct site_events *own = &followers->sites[site];
	size_t best = NO_ROW, first_call = NO_ROW, resumed = NO_ROW, i, k;

	sort_sites(followers->counted.items, followers->counted.count);
	for (k = 0; k < followers->counted.count; k++) {
		i = followers->counted.items[k];
		if (i == site)
			continue;
		if (followers->resumed[i] == own->count && resumed == NO_ROW)
			resumed = i;
		if (followers->called[i] != own->count)
			continue;
		if (rows->sites.items[i].first_call_only == 1)
			first_call = i;
		if ((best == NO_ROW || lost_s(&rows->sites.items[i]) >
		    lost_s(&rows->sites.items[best])) &&
		    any_inlined(followers, own, &followers->sites[i]))
			best = i;
	}
	if (best != NO_ROW)
		add_follower(followers, site, best, "inlined");
	else if (resumed != NO_ROW)
		add_follower(followers, site, resumed, "one_change");
	else if (first_call != NO_ROW)
		add_follower(followers, site, first_call, "first_call");
}

static void
follow_site(struct followers *followers, size_t site)
{
	const struct rows *rows = followers->join->rows;
	const struct site_events *own = &followers->sites[site];
	size_t i;

	for (i = 0; i < followers->counted.count; i++)
		followers->called[followers->counted.items[i]] =
		    followers->resumed[followers->counted.items[i]] = 0;
	followers->counted.count = 0;
	for (i = 0; i < own->count; i++) {
		const struct event_calls *calls =
		    &followers->calls[own->events[i]];
		const struct event_row *event =
		    &rows->events.items[own->events[i]];

		if (event->compile != NO_ROW && calls->root != NO_ROW)
			mark_callers(followers, calls->places, calls->root,
			    &rows->compiles.items[event->compile],
			    comes_after);
		count_marks(followers, followers->called);
		mark_resumed(followers, event);
		count_marks(followers, followers->resumed);
	}
	find_leader(followers, site);
}

/* The row of a site that follows another one itself, or NO_ROW. */
static size_t *
follower_rows(const struct rows *rows)
{
	size_t *row_of = mem_calloc(rows->sites.count, sizeof(*row_of));
	size_t i;

	for (i = 0; i < rows->sites.count; i++)
		row_of[i] = NO_ROW;
	for (i = 0; i < rows->followers.count; i++)
		row_of[rows->followers.items[i].site] = i;
	return row_of;
}

/*
 * A leader that follows another itself leads to that one. There are no
 * circles: every event of a site has one of its leader before it.
 */
static void
followers_shorten(struct rows *rows)
{
	struct follower_row *all = rows->followers.items;
	size_t *row_of = follower_rows(rows), i, left, row, next, leader;

	for (i = 0; i < rows->followers.count; i++) {
		leader = all[i].leader;
		for (left = rows->followers.count; left > 0 &&
		    row_of[leader] != NO_ROW; left--)
			leader = all[row_of[leader]].leader;
		/* All on the way get it, so that no way is gone twice. */
		for (row = i; row != NO_ROW && all[row].leader != leader;
		    row = next) {
			next = row_of[all[row].leader];
			all[row].leader = leader;
		}
	}
	free(row_of);
}

void
join_followers(struct join *join)
{
	struct followers followers = { .join = join };
	struct rows *rows = join->rows;
	bool *is_marked;
	size_t i;

	if (rows->events.count == 0)
		return;
	followers_init(&followers);
	for (i = 0; i < rows->sites.count; i++)
		follow_site(&followers, i);
	followers_shorten(rows);
	is_marked = mem_calloc(rows->compiles.count, sizeof(*is_marked));
	for (i = 0; i < rows->recompiles.count; i++) {
		size_t compile = rows->recompiles.items[i].compile;

		/* a console of two programs may tell one id twice */
		if (compile == NO_ROW || is_marked[compile])
			continue;
		is_marked[compile] = true;
		mark_compile(&followers, compile, mark_below);
		add_marked(&followers, compile, false);
		mark_origin(&followers, compile);
		add_marked(&followers, compile, true);
	}
	free(is_marked);
	followers_release(&followers);
}
