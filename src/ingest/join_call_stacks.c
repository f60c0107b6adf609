/*
 * join_call_stacks.c - the call stacks of a run's breaks by function, and the
 * compiled frames that broke, for join_followers.c.
 */
#include "ingest/join_followers.h"

#include <stdlib.h>

#include "parse/compile_id.h"

static int
compare_function(const struct call_place *a, const struct call_place *b)
{
	int order = slice_compare(a->file, b->file);

	return order ? order : slice_compare(a->function, b->function);
}

static int
compare_code(const void *a, const void *b)
{
	const struct call_place *left = a, *right = b;
	int order = compare_function(left, right);

	return order ? order :
	    (left->start > right->start) - (left->start < right->start);
}

bool
same_code(const struct call_place *a, const struct call_place *b)
{
	return a->start == b->start && slice_equal(a->file, b->file) &&
	    slice_equal(a->function, b->function);
}

struct call_place
code_of(const struct followers *followers, struct slice file,
    struct slice function, int64_t line)
{
	struct call_place code = { .file = file, .line = line };
	size_t low = 0, high = followers->starts.count;
	int64_t ignored;

	resume_name_parse(function, &code.function, &ignored);
	code.start = line == UNKNOWN_INT ? INT64_MAX : line;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_code(&followers->starts.items[middle],
		    &code) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	code.start = 0;
	if (low > 0 && compare_function(&followers->starts.items[low - 1],
	    &code) == 0)
		code.start = followers->starts.items[low - 1].start;
	return code;
}

/* First lines are known of what was compiled, not of resume functions. */
static void
collect_starts(struct followers *followers)
{
	const struct rows *rows = followers->join->rows;
	struct slice function;
	int64_t line;
	size_t i;

	for (i = 0; i < rows->compiles.count; i++) {
		const struct compile_row *compile = &rows->compiles.items[i];
		struct call_place *start;

		if (!compile->frame.file.at || !compile->frame.function.at ||
		    compile->frame.line == UNKNOWN_INT ||
		    (compile->frame_name.at && resume_name_parse(
		    compile->frame_name, &function, &line)))
			continue;
		start = array_add(&followers->starts);
		start->file = compile->frame.file;
		start->function = compile->frame.function;
		start->start = compile->frame.line;
	}
	if (followers->starts.count)
		qsort(followers->starts.items, followers->starts.count,
		    sizeof(*followers->starts.items), compare_code);
}

static struct call_place
place_of_frame(const struct followers *followers,
    const struct stack_frame *frame)
{
	struct call_place place = code_of(followers, frame->file,
	    frame->function, frame->line);
	enum owner_kind kind = owner_of(frame->file,
	    &followers->join->capture->torch_roots).kind;

	place.is_torch = kind == OWNER_TORCH || kind == OWNER_STDLIB;
	return place;
}

static struct call_place *
places_of_stack(const struct followers *followers, const stack_array *stack)
{
	struct call_place *places = mem_calloc(stack->count,
	    sizeof(*places));
	size_t i;

	for (i = 0; i < stack->count; i++)
		places[i] = place_of_frame(followers, &stack->items[i]);
	return places;
}

static void
collect_calls(struct followers *followers)
{
	const struct rows *rows = followers->join->rows;
	size_t i;

	followers->calls = mem_calloc(rows->events.count,
	    sizeof(*followers->calls));
	for (i = 0; i < rows->events.count; i++) {
		const struct event_row *event = &rows->events.items[i];
		struct event_calls *calls = &followers->calls[i];

		calls->places = places_of_stack(followers,
		    &event->reason->user_stack);
		calls->count = event->reason->user_stack.count;
		calls->root = event->frame_depth;
	}
}

static int
compare_broken(const void *a, const void *b)
{
	const struct broken_frame *left = a, *right = b;
	int order = compare_code(&left->code, &right->code);

	if (order)
		return order;
	return (left->event > right->event) - (left->event < right->event);
}

static void
collect_broken(struct followers *followers)
{
	const struct rows *rows = followers->join->rows;
	size_t i;

	for (i = 0; i < rows->events.count; i++) {
		const struct event_row *event = &rows->events.items[i];
		const struct event_calls *calls = &followers->calls[i];
		struct broken_frame *broken;

		if (event->compile == NO_ROW || calls->root == NO_ROW)
			continue;
		broken = array_add(&followers->broken);
		broken->code = calls->places[calls->root];
		broken->line = event->frame_line;
		broken->is_eager = event->form == FORM_SKIP;
		broken->site = event->site;
		broken->compile = event->compile;
		broken->event = i;
	}
	if (followers->broken.count)
		qsort(followers->broken.items, followers->broken.count,
		    sizeof(*followers->broken.items), compare_broken);
}

