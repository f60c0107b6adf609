/*
 * join_causes.c - why frames were compiled again. A cause is what one change
 * would cure: failures of one guard class and source in one function (a local
 * x of two functions is not one thing; a global is), numbers in subscripts
 * folded. Tensors that change in the same way in one call are one input under
 * several names.
 */
#include "ingest/join/join_private.h"

#include <stdlib.h>

#include "parse/guard/guard.h"
#include "util/order.h"

/* What tells groups of failures apart. */
struct group_key {
	enum guard_class guard_class;
	struct slice source;		/* folded */
	struct slice file, function;	/* absent: the whole run */
	int64_t line;
	size_t failure;
};

static void
own_text(struct join *join, struct guard_text *text)
{
	text->source = intern(&join->capture->texts, text->source);
	text->expected = intern(&join->capture->texts, text->expected);
	text->actual = intern(&join->capture->texts, text->actual);
}

static void
add_guards(struct join *join, struct recompile_row *row)
{
	struct rows *rows = join->rows;
	size_t i;

	row->first_guard = rows->guards.count;
	for (i = 0; i < row->reasons->count; i++) {
		struct guard_row *guard = array_add(&rows->guards);

		guard->cause = NO_ROW;
		if (!row->reasons->items[i].text.at)
			continue;
		guard_text_parse(&join->capture->arena,
		    row->reasons->items[i].guard, &guard->text);
		own_text(join, &guard->text);
	}
}

/* Failures with a reason, in order of time. */
static void
collect_failures(struct join *join, guard_failure_array *failures)
{
	struct rows *rows = join->rows;
	size_t count = rows->recompiles.count, i, k;
	size_t *order = mem_calloc(count, sizeof(*order));
	size_t *calls = mem_calloc(count, sizeof(*calls));

	join_calls(rows, order, calls);
	for (i = 0; i < count; i++) {
		const struct recompile_row *row =
		    &rows->recompiles.items[order[i]];

		for (k = 0; k < row->reasons->count; k++) {
			struct guard_failure *failure;

			if (!row->reasons->items[k].text.at)
				continue;
			failure = array_add(failures);
			*failure = (struct guard_failure){
			    &rows->guards.items[row->first_guard + k],
			    &row->reasons->items[k], row->compile, calls[i],
			    failures->count - 1, 0 };
		}
	}
	free(order);
	free(calls);
}

/* Whether a source is the same thing in every function. */
static bool
is_global(const struct guard_text *text)
{
	return text->guard_class == GUARD_CLASS_GLOBAL_STATE ||
	    slice_starts(text->source, LITERAL("G[")) ||
	    slice_equal(text->source, LITERAL("backend"));
}

/*
 * A guard without a source is told by its words. A compile whose function is
 * not known is told by its frame.
 */
static struct group_key
causes_key_of(struct join *join, const struct guard_failure *failure,
    struct buffer *scratch)
{
	const struct guard_text *text = &failure->row->text;
	const struct compile_row *compile =
	    &join->rows->compiles.items[failure->compile];
	struct group_key key = { .guard_class = text->guard_class };

	buffer_clear(scratch);
	guard_source_fold(scratch, text->source.at ? text->source :
	    guard_text_code(failure->reason->guard));
	key.source = intern(&join->capture->texts, buffer_slice(scratch));
	if (is_global(text))
		return key;
	key.file = compile->frame.file;
	key.function = compile->frame_name;
	key.line = key.file.at ? compile->frame.line : compile->key.frame;
	return key;
}

static int
causes_compare_keys(const void *a, const void *b)
{
	const struct group_key *left = a, *right = b;
	int order = (int)left->guard_class - (int)right->guard_class;

	if (!order)
		order = slice_compare(left->source, right->source);
	if (!order)
		order = slice_compare(left->file, right->file);
	if (!order)
		order = slice_compare(left->function, right->function);
	return order ? order : ORDER_OF(left->line, right->line);
}

/* Number the groups; returns how many. */
static size_t
group_failures(struct join *join, guard_failure_array *failures)
{
	struct group_key *keys = mem_calloc(failures->count, sizeof(*keys));
	struct buffer scratch = { 0 };
	size_t groups = 0, i;

	for (i = 0; i < failures->count; i++) {
		keys[i] = causes_key_of(join, &failures->items[i], &scratch);
		keys[i].failure = i;
	}
	if (failures->count)
		qsort(keys, failures->count, sizeof(*keys),
		    causes_compare_keys);
	for (i = 0; i < failures->count; i++) {
		groups += i == 0 ||
		    causes_compare_keys(&keys[i - 1], &keys[i]) != 0;
		failures->items[keys[i].failure].group = groups - 1;
	}
	buffer_release(&scratch);
	free(keys);
	return groups;
}

/* The representative of a group, its path halved on the way. */
static size_t
find_group(size_t *parents, size_t group)
{
	while (parents[group] != group) {
		parents[group] = parents[parents[group]];
		group = parents[group];
	}
	return group;
}

