/*
 * sweep.c - pairs of runs of two sweeps, their diffs, and all of them added
 * up.
 */
#include "cli/commands/compare/sweep.h"

#include <string.h>

#include "cli/format/row.h"
#include "util/order.h"

const char *const sweep_verdicts[5] = { "better", "worse", "mixed", "same",
	"unknown" };

/* What a glob's wildcards took of a name: between its constant ends. */
static const char *
glob_key(struct sweep *sweep, const char *glob, const char *name)
{
	size_t head = strcspn(glob, "*?["), len = strlen(glob), tail = 0;
	size_t name_len = strlen(name);

	if (glob[head] == '\0')
		return "";
	while (tail < len && !strchr("*?]", glob[len - 1 - tail]))
		tail++;
	if (head + tail > name_len)
		return name;
	return arena_copy(&sweep->arena, name + head,
	    name_len - head - tail);
}

static const char *
sweep_copy(struct sweep *sweep, const char *text)
{
	return arena_copy(&sweep->arena, text ? text : "?",
	    strlen(text ? text : "?"));
}

static void
sweep_add_run(struct sweep *sweep, int side, const struct gbq_query *row,
    const char *glob)
{
	struct sweep_run *run = array_add(&sweep->runs[side]);

	run->run_id = row_id(row, "run_id");
	run->name = sweep_copy(sweep, row_text(row, "name"));
	run->key = !row_is_null(row, "pair") ?
	    sweep_copy(sweep, row_text(row, "pair")) :
	    glob ? glob_key(sweep, glob, run->name) : run->name;
	run->incomplete = !row_is_null(row, "complete") &&
	    row_integer(row, "complete") == 0;
	run->failed = row_integer(row, "failures") > 0 &&
	    !row_is_null(row, "graph_ops") &&
	    row_integer(row, "graph_ops") == 0;
}

static int
sweep_find_runs(struct context *context, struct sweep *sweep, int side)
{
	const char *text = sweep->names[side];
	const char *equals = strchr(text, '=');
	const char *pair_by = context_value(context, OPTION_PAIR_BY);
	struct gbq_query *query;
	enum gbq_status status;
	int exit_status = query_saved(context, &query, "sweep_runs", 0);

	if (exit_status)
		return exit_status;
	if (equals) {
		status = gbq_bind_text(query, "key", arena_copy(&sweep->arena,
		    text, (size_t)(equals - text)));
		if (status == GBQ_OK)
			status = gbq_bind_text(query, "value", equals + 1);
	} else {
		status = gbq_bind_text(query, "glob", text);
	}
	if (status == GBQ_OK && pair_by)
		status = gbq_bind_text(query, "pair", pair_by);
	if (status != GBQ_OK)
		exit_status = context_error(context, status);
	while (query_next(context, query, &exit_status))
		sweep_add_run(sweep, side, query, equals ? NULL : text);
	gbq_finish(query);
	if (exit_status)
		return exit_status;
	if (sweep->runs[side].count == 0)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "no run %s '%s'%s%s", equals ? "has the tag" :
		    "has a name like", text, pair_by ? " and the tag " : "",
		    pair_by ? pair_by : "");
	return 0;
}

/* Of one key: the base's run first; of a side the newest, as they came. */
static int
sweep_pair_order(const void *a, const void *b)
{
	const struct sweep_pair *left = a, *right = b;
	int order = strcmp(left->key, right->key);

	return order ? order : ORDER_OF(left->order, right->order);
}

/* The newest run of a key stands first: it is the one that is compared. */
static void
sweep_add_pairs(struct sweep *sweep)
{
	size_t kept = 0;

	for (int side = 0; side < GBQ_SIDES; side++) {
		for (size_t i = 0; i < sweep->runs[side].count; i++) {
			struct sweep_pair *pair = array_add(&sweep->pairs);

			pair->runs[side] = &sweep->runs[side].items[i];
			pair->key = pair->runs[side]->key;
			pair->order = sweep->pairs.count;
		}
	}
	array_sort(&sweep->pairs, sweep_pair_order);
	for (size_t i = 0; i < sweep->pairs.count; i++) {
		struct sweep_pair *pair = &sweep->pairs.items[i];
		struct sweep_pair *last = kept ?
		    &sweep->pairs.items[kept - 1] : NULL;

		if (!last || strcmp(last->key, pair->key) != 0)
			sweep->pairs.items[kept++] = *pair;
		else if (!last->runs[1])
			last->runs[1] = pair->runs[1];
	}
	sweep->pairs.count = kept;
}

/* Of these NULL is none, not unknown: no compile of the run has the phase. */
static bool
may_lack(const char *total)
{
	return strncmp(total, "phase.", 6) == 0 ||
	    strcmp(total, "backend_s") == 0 ||
	    strcmp(total, "inductor_s") == 0 ||
	    strcmp(total, "codegen_s") == 0;
}