size_t
first_broken(const struct followers *followers, const struct call_place *code)
{
	size_t low = 0, high = followers->broken.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_code(&followers->broken.items[middle].code,
		    code) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Events grouped by site: a counting sort. */
static void
group_by_site(struct followers *followers)
{
	const struct rows *rows = followers->join->rows;
	size_t i, sum = 0;

	followers->sites = mem_calloc(rows->sites.count,
	    sizeof(*followers->sites));
	followers->by_site = mem_calloc(rows->events.count,
	    sizeof(*followers->by_site));
	for (i = 0; i < rows->sites.count; i++) {
		followers->sites[i].events = followers->by_site + sum;
		sum += (size_t)rows->sites.items[i].events;
	}
	for (i = 0; i < rows->events.count; i++) {
		struct site_events *site =
		    &followers->sites[rows->events.items[i].site];

		site->events[site->count++] = i;
	}
}

bool
is_before(const struct followers *followers, size_t before,
    const struct compile_row *compile)
{
	const struct compile_row *first =
	    &followers->join->rows->compiles.items[before];

	return first->key.rank == compile->key.rank &&
	    first->key.process == compile->key.process &&
	    first->first_order < compile->first_order;
}

/* The last compile that began before; NO_ROW if there is none. */
static size_t
compile_before(const struct followers *followers,
    const struct compile_row *compile)
{
	const struct rows *rows = followers->join->rows;
	size_t i, best = NO_ROW;

	for (i = 0; i < rows->compiles.count; i++) {
		if (is_before(followers, i, compile) && (best == NO_ROW ||
		    rows->compiles.items[i].first_order >
		    rows->compiles.items[best].first_order))
			best = i;
	}
	return best;
}

/* Whether the callers of the first are callers of the second too. */
static bool
has_callers_of(const struct compile_row *first,
    const struct compile_row *second)
{
	size_t i;

	if (!first->stack || !second->stack || first->stack->count == 0 ||
	    second->stack->count < first->stack->count)
		return false;
	for (i = 0; i + 1 < first->stack->count; i++) {
		const struct stack_frame *a = &first->stack->items[i];
		const struct stack_frame *b = &second->stack->items[i];

		if (a->line != b->line || !slice_equal(a->file, b->file))
			return false;
	}
	return true;
}

void
mark_compile(struct followers *followers, size_t row,
    mark_function *mark_callers)
{
	const struct rows *rows = followers->join->rows;
	const struct compile_row *compile = &rows->compiles.items[row];
	size_t before = compile_before(followers, compile), i;
	bool same = before != NO_ROW && has_callers_of(
	    &rows->compiles.items[before], compile);
	struct call_place *places;

	for (i = 0; i < followers->broken.count; i++) {
		const struct broken_frame *broken =
		    &followers->broken.items[i];
		const struct event_calls *calls =
		    &followers->calls[broken->event];

		if (broken->compile == row)
			mark_callers(followers, calls->places, calls->root,
			    compile);
		else if (same && broken->compile == before)
			followers->marks[broken->site] = followers->mark;
	}
	if (!compile->stack || compile->stack->count == 0)
		return;
	places = places_of_stack(followers, compile->stack);
	mark_callers(followers, places, compile->stack->count - 1, compile);
	free(places);
}

void
mark_origin(struct followers *followers, size_t row)
{
	const struct compile_row *compile =
	    &followers->join->rows->compiles.items[row];
	struct call_place code;
	struct slice function;
	int64_t line;
	size_t i;

	if (!compile->frame_name.at ||
	    !resume_name_parse(compile->frame_name, &function, &line))
		return;
	code = code_of(followers, compile->frame.file, function, line);
	for (i = first_broken(followers, &code);
	    i < followers->broken.count; i++) {
		const struct broken_frame *broken =
		    &followers->broken.items[i];

		if (!same_code(&broken->code, &code))
			break;
		if (!broken->is_eager && broken->line == line &&
		    is_before(followers, broken->compile, compile))
			followers->marks[broken->site] = followers->mark;
	}
}

void
add_marked(struct followers *followers, size_t compile, bool resumes)
{
	struct rows *rows = followers->join->rows;
	struct below_row *below;
	size_t i;

	for (i = 0; i < rows->sites.count; i++) {
		if (followers->marks[i] != followers->mark)
			continue;
		below = array_add(&rows->below);
		*below = (struct below_row){ compile, i, resumes };
	}
	followers->mark++;
}

void
followers_init(struct followers *followers)
{
	size_t sites = followers->join->rows->sites.count;

	collect_starts(followers);
	collect_calls(followers);
	collect_broken(followers);
	group_by_site(followers);
	followers->marks = mem_calloc(sites, sizeof(*followers->marks));
	followers->called = mem_calloc(sites, sizeof(*followers->called));
	followers->resumed = mem_calloc(sites, sizeof(*followers->resumed));
}

void
followers_release(struct followers *followers)
{
	size_t i;

	for (i = 0; i < followers->join->rows->events.count; i++)
		free(followers->calls[i].places);
	array_release(&followers->starts);
	array_release(&followers->broken);
	free(followers->calls);
	free(followers->sites);
	free(followers->by_site);
	free(followers->marks);
	free(followers->called);
	free(followers->resumed);
}
