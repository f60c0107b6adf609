/*
 * join_cascades.c - what a site leads to: events in the functions that resume
 * after it, and whether its frames were compiled again without it.
 *
 * Only names tell who resumes whom: after a break whose compiled frame f stood
 * at line 9, torch compiles torch_dynamo_resume_in_f_at_9.
 */
#include "ingest/join/sites/sites.h"

#include <stdlib.h>

#include "parse/compile_id.h"
#include "util/order.h"

/* Compiles and events of a cascade that are counted; a longer one is not. */
enum { MAX_CASCADE = 2000 };

/* Where an event resumes: a number of resumed, or one of these. */
#define NOWHERE NO_ROW
#define NOT_TOLD (NO_ROW - 1)

/*
 * A compile of a resume function. What resumes after one line of a process
 * lies together in order of time, so that a break reaches all from some one
 * on: those from reached on, which is kept in the last of them, are reached.
 */
struct resumed {
	struct slice file, function;
	int64_t line, rank, process, order;
	size_t compile;
	size_t last, reached;		/* in resumed */
};

struct cascade {
	struct join *join;
	ARRAY_OF(struct resumed) resumed;	/* sorted */
	ARRAY_OF(size_t) pending;	/* of resumed, to follow */
	size_t *resumes_at;		/* of each event: the first */
	size_t followed;		/* compiles and events so far */
	size_t *first_event;		/* of each compile, in by_compile */
	size_t *by_compile;		/* events sorted by compile */
	size_t *frames;			/* join_number_frames() */
	/* Last compile of each frame that was traced / has the site; + 1. */
	size_t *last_traced, *last_with_site;
};

/* Whether two resume after the same line of the same process. */
static int
compare_resumed_lines(const struct resumed *a, const struct resumed *b)
{
	int order = slice_compare(a->file, b->file);

	if (!order)
		order = slice_compare(a->function, b->function);
	if (!order)
		order = ORDER_OF(a->line, b->line);
	if (!order)
		order = ORDER_OF(a->rank, b->rank);
	return order ? order : ORDER_OF(a->process, b->process);
}

static int
compare_resumed(const void *a, const void *b)
{
	const struct resumed *left = a, *right = b;
	int order = compare_resumed_lines(left, right);

	return order ? order : ORDER_OF(left->order, right->order);
}

/* Each knows the last one of its line; none is reached. */
static void
mark_lasts(struct cascade *cascade)
{
	struct resumed *all = cascade->resumed.items;
	size_t i, last = 0;

	for (i = cascade->resumed.count; i-- > 0;) {
		if (i + 1 == cascade->resumed.count ||
		    compare_resumed_lines(&all[i], &all[i + 1]) != 0)
			last = i;
		all[i].last = last;
		all[i].reached = last + 1;
	}
}

static void
collect_resumed(struct cascade *cascade)
{
	const struct rows *rows = cascade->join->rows;
	size_t i;

	for (i = 0; i < rows->compiles.count; i++) {
		const struct compile_row *compile = &rows->compiles.items[i];
		struct slice function;
		struct resumed *resumed;
		int64_t line;

		if (!compile->frame_name.at ||
		    !resume_name_parse(compile->frame_name, &function, &line))
			continue;
		resumed = array_add(&cascade->resumed);
		*resumed = (struct resumed){ compile->frame.file,
		    compile->frame.function, line, compile->key.rank,
		    compile->key.process, compile->first_order, i, 0, 0 };
	}
	array_sort(&cascade->resumed, compare_resumed);
	mark_lasts(cascade);
}

/* Events grouped by compile: a counting sort. */
static void
group_events(struct cascade *cascade)
{
	const struct rows *rows = cascade->join->rows;
	size_t compiles = rows->compiles.count, i, sum = 0, count;

	cascade->first_event = mem_calloc(compiles + 1,
	    sizeof(*cascade->first_event));
	cascade->by_compile = mem_calloc(rows->events.count,
	    sizeof(*cascade->by_compile));
	for (i = 0; i < rows->events.count; i++) {
		if (rows->events.items[i].compile != NO_ROW)
			cascade->first_event[rows->events.items[i].compile]++;
	}
	for (i = 0; i <= compiles; i++) {
		count = cascade->first_event[i];
		cascade->first_event[i] = sum;
		sum += count;
	}
	for (i = 0; i < rows->events.count; i++) {
		size_t compile = rows->events.items[i].compile;

		if (compile != NO_ROW)
			cascade->by_compile[cascade->first_event[compile]++] =
			    i;
	}
	for (i = compiles; i > 0; i--)
		cascade->first_event[i] = cascade->first_event[i - 1];
	cascade->first_event[0] = 0;
}