/* A sum is unknown where a run's number is. */
static void
add_values(struct gbq_value *sum, const struct gbq_value *value, bool lacks)
{
	if (value->type == GBQ_NULL || sum->type == GBQ_NULL) {
		if (lacks && value->type != GBQ_NULL)
			*sum = *value;
		else if (!lacks)
			sum->type = GBQ_NULL;
		return;
	}
	if (value->type == GBQ_REAL)
		sum->type = GBQ_REAL;
	sum->integer += value->integer;
	sum->real += value->real;
}

/* There are some tens of names: all are looked through. */
const struct gbq_diff_total *
sweep_total(const struct sweep *sweep, const char *name)
{
	for (size_t i = 0; i < sweep->totals.count; i++) {
		if (strcmp(sweep->totals.items[i].name, name) == 0)
			return &sweep->totals.items[i];
	}
	return NULL;
}

static void
sweep_add_totals(struct sweep *sweep, const struct gbq_diff *diff)
{
	for (size_t i = 0; i < diff->totals.count; i++) {
		const struct gbq_diff_total *total = &diff->totals.items[i];
		const struct gbq_diff_total *known;
		bool lacks = may_lack(total->name);
		struct gbq_diff_total *sum;

		/* Kinds of several runs may be the same; tags are no sums. */
		if (strcmp(total->name, "break_kinds") == 0 ||
		    strncmp(total->name, "tag.", 4) == 0)
			continue;
		known = sweep_total(sweep, total->name);
		if (!known) {
			*(struct gbq_diff_total *)array_add(&sweep->totals) =
			    *total;
			continue;
		}
		sum = &sweep->totals.items[known - sweep->totals.items];
		for (int side = 0; side < GBQ_SIDES; side++)
			add_values(&sum->values[side], &total->values[side],
			    lacks);
	}
}

/* The same site of another model: kind, place and what became of it. */
static int
sweep_side_order(const struct gbq_diff_site *a, const struct gbq_diff_site *b)
{
	int order;

	if (!a || !b)
		return !a - !b;
	order = ORDER_OF(a->line, b->line);
	if (!order)
		order = string_compare(a->file, b->file);
	if (!order)
		order = string_compare(a->function, b->function);
	if (!order)
		order = string_compare(a->gb_id, b->gb_id);
	if (!order)
		order = string_compare(a->kind, b->kind);
	if (!order)
		order = string_compare(a->via_file, b->via_file);
	return order ? order : ORDER_OF(a->via_line, b->via_line);
}

static int
sweep_same_order(const struct sweep_site *a, const struct sweep_site *b)
{
	int order = (int)a->pair.state - (int)b->pair.state;

	if (!order)
		order = a->pair.uncertain - b->pair.uncertain;
	if (!order)
		order = sweep_side_order(a->pair.sides[0], b->pair.sides[0]);
	return order ? order : sweep_side_order(a->pair.sides[1],
	    b->pair.sides[1]);
}

static int
sweep_found_order(const void *a, const void *b)
{
	const struct sweep_site *left = a, *right = b;
	int order = sweep_same_order(left, right);

	return order ? order : ORDER_OF(left->order, right->order);
}

static void
sweep_add_sites(struct sweep *sweep, const struct sweep_pair *from)
{
	const struct gbq_diff *diff = from->diff;

	for (size_t i = 0; i < diff->sites.count; i++) {
		const struct gbq_diff_pair *pair = &diff->sites.items[i];
		struct sweep_site *site = array_add(&sweep->sites);

		site->pair = *pair;
		site->order = sweep->sites.count;
		for (int side = 0; side < GBQ_SIDES; side++) {
			if (pair->sides[side])
				site->events[side] =
				    pair->sides[side]->events;
		}
		*array_add(&site->keys) = from->key;
	}
	for (int state = 0; state < GBQ_STATES; state++)
		sweep->states[state] += diff->states[state];
	for (size_t i = 0; i < 5; i++)
		sweep->verdicts[i] += strcmp(sweep_verdicts[i],
		    diff->verdict) == 0;
	sweep->compared++;
}

/* One of all sites that are the same; pairs of runs come by key. */
static void
sweep_merge_sites(struct sweep *sweep)
{
	size_t kept = 0;

	array_sort(&sweep->sites, sweep_found_order);
	for (size_t i = 0; i < sweep->sites.count; i++) {
		struct sweep_site *site = &sweep->sites.items[i];
		struct sweep_site *last = kept ?
		    &sweep->sites.items[kept - 1] : NULL;
		const char *key = site->keys.items[0];

		if (!last || sweep_same_order(last, site) != 0) {
			sweep->sites.items[kept++] = *site;
			continue;
		}
		for (int side = 0; side < GBQ_SIDES; side++)
			last->events[side] += site->events[side];
		if (last->keys.items[last->keys.count - 1] != key)
			*array_add(&last->keys) = key;
		array_release(&site->keys);
	}
	sweep->sites.count = kept;
}

