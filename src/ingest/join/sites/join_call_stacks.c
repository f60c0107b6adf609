/*
 * join_call_stacks.c - the call stacks of a run's breaks by function, and the
 * compiled frames that broke, for join_followers.c.
 */
#include "ingest/join/sites/sites.h"

#include <stdlib.h>

#include "parse/compile_id.h"
#include "util/order.h"

enum { MAX_BROKEN = 4096 };	/* frames of a function that are looked at */

static int
compare_function(const struct call_place *a, const struct call_place *b)
{
	int order = slice_compare(a->file, b->file);

	return order ? order : slice_compare(a->function, b->function);
}

static int
call_stacks_compare_code(const void *a, const void *b)
{
	const struct call_place *left = a, *right = b;
	int order = compare_function(left, right);

	return order ? order : ORDER_OF(left->start, right->start);
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
	int64_t ignored;
	size_t behind;

	resume_name_parse(function, &code.function, &ignored);
	code.start = line == UNKNOWN_INT || line == INT64_MAX ? INT64_MAX :
	    line + 1;
	behind = array_first(&followers->starts, &code,
	    call_stacks_compare_code);
	code.start = 0;
	if (behind > 0 && compare_function(&followers->starts.items[behind - 1],
	    &code) == 0)
		code.start = followers->starts.items[behind - 1].start;
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
		    (compile->frame_name.at &&
		    resume_name_parse(compile->frame_name, &function, &line)))
			continue;
		start = array_add(&followers->starts);
		start->file = compile->frame.file;
		start->function = compile->frame.function;
		start->start = compile->frame.line;
	}
	array_sort(&followers->starts, call_stacks_compare_code);
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
compare_time(const void *a, const void *b)
{
	const struct broken_frame *left = a, *right = b;
	int order = call_stacks_compare_code(&left->code, &right->code);

	if (!order)
		order = ORDER_OF(left->rank, right->rank);
	if (!order)
		order = ORDER_OF(left->process, right->process);
	return order ? order : ORDER_OF(left->order, right->order);
}

static int
compare_broken(const void *a, const void *b)
{
	const struct broken_frame *left = a, *right = b;
	int order = compare_time(left, right);

	return order ? order : ORDER_OF(left->event, right->event);
}

static void
set_time(struct broken_frame *broken, const struct compile_row *compile)
{
	broken->rank = compile->key.rank;
	broken->process = compile->key.process;
	broken->order = compile->first_order;
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
		set_time(broken, &rows->compiles.items[event->compile]);
	}
	array_sort(&followers->broken, compare_broken);
	for (i = 0; i < followers->broken.count; i++)
		row_index_add(&followers->broken_by_compile,
		    table_hash_number(0, (int64_t)
		    followers->broken.items[i].compile), i);
}

