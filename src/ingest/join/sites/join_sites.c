/*
 * join_sites.c - events in order of time, and the distinct places of a run:
 * same kind, file, line and function, and for a place in torch or the standard
 * library the same via place too.
 */
#include "ingest/join/sites/sites.h"

#include <math.h>
#include <stdlib.h>

#include "util/order.h"

/* An event with what it is sorted by. */
struct ordered_event {
	struct event_row event;
	size_t before;		/* index before sorting */
	int64_t number;		/* of its file, else of its compile */
};

static int
compare_order(const void *a, const void *b)
{
	const struct ordered_event *left = a, *right = b;
	int order = ORDER_OF(left->event.key.rank, right->event.key.rank);

	if (!order)
		order = ORDER_OF(left->number, right->number);
	return order ? order : ORDER_OF(left->before, right->before);
}

static int64_t
event_number(const struct join *join, const struct event_row *event)
{
	if (event->file != NO_ROW)
		return join->capture->files.items[event->file].order;
	if (event->compile != NO_ROW)
		return join->rows->compiles.items[event->compile].
		    first_order;
	return INT64_MAX;
}

static void
sites_remap(size_t *event, const size_t *moved)
{
	if (*event != NO_ROW)
		*event = moved[*event];
}

/* Event ids follow the running file numbers, rank by rank. */
static void
order_events(struct join *join)
{
	size_t count = join->rows->events.count, i;
	struct ordered_event *ordered = mem_calloc(count, sizeof(*ordered));
	size_t *moved = mem_calloc(count, sizeof(*moved));

	for (i = 0; i < count; i++) {
		ordered[i].event = join->rows->events.items[i];
		ordered[i].before = i;
		ordered[i].number = event_number(join, &ordered[i].event);
	}
	qsort(ordered, count, sizeof(*ordered), compare_order);
	for (i = 0; i < count; i++) {
		join->rows->events.items[i] = ordered[i].event;
		moved[ordered[i].before] = i;
	}
	for (i = 0; i < join->rows->restarts.count; i++)
		sites_remap(&join->rows->restarts.items[i].event, moved);
	for (i = 0; i < join->rows->failures.count; i++)
		sites_remap(&join->rows->failures.items[i].event, moved);
	free(moved);
	free(ordered);
}

static int
sites_compare_places(const struct place *a, const struct place *b)
{
	int order = slice_compare(a->file, b->file);

	if (!order)
		order = ORDER_OF(a->line, b->line);
	return order ? order : slice_compare(a->function, b->function);
}

/* Order by what makes a site, then by event. */
static int
sites_compare(const void *a, const void *b)
{
	const struct ordered_event *left = a, *right = b;
	struct slice left_kind = left->event.gb_id.at ? left->event.gb_id :
	    left->event.kind;
	struct slice right_kind = right->event.gb_id.at ?
	    right->event.gb_id : right->event.kind;
	int order = slice_compare(left_kind, right_kind);

	if (!order)
		order = sites_compare_places(&left->event.place,
		    &right->event.place);
	if (!order && (left->event.owner.kind == OWNER_TORCH ||
	    left->event.owner.kind == OWNER_STDLIB))
		order = sites_compare_places(&left->event.via,
		    &right->event.via);
	return order;
}

static int
compare_sites_stable(const void *a, const void *b)
{
	const struct ordered_event *left = a, *right = b;
	int order = sites_compare(a, b);

	return order ? order : ORDER_OF(left->before, right->before);
}

/* Events come rank by rank. */
static void
sites_add_rank(struct site_row *site, int64_t rank)
{
	size_t count = site->ranks.count;

	if (rank != NO_ID &&
	    (count == 0 || site->ranks.items[count - 1] != rank))
		*array_add(&site->ranks) = rank;
}

static void
add_known(double *sum, double value)
{
	if (isnan(*sum))
		*sum = value;
	else if (!isnan(value))
		*sum += value;
}

static int
sites_compare_frames(const void *a, const void *b)
{
	return join_compare_frames(*(const struct compile_row *const *)a,
	    *(const struct compile_row *const *)b);
}