/*
 * What resumes first after an event. A frame that was skipped or ended in an
 * error resumes nowhere.
 */
static size_t
find_resume(const struct cascade *cascade, const struct event_row *event)
{
	const struct compile_row *from;
	struct resumed wanted;
	size_t first;

	if (event->form == FORM_SKIP || event->form == FORM_ERROR)
		return NOWHERE;
	if (event->compile == NO_ROW || event->frame_line == UNKNOWN_INT)
		return NOT_TOLD;
	from = &cascade->join->rows->compiles.items[event->compile];
	/* Only what was compiled later resumes after it. */
	wanted = (struct resumed){ from->frame.file, from->frame.function,
	    event->frame_line, from->key.rank, from->key.process,
	    from->first_order + 1, 0, 0, 0 };
	first = array_first(&cascade->resumed, &wanted, compare_resumed);
	if (first == cascade->resumed.count ||
	    compare_resumed_lines(&cascade->resumed.items[first], &wanted) != 0)
		return NOWHERE;
	return first;
}

static void
find_resumes(struct cascade *cascade)
{
	const struct rows *rows = cascade->join->rows;
	size_t i;

	cascade->resumes_at = mem_calloc(rows->events.count,
	    sizeof(*cascade->resumes_at));
	for (i = 0; i < rows->events.count; i++)
		cascade->resumes_at[i] = find_resume(cascade,
		    &rows->events.items[i]);
}

/* Reach the compiles that resume after an event, each once. */
static void
follow_event(struct cascade *cascade, size_t event)
{
	size_t first = cascade->resumes_at[event];
	struct resumed *last;

	if (first == NOWHERE || first == NOT_TOLD)
		return;
	last = &cascade->resumed.items[cascade->resumed.items[first].last];
	while (last->reached > first && cascade->followed <= MAX_CASCADE) {
		*array_add(&cascade->pending) = --last->reached;
		cascade->followed++;
	}
}

/* Events of a compile that are none of the site's; follows them too. */
static int64_t
count_compile(struct cascade *cascade, size_t compile, size_t site)
{
	const struct rows *rows = cascade->join->rows;
	int64_t count = 0;
	size_t i;

	for (i = cascade->first_event[compile];
	    i < cascade->first_event[compile + 1] &&
	    cascade->followed <= MAX_CASCADE; i++) {
		size_t event = cascade->by_compile[i];

		if (rows->events.items[event].site != site)
			count++;
		follow_event(cascade, event);
		cascade->followed++;
	}
	return count;
}

static void
forget_cascade(struct cascade *cascade)
{
	struct resumed *all = cascade->resumed.items;
	size_t i, last;

	for (i = 0; i < cascade->pending.count; i++) {
		last = all[cascade->pending.items[i]].last;
		all[last].reached = last + 1;
	}
	cascade->pending.count = 0;
	cascade->followed = 0;
}

static int64_t
count_cascade(struct cascade *cascade, const size_t *events, size_t count,
    size_t site)
{
	const struct rows *rows = cascade->join->rows;
	int64_t sum = 0;
	bool known = true;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct event_row *event = &rows->events.items[events[i]];

		sum += (int64_t)event->reason->parts.count > 1 ?
		    (int64_t)event->reason->parts.count - 1 : 0;
		known &= cascade->resumes_at[events[i]] != NOT_TOLD;
		follow_event(cascade, events[i]);
	}
	for (i = 0; i < cascade->pending.count; i++)
		sum += count_compile(cascade, cascade->resumed.items[
		    cascade->pending.items[i]].compile, site);
	known &= cascade->followed <= MAX_CASCADE;
	forget_cascade(cascade);
	return known ? sum : UNKNOWN_INT;
}