/* The same change of a tensor in the same call. */
static int
compare_changes(const void *a, const void *b)
{
	const struct guard_failure *left = *(struct guard_failure *const *)a;
	const struct guard_failure *right = *(struct guard_failure *const *)b;
	int order = ORDER_OF(left->call, right->call);

	if (!order)
		order = (int)left->row->text.guard_class -
		    (int)right->row->text.guard_class;
	if (!order)
		order = slice_compare(left->row->text.expected,
		    right->row->text.expected);
	return order ? order : slice_compare(left->row->text.actual,
	    right->row->text.actual);
}

/* Make groups one whose tensors change alike in one call. */
static void
link_names(const guard_failure_array *failures, size_t *parents)
{
	ARRAY_OF(struct guard_failure *) changes = { 0 };
	size_t i;

	for (i = 0; i < failures->count; i++) {
		struct guard_failure **change;

		if (failures->items[i].row->text.guard_class >
		    GUARD_CLASS_DISPATCH_KEY ||
		    !failures->items[i].row->text.expected.at)
			continue;
		change = array_add(&changes);
		*change = &failures->items[i];
	}
	array_sort(&changes, compare_changes);
	for (i = 1; i < changes.count; i++) {
		if (compare_changes(&changes.items[i - 1],
		    &changes.items[i]) == 0)
			parents[find_group(parents,
			    changes.items[i]->group)] = find_group(parents,
			    changes.items[i - 1]->group);
	}
	array_release(&changes);
}

/* A cause for each set of linked groups, by first appearance. */
static void
number_causes(struct join *join, guard_failure_array *failures,
    size_t *parents, size_t groups)
{
	size_t *causes = mem_calloc(groups, sizeof(*causes)), i;

	for (i = 0; i < failures->count; i++) {
		struct guard_failure *failure = &failures->items[i];
		size_t group = find_group(parents, failure->group);

		if (causes[group] == 0) {
			struct cause_row *cause =
			    array_add(&join->rows->causes);

			cause->guard_class = failure->row->text.guard_class;
			cause->source = failure->row->text.source;
			causes[group] = join->rows->causes.count;
		}
		failure->row->cause = causes[group] - 1;
	}
	free(causes);
}

/* The shared spelling of two sources of one name. */
static struct slice
fold_if_differs(struct join *join, struct slice source, struct slice other)
{
	struct buffer one = { 0 }, two = { 0 };

	if (source.at && other.at && !slice_equal(source, other)) {
		guard_source_fold(&one, source);
		guard_source_fold(&two, other);
		if (slice_equal(buffer_slice(&one), buffer_slice(&two)))
			source = intern(&join->capture->texts,
			    buffer_slice(&one));
	}
	buffer_release(&one);
	buffer_release(&two);
	return source;
}

/*
 * The root is what the first frame of a cause calls it: frames are numbered
 * as they are first compiled, so callers come before what they call.
 */
static void
find_roots(struct join *join, const guard_failure_array *failures)
{
	struct rows *rows = join->rows;
	size_t *firsts = mem_calloc(rows->causes.count, sizeof(*firsts)), i;

	for (i = 0; i < failures->count; i++) {
		const struct guard_failure *failure = &failures->items[i];
		size_t cause = failure->row->cause;

		if (firsts[cause] == 0 || failure->compile + 1 <
		    firsts[cause]) {
			firsts[cause] = failure->compile + 1;
			rows->causes.items[cause].root_source =
			    failure->row->text.source;
		}
	}
	for (i = 0; i < failures->count; i++) {
		struct cause_row *cause = &rows->causes.items[
		    failures->items[i].row->cause];

		cause->root_source = fold_if_differs(join, cause->root_source,
		    failures->items[i].row->text.source);
	}
	free(firsts);
}

static bool
causes_same_frame(const struct compile_row *a, const struct compile_row *b)
{
	struct compile_key key = a->key;

	key.frame_compile = b->key.frame_compile;
	return compile_key_compare(&key, &b->key) == 0;
}

/* Compiles of a frame stand together: find those that hit the limit. */
static void
mark_limits(struct rows *rows, const guard_failure_array *failures)
{
	size_t count = rows->compiles.count, start = 0, i;
	bool *limits = mem_calloc(count, sizeof(*limits)), limit = false;

	for (i = 0; i < count; i++) {
		limit |= rows->compiles.items[i].limit_hit;
		if (i + 1 < count && causes_same_frame(&rows->compiles.items[i],
		    &rows->compiles.items[i + 1]))
			continue;
		for (; start <= i; start++)
			limits[start] = limit;
		limit = false;
	}
	for (i = 0; i < failures->count; i++) {
		if (limits[failures->items[i].compile])
			rows->causes.items[failures->items[i].row->cause].
			    limit_hit = true;
	}
	free(limits);
}

void
join_causes(struct join *join)
{
	guard_failure_array failures = { 0 };
	size_t groups, *parents, i;

	for (i = 0; i < join->rows->recompiles.count; i++)
		add_guards(join, &join->rows->recompiles.items[i]);
	collect_failures(join, &failures);
	groups = group_failures(join, &failures);
	parents = mem_calloc(groups, sizeof(*parents));
	for (i = 0; i < groups; i++)
		parents[i] = i;
	link_names(&failures, parents);
	number_causes(join, &failures, parents, groups);
	find_roots(join, &failures);
	mark_limits(join->rows, &failures);
	join_cause_values(join, &failures);
	free(parents);
	array_release(&failures);
}
