/*
 * join_cascades.c - what a site leads to: events in the functions that resume
 * after it, and whether its frames were compiled again without it.
 *
 * Only names tell who resumes whom: after a break whose compiled frame f stood
 * at line 9, torch compiles torch_dynamo_resume_in_f_at_9.
 */
#include "ingest/join/join.h"

#include <stdlib.h>

#include "parse/compile_id.h"

/* A compile of a resume function. */
struct resumed {
	struct slice file, function;
	int64_t line;
	size_t compile;
};

struct cascade {
	struct join *join;
	ARRAY_OF(struct resumed) resumed;	/* sorted */
	bool *reached;			/* compiles of one cascade */
	ARRAY_OF(size_t) pending;	/* compiles to follow */
	size_t *first_event;		/* of each compile, in by_compile */
	size_t *by_compile;		/* events sorted by compile */
};

static int
compare_resumed(const void *a, const void *b)
{
	const struct resumed *left = a, *right = b;
	int order = slice_compare(left->file, right->file);

	if (!order)
		order = slice_compare(left->function, right->function);
	return order ? order :
	    (left->line > right->line) - (left->line < right->line);
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

		if (!compile->frame_name.at || !resume_name_parse(
		    compile->frame_name, &function, &line))
			continue;
		resumed = array_add(&cascade->resumed);
		*resumed = (struct resumed){ compile->frame.file,
		    compile->frame.function, line, i };
	}
	if (cascade->resumed.count)
		qsort(cascade->resumed.items, cascade->resumed.count,
		    sizeof(*cascade->resumed.items), compare_resumed);
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

static size_t
cascades_lower_bound(const struct cascade *cascade,
    const struct resumed *wanted)
{
	size_t low = 0, high = cascade->resumed.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_resumed(&cascade->resumed.items[middle],
		    wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
cascades_reach(struct cascade *cascade, size_t compile)
{
	size_t *pending;

	if (cascade->reached[compile])
		return;
	cascade->reached[compile] = true;
	pending = array_add(&cascade->pending);
	*pending = compile;
}

/*
 * Reach the compiles that resume after an event; false if the names do not
 * tell. A frame that was skipped or ended in an error resumes nowhere.
 */
static bool
follow_event(struct cascade *cascade, const struct event_row *event)
{
	const struct rows *rows = cascade->join->rows;
	const struct compile_row *from, *to;
	struct resumed wanted;
	size_t i;

	if (event->form == FORM_SKIP || event->form == FORM_ERROR)
		return true;
	if (event->compile == NO_ROW || event->frame_line == UNKNOWN_INT)
		return false;
	from = &rows->compiles.items[event->compile];
	wanted = (struct resumed){ from->frame.file, from->frame.function,
	    event->frame_line, 0 };
	for (i = cascades_lower_bound(cascade, &wanted);
	     i < cascade->resumed.count &&
	     compare_resumed(&cascade->resumed.items[i], &wanted) == 0;
	     i++) {
		to = &rows->compiles.items[cascade->resumed.items[i].compile];
		/* Only what was compiled later resumes after it. */
		if (to->key.rank == from->key.rank &&
		    to->key.process == from->key.process &&
		    to->first_order > from->first_order)
			cascades_reach(cascade,
			    cascade->resumed.items[i].compile);
	}
	return true;
}

/* Events of a compile that are none of the site's; follows them too. */
static int64_t
count_compile(struct cascade *cascade, size_t compile, size_t site)
{
	const struct rows *rows = cascade->join->rows;
	int64_t count = 0;
	size_t i;

	for (i = cascade->first_event[compile];
	    i < cascade->first_event[compile + 1]; i++) {
		const struct event_row *event =
		    &rows->events.items[cascade->by_compile[i]];

		if (event->site != site)
			count++;
		follow_event(cascade, event);
	}
	return count;
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
		if (!follow_event(cascade, event))
			known = false;
	}
	for (i = 0; i < cascade->pending.count; i++)
		sum += count_compile(cascade, cascade->pending.items[i], site);
	for (i = 0; i < cascade->pending.count; i++)
		cascade->reached[cascade->pending.items[i]] = false;
	cascade->pending.count = 0;
	return known ? sum : UNKNOWN_INT;
}

static bool
holds_site(const struct cascade *cascade, size_t compile, size_t site)
{
	const struct rows *rows = cascade->join->rows;
	size_t i;

	for (i = cascade->first_event[compile];
	    i < cascade->first_event[compile + 1]; i++) {
		if (rows->events.items[cascade->by_compile[i]].site == site)
			return true;
	}
	return false;
}

/* Whether two compiles are of one frame (code) of one instance. */
static bool
cascades_same_frame(const struct compile_row *a, const struct compile_row *b)
{
	struct compile_key left = a->key, right = b->key;

	left.frame_compile = right.frame_compile = NO_ID;
	return a->instance == b->instance &&
	    compile_key_compare(&left, &right) == 0;
}

/*
 * The compiles of a frame after a given one: 1 if the last one that was traced
 * is without the site, 0 if one still has it, UNKNOWN_INT if there is none.
 */
static int64_t
later_compiles(const struct cascade *cascade, size_t compile, size_t site)
{
	const struct rows *rows = cascade->join->rows;
	int64_t result = UNKNOWN_INT;
	size_t i;

	for (i = compile + 1; i < rows->compiles.count; i++) {
		const struct compile_row *later = &rows->compiles.items[i];

		if (later->key.frame != rows->compiles.items[compile].key.frame)
			break;
		if (!cascades_same_frame(&rows->compiles.items[compile],
			later) ||
		    later->limit_hit || !later->metrics)
			continue;
		if (holds_site(cascade, i, site))
			return 0;
		result = 1;
	}
	return result;
}

/*
 * 1 if no later compile of the site's frames has it and at least half of its
 * compiles were followed by one; a single recompile of a shared wrapper tells
 * nothing of the other frames (models/mixtral_moe, GB0036).
 */
static int64_t
first_call_only(const struct cascade *cascade, const size_t *events,
    size_t count, size_t site)
{
	const struct rows *rows = cascade->join->rows;
	size_t i, gone = 0, compiles = 0;

	for (i = 0; i < count; i++) {
		size_t compile = rows->events.items[events[i]].compile;
		int64_t later;

		if (compile == NO_ROW)
			continue;
		compiles++;
		later = later_compiles(cascade, compile, site);
		if (later == 0)
			return 0;
		gone += later == 1;
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
	return (left->event > right->event) - (left->event < right->event);
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
		site->first_call_only = first_call_only(cascade,
		    events + from, i - from, sited[from].site);
	}
	free(events);
	free(sited);
}

void
join_cascades(struct join *join)
{
	struct cascade cascade = { .join = join };

	if (join->rows->events.count == 0)
		return;
	cascade.reached = mem_calloc(join->rows->compiles.count,
	    sizeof(*cascade.reached));
	collect_resumed(&cascade);
	group_events(&cascade);
	set_sites(&cascade);
	array_release(&cascade.resumed);
	array_release(&cascade.pending);
	free(cascade.by_compile);
	free(cascade.first_event);
	free(cascade.reached);
}