static bool
is_traced(const struct compile_row *compile)
{
	return !compile->limit_hit && compile->metrics;
}

static void
find_last_traced(struct cascade *cascade)
{
	const struct rows *rows = cascade->join->rows;
	size_t i;

	for (i = 0; i < rows->compiles.count; i++) {
		if (is_traced(&rows->compiles.items[i]))
			cascade->last_traced[cascade->frames[i]] = i + 1;
	}
}

/* Set, or take back, the last traced compiles that have a site. */
static void
set_last_with_site(struct cascade *cascade, const size_t *events,
    size_t count, bool set)
{
	const struct rows *rows = cascade->join->rows;
	size_t i;

	for (i = 0; i < count; i++) {
		size_t compile = rows->events.items[events[i]].compile, *last;

		if (compile == NO_ROW)
			continue;
		last = &cascade->last_with_site[cascade->frames[compile]];
		if (!set)
			*last = 0;
		else if (*last <= compile &&
		    is_traced(&rows->compiles.items[compile]))
			*last = compile + 1;
	}
}

/*
 * 1 if no later compile of the site's frames has it and at least half of its
 * compiles were followed by one; a single recompile of a shared wrapper tells
 * nothing of the other frames (models/mixtral_moe, GB0036).
 */
static int64_t
first_call_only(const struct cascade *cascade, const size_t *events,
    size_t count)
{
	const struct rows *rows = cascade->join->rows;
	size_t i, gone = 0, compiles = 0;

	for (i = 0; i < count; i++) {
		size_t compile = rows->events.items[events[i]].compile;
		size_t frame;

		if (compile == NO_ROW)
			continue;
		frame = cascade->frames[compile];
		compiles++;
		if (cascade->last_with_site[frame] > compile + 1)
			return 0;
		gone += cascade->last_traced[frame] > compile + 1;
	}
	return gone > 0 && gone * 2 >= compiles ? 1 : UNKNOWN_INT;
}

/* An event and its site, for grouping. */
struct sited {
	size_t site, event;
};

static int
compare_sited(const void *a, const void *b)
{
	const struct sited *left = a, *right = b;

	if (left->site != right->site)
		return left->site < right->site ? -1 : 1;
	return ORDER_OF(left->event, right->event);
}

static void
set_sites(struct cascade *cascade)
{
	struct rows *rows = cascade->join->rows;
	size_t count = rows->events.count, i, from;
	struct sited *sited = mem_calloc(count, sizeof(*sited));
	size_t *events = mem_calloc(count, sizeof(*events));

	for (i = 0; i < count; i++)
		sited[i] = (struct sited){ rows->events.items[i].site, i };
	qsort(sited, count, sizeof(*sited), compare_sited);
	for (i = 0; i < count; i++)
		events[i] = sited[i].event;
	for (from = 0; from < count; from = i) {
		struct site_row *site = &rows->sites.items[sited[from].site];

		for (i = from + 1; i < count &&
		    sited[i].site == sited[from].site; i++)
			continue;
		site->cascade_events = count_cascade(cascade, events + from,
		    i - from, sited[from].site);
		set_last_with_site(cascade, events + from, i - from, true);
		site->first_call_only = first_call_only(cascade,
		    events + from, i - from);
		set_last_with_site(cascade, events + from, i - from, false);
	}
	free(events);
	free(sited);
}

void
join_cascades(struct join *join)
{
	struct cascade cascade = { .join = join };
	size_t compiles = join->rows->compiles.count;

	if (join->rows->events.count == 0)
		return;
	cascade.frames = join_number_frames(join->rows);
	cascade.last_traced = mem_calloc(compiles + 1,
	    sizeof(*cascade.last_traced));
	cascade.last_with_site = mem_calloc(compiles + 1,
	    sizeof(*cascade.last_with_site));
	find_last_traced(&cascade);
	collect_resumed(&cascade);
	find_resumes(&cascade);
	group_events(&cascade);
	set_sites(&cascade);
	array_release(&cascade.resumed);
	array_release(&cascade.pending);
	free(cascade.resumes_at);
	free(cascade.by_compile);
	free(cascade.first_event);
	free(cascade.last_with_site);
	free(cascade.last_traced);
	free(cascade.frames);
}