struct broken_range
broken_before(const struct followers *followers,
    const struct call_place *code, const struct compile_row *compile)
{
	struct broken_frame wanted = { .code = *code };
	struct broken_range range;

	set_time(&wanted, compile);
	range.to = array_first(&followers->broken, &wanted, compare_time);
	wanted.order = INT64_MIN;
	range.from = array_first(&followers->broken, &wanted, compare_time);
	if (range.to - range.from > MAX_BROKEN)
		range.from = range.to - MAX_BROKEN;
	return range;
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

/* For sorting: a compile, to find the one before it. */
struct ordered_compile {
	const struct compile_row *compile;
	size_t row;
};

static int
compare_ordered(const void *a, const void *b)
{
	const struct ordered_compile *left = a, *right = b;
	const struct compile_row *one = left->compile, *two = right->compile;
	int order = ORDER_OF(one->key.rank, two->key.rank);

	if (!order)
		order = ORDER_OF(one->key.process, two->key.process);
	if (!order)
		order = ORDER_OF(one->first_order, two->first_order);
	return order ? order : ORDER_OF(left->row, right->row);
}

static bool
same_process(const struct compile_key *a, const struct compile_key *b)
{
	return a->rank == b->rank && a->process == b->process;
}

/* The last compile that began before each, of the same rank and process. */
static void
find_before(struct followers *followers)
{
	const struct rows *rows = followers->join->rows;
	size_t count = rows->compiles.count, i, first = 0, last = NO_ROW;
	struct ordered_compile *all = mem_calloc(count, sizeof(*all));

	followers->before = mem_calloc(count, sizeof(*followers->before));
	for (i = 0; i < count; i++)
		all[i] = (struct ordered_compile){ &rows->compiles.items[i],
		    i };
	if (count)
		qsort(all, count, sizeof(*all), compare_ordered);
	for (i = 0; i < count; i++) {
		const struct compile_row *own = all[i].compile;

		if (i > 0 && !same_process(&own->key,
		    &all[first].compile->key)) {
			first = i;
			last = NO_ROW;
		} else if (own->first_order != all[first].compile->
		    first_order) {
			last = all[first].row;
			first = i;
		}
		followers->before[all[i].row] = last;
	}
	free(all);
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
mark_site(struct followers *followers, size_t site)
{
	size_t *marked;

	if (followers->is_marked[site])
		return;
	followers->is_marked[site] = true;
	marked = array_add(&followers->marked);
	*marked = site;
}

static const struct row_link *
broken_in(const struct followers *followers, size_t compile)
{
	return row_index_first(&followers->broken_by_compile,
	    table_hash_number(0, (int64_t)compile));
}

/* Mark the sites that broke a compile. */
static void
mark_broken(struct followers *followers, size_t compile)
{
	const struct row_link *link;

	for (link = broken_in(followers, compile); link;
	    link = row_index_next(&followers->broken_by_compile, link))
		mark_site(followers, followers->broken.items[link->row].site);
}

void
mark_compile(struct followers *followers, size_t row,
    mark_function *mark_callers)
{
	const struct rows *rows = followers->join->rows;
	const struct compile_row *compile = &rows->compiles.items[row];
	size_t before = followers->before[row];
	const struct row_link *link;
	struct call_place *places;

	if (before != NO_ROW &&
	    has_callers_of(&rows->compiles.items[before], compile))
		mark_broken(followers, before);
	for (link = broken_in(followers, row); link;
	    link = row_index_next(&followers->broken_by_compile, link)) {
		const struct event_calls *calls = &followers->calls[
		    followers->broken.items[link->row].event];

		mark_callers(followers, calls->places, calls->root, compile);
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
	struct broken_range range;
	struct call_place code;
	struct slice function;
	int64_t line;
	size_t i;

	if (!compile->frame_name.at ||
	    !resume_name_parse(compile->frame_name, &function, &line))
		return;
	code = code_of(followers, compile->frame.file, function, line);
	range = broken_before(followers, &code, compile);
	for (i = range.from; i < range.to; i++) {
		const struct broken_frame *broken =
		    &followers->broken.items[i];

		if (!broken->is_eager && broken->line == line)
			mark_site(followers, broken->site);
	}
}

void
sort_sites(size_t *sites, size_t count)
{
	order_sort(sites, count, sizeof(*sites), order_sizes);
}

void
add_marked(struct followers *followers, size_t compile, bool resumes)
{
	struct rows *rows = followers->join->rows;
	struct below_row *below;
	size_t i;

	sort_sites(followers->marked.items, followers->marked.count);
	for (i = 0; i < followers->marked.count; i++) {
		size_t site = followers->marked.items[i];

		below = array_add(&rows->below);
		*below = (struct below_row){ compile, site, resumes };
		followers->is_marked[site] = false;
	}
	followers->marked.count = 0;
}

void
followers_init(struct followers *followers)
{
	size_t sites = followers->join->rows->sites.count;

	collect_starts(followers);
	collect_calls(followers);
	collect_broken(followers);
	group_by_site(followers);
	find_before(followers);
	followers->is_marked = mem_calloc(sites,
	    sizeof(*followers->is_marked));
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
	array_release(&followers->marked);
	array_release(&followers->counted);
	row_index_release(&followers->broken_by_compile);
	free(followers->before);
	free(followers->is_marked);
	free(followers->called);
	free(followers->resumed);
}