/* frames, max_compiles_per_frame and compile_s of the site's compiles. */
static void
count_compiles(struct site_row *site, const struct compile_row **compiles,
    size_t count)
{
	int64_t run = 0;
	size_t i;

	qsort(compiles, count, sizeof(*compiles), sites_compare_frames);
	site->compiles = (int64_t)count;
	site->compile_s = NAN;
	for (i = 0; i < count; i++) {
		if (i == 0 ||
		    sites_compare_frames(&compiles[i - 1], &compiles[i]) != 0) {
			site->frames++;
			run = 0;
		}
		if (++run > site->max_compiles_per_frame)
			site->max_compiles_per_frame = run;
		if (compiles[i]->metrics)
			add_known(&site->compile_s,
			    compiles[i]->metrics->entire_frame_s);
	}
}

/* Sort, drop repeats; returns the new count. */
static size_t
unique_indexes(size_t *indexes, size_t count)
{
	size_t i, kept = 0;

	order_sort(indexes, count, sizeof(*indexes), order_sizes);
	for (i = 0; i < count; i++) {
		if (kept == 0 || indexes[kept - 1] != indexes[i])
			indexes[kept++] = indexes[i];
	}
	return kept;
}

static bool
is_eager(enum break_form form)
{
	return form == FORM_SKIP || form == FORM_NO_RESUME;
}

/* Compiles of the events, once each; only_eager: those left eager. */
static size_t
site_compiles(const struct ordered_event *events, size_t count,
    bool only_eager, size_t *out)
{
	size_t i, found = 0;

	for (i = 0; i < count; i++) {
		if (events[i].event.compile != NO_ROW &&
		    (!only_eager || is_eager(events[i].event.form)))
			out[found++] = events[i].event.compile;
	}
	return unique_indexes(out, found);
}

static void
sites_add(struct join *join, const struct ordered_event *events, size_t count)
{
	const struct compile_row **compiles =
	    mem_calloc(count, sizeof(*compiles));
	size_t *indexes = mem_calloc(count, sizeof(*indexes));
	struct site_row *site = array_add(&join->rows->sites);
	size_t i, found;

	site->first_event = site->first_compiled = events[0].before;
	site->events = (int64_t)count;
	site->lost_restart_s = site->lost_skip_s = NAN;
	for (i = count; i-- > 0;) {
		if (events[i].event.compile != NO_ROW)
			site->first_compiled = events[i].before;
	}
	for (i = 0; i < count; i++) {
		join->rows->events.items[events[i].before].site =
		    join->rows->sites.count - 1;
		site->forms[events[i].event.form]++;
		sites_add_rank(site, events[i].event.key.rank);
		add_known(&site->lost_restart_s,
		    events[i].event.lost_restart_s);
		add_known(&site->lost_skip_s, events[i].event.lost_skip_s);
	}
	site->eager_frames = (int64_t)site_compiles(events, count, true,
	    indexes);
	found = site_compiles(events, count, false, indexes);
	for (i = 0; i < found; i++)
		compiles[i] = &join->rows->compiles.items[indexes[i]];
	count_compiles(site, compiles, found);
	free(indexes);
	free(compiles);
}

/* A group of equal events: [from, to) in the sorted events. */
struct event_group {
	size_t from, to;
	size_t first;		/* smallest event id of the group */
};

static int
sites_compare_groups(const void *a, const void *b)
{
	size_t left = ((const struct event_group *)a)->first;
	size_t right = ((const struct event_group *)b)->first;

	return ORDER_OF(left, right);
}

/* Site ids follow the first event of each. */
static void
sites_add_sites(struct join *join, const struct ordered_event *events,
    size_t count)
{
	ARRAY_OF(struct event_group) groups = { 0 };
	size_t i, from;

	for (from = 0; from < count; from = i) {
		struct event_group *group = array_add(&groups);

		for (i = from + 1; i < count &&
		    sites_compare(&events[from], &events[i]) == 0; i++)
			continue;
		*group = (struct event_group){ from, i, events[from].before };
	}
	array_sort(&groups, sites_compare_groups);
	for (i = 0; i < groups.count; i++)
		sites_add(join, events + groups.items[i].from,
		    groups.items[i].to - groups.items[i].from);
	array_release(&groups);
}

void
join_sites(struct join *join)
{
	struct ordered_event *events;
	size_t count, i;

	order_events(join);
	count = join->rows->events.count;
	events = mem_calloc(count, sizeof(*events));
	for (i = 0; i < count; i++) {
		events[i].event = join->rows->events.items[i];
		events[i].before = i;
	}
	qsort(events, count, sizeof(*events), compare_sites_stable);
	sites_add_sites(join, events, count);
	free(events);
}