/* As in a diff of two runs: what needs eyes first; then by runs. */
static int
sweep_site_order(const void *a, const void *b)
{
	static const int ranks[] = { 4, 3, 2, 1, 0, 5 };
	const struct sweep_site *left = a, *right = b;
	const struct gbq_diff_site *left_site =
	    left->pair.sides[!left->pair.sides[0]];
	const struct gbq_diff_site *right_site =
	    right->pair.sides[!right->pair.sides[0]];
	int order = ranks[left->pair.state] - ranks[right->pair.state];
	int64_t left_events = left->events[0] + left->events[1];
	int64_t right_events = right->events[0] + right->events[1];

	if (order)
		return order;
	if (left->keys.count != right->keys.count)
		return left->keys.count < right->keys.count ? 1 : -1;
	if (left_events != right_events)
		return left_events < right_events ? 1 : -1;
	order = string_compare(left_site->file, right_site->file);
	if (order)
		return order;
	if (left_site->line != right_site->line)
		return left_site->line < right_site->line ? -1 : 1;
	order = string_compare(left_site->kind, right_site->kind);
	return order ? order : ORDER_OF(left->order, right->order);
}

static int
compare_pair(struct context *context, struct sweep *sweep,
    struct sweep_pair *pair, const struct gbq_diff_options *options)
{
	enum gbq_status status = GBQ_OK;

	if (!pair->runs[0] || !pair->runs[1])
		return 0;
	for (int side = 0; side < GBQ_SIDES && status == GBQ_OK; side++)
		status = gbq_side_of_run(context->gbq,
		    pair->runs[side]->run_id, &pair->sides[side]);
	if (status == GBQ_OK)
		status = gbq_diff_sides(context->gbq, pair->sides[0],
		    pair->sides[1], options, &pair->diff);
	if (status != GBQ_OK)
		return context_error(context, status);
	sweep_add_totals(sweep, pair->diff);
	sweep_add_sites(sweep, pair);
	return 0;
}

static const char *
sweep_overall(const struct sweep *sweep)
{
	const size_t *counts = sweep->verdicts;

	if (counts[2] || (counts[0] && counts[1]))
		return "mixed";
	if (counts[1])
		return "worse";
	/* Of a pair that is unknown nothing can be ruled out. */
	if (counts[4])
		return "unknown";
	return counts[0] ? "better" : "same";
}

static bool
sweep_has_pair(const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->pairs.count; i++) {
		if (sweep->pairs.items[i].runs[0] &&
		    sweep->pairs.items[i].runs[1])
			return true;
	}
	return false;
}

int
sweep_open(struct context *context, const char *base, const char *newer,
    const struct gbq_diff_options *options, struct sweep *sweep)
{
	int exit_status = database_open(context, GBQ_READ);

	memset(sweep, 0, sizeof(*sweep));
	arena_init(&sweep->arena);
	sweep->names[0] = base;
	sweep->names[1] = newer;
	for (int side = 0; side < GBQ_SIDES && !exit_status; side++)
		exit_status = sweep_find_runs(context, sweep, side);
	if (exit_status)
		return exit_status;
	sweep_add_pairs(sweep);
	if (!sweep_has_pair(sweep))
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "no run of '%s' pairs with one of '%s': pairs have the "
		    "same name, or are told by what the * of a pattern stands "
		    "for; --pair-by TAG takes the value of a tag", base,
		    newer);
	for (size_t i = 0; i < sweep->pairs.count && !exit_status; i++)
		exit_status = compare_pair(context, sweep,
		    &sweep->pairs.items[i], options);
	sweep_merge_sites(sweep);
	array_sort(&sweep->sites, sweep_site_order);
	sweep->verdict = sweep_overall(sweep);
	return exit_status;
}

void
sweep_close(struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->pairs.count; i++) {
		struct sweep_pair *pair = &sweep->pairs.items[i];

		gbq_diff_free(pair->diff);
		gbq_side_free(pair->sides[0]);
		gbq_side_free(pair->sides[1]);
	}
	for (size_t i = 0; i < sweep->sites.count; i++)
		array_release(&sweep->sites.items[i].keys);
	array_release(&sweep->runs[0]);
	array_release(&sweep->runs[1]);
	array_release(&sweep->pairs);
	array_release(&sweep->totals);
	array_release(&sweep->sites);
	arena_release(&sweep->arena);
}

const char *
sweep_note(const struct sweep_pair *pair)
{
	const struct sweep_run *base = pair->runs[0], *newer = pair->runs[1];

	if (!base)
		return "missing in base";
	if (!newer)
		return "missing in new";
	if (base->failed || newer->failed)
		return base->failed && newer->failed ? "failed in both" :
		    base->failed ? "failed in base" : "failed in new";
	if (base->incomplete || newer->incomplete)
		return base->incomplete && newer->incomplete ?
		    "incomplete in both" : base->incomplete ?
		    "incomplete in base" : "incomplete in new";
	return pair->diff ? pair->diff->doubt : NULL;
}
