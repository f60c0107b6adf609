/*
 * diff.c - the order of a diff's parts, and the check that its sums add up.
 */
#include "query/diff/diff.h"

#include <stdlib.h>

static void
add_maps(struct diff_build *build)
{
	const struct gbq_diff_options *options = build->options;
	struct match_map *maps = arena_alloc(&build->arena,
	    (options->map_count + 1) * sizeof(*maps));
	size_t i;

	for (i = 0; i < options->map_count; i++) {
		maps[i].from = slice_of(options->maps[i].from);
		maps[i].to = slice_of(options->maps[i].to);
	}
	build->match = (struct match_options){ options->exact ?
	    PASS_EXACT : PASS_SIMILAR, maps, options->map_count };
}

/* Each site of a side stands in one pair, its events with it. */
static bool
adds_up(const struct diff_build *build, int side)
{
	const struct gbq_side *from = build->sides[side];
	int64_t events = 0, known;
	size_t sites = 0, i;

	for (i = 0; i < build->pairs.count; i++) {
		const struct gbq_diff_pair *pair = &build->pairs.items[i];

		if (!pair->sides[side])
			continue;
		sites++;
		events += pair->sides[side]->events;
	}
	known = diff_total_int(&build->diff, "break_events", side, events);
	return sites == from->sites.count && events == known;
}

/* With --own only pairs with a side in one's own code are shown. */
static void
choose_pairs(struct diff_build *build)
{
	size_t i, kept = 0;

	for (i = 0; i < build->pairs.count; i++) {
		const struct gbq_diff_pair *pair = &build->pairs.items[i];
		bool own = (pair->sides[0] && pair->sides[0]->own) ||
		    (pair->sides[1] && pair->sides[1]->own);

		if (build->options->own && !own)
			continue;
		build->diff.states[pair->state]++;
		build->pairs.items[kept++] = *pair;
	}
	build->pairs.count = kept;
}

#define SHOW(list, array) ((list).items = (array).items, \
	(list).count = (array).count)

static void
show_lists(struct diff_build *build)
{
	struct gbq_diff *diff = &build->diff;

	SHOW(diff->environment, build->environment);
	SHOW(diff->sites, build->pairs);
	SHOW(diff->recompiles, build->recompiles);
	SHOW(diff->failures, build->failures);
	SHOW(diff->time, build->frames);
	SHOW(diff->cache, build->caches);
	SHOW(diff->cache_keys, build->cache_keys);
	SHOW(diff->graphs, build->graphs);
}

enum gbq_status
diff_make(const struct gbq_side *base, const struct gbq_side *newer,
    const struct gbq_diff_options *options, struct gbq_diff **out,
    struct error *error)
{
	struct diff_build *build = mem_calloc(1, sizeof(*build));
	int side;

	arena_init(&build->arena);
	build->sides[GBQ_SIDE_BASE] = base;
	build->sides[GBQ_SIDE_NEW] = newer;
	build->options = options;
	add_maps(build);
	for (side = 0; side < GBQ_SIDES; side++)
		build->diff.runs[side] = build->sides[side]->run;
	diff_environment(build);
	diff_totals(build);
	SHOW(build->diff.totals, build->totals);
	diff_sites(build);
	if (!adds_up(build, GBQ_SIDE_BASE) || !adds_up(build, GBQ_SIDE_NEW)) {
		diff_free(&build->diff);
		return error_set(error, GBQ_DATABASE, "the sites of the "
		    "diff do not add up to those of the runs; this is a bug");
	}
	choose_pairs(build);
	if (!base->run.is_baseline && !newer->run.is_baseline) {
		diff_items(build);
		diff_time(build);
		diff_caches(build);
		diff_cache_keys(build);
		diff_graphs(build);
	}
	show_lists(build);
	diff_verdict(build);
	*out = &build->diff;
	return GBQ_OK;
}

void
diff_free(struct gbq_diff *diff)
{
	struct diff_build *build = (struct diff_build *)diff;

	if (!build)
		return;
	table_release(&build->moved);
	array_release(&build->moved_to);
	array_release(&build->environment);
	array_release(&build->totals);
	array_release(&build->pairs);
	array_release(&build->recompiles);
	array_release(&build->failures);
	array_release(&build->frames);
	array_release(&build->caches);
	array_release(&build->cache_keys);
	array_release(&build->graphs);
	arena_release(&build->arena);
	free(build);
}
