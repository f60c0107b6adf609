/*
 * gate.c - limits on counts, sites that a baseline does not have, and whether
 * the run can be trusted at all.
 */
#include "query/gate.h"

#include <stdlib.h>
#include <string.h>

struct gate_build {
	struct gbq_gate gate;		/* what the caller sees; first */
	struct arena arena;
	struct gbq_diff *against;	/* the baseline, or NULL */
	const struct gbq_side *side;
	const struct gbq_gate_limits *limits;
	bool *counts;			/* for each site: it is counted */
	ARRAY_OF(struct gbq_gate_rule) rules;
	ARRAY_OF(struct gbq_gate_site) sites;
};

static void
add_rule(struct gate_build *build, const char *name, bool passed,
    struct buffer *text)
{
	struct gbq_gate_rule *rule = array_add(&build->rules);

	rule->name = name;
	rule->passed = passed;
	rule->text = slice_string(&build->arena, buffer_slice(text));
	buffer_release(text);
}

static void
gate_add_site(struct gate_build *build, const char *rule,
    const struct gbq_diff_site *site)
{
	struct gbq_gate_site *found = array_add(&build->sites);

	found->rule = rule;
	found->site = site;
}

static size_t
index_of(const struct gbq_side *side, const struct gbq_diff_site *shown)
{
	size_t i = 0;

	while (i < side->sites.count && &side->sites.items[i].shown != shown)
		i++;
	return i;
}

/* Leave out what the list of allowed sites has, and with --own others'. */
static enum gbq_status
choose_sites(struct gate_build *build, struct error *error)
{
	static const struct gbq_diff_options options;
	const struct gbq_side *side = build->side;
	struct gbq_diff *diff;
	enum gbq_status status;
	size_t i;

	build->counts = mem_calloc(side->sites.count + 1,
	    sizeof(*build->counts));
	for (i = 0; i < side->sites.count; i++)
		build->counts[i] = !build->limits->own ||
		    side->sites.items[i].shown.own;
	if (!build->limits->allowed)
		return GBQ_OK;
	status = diff_make(build->limits->allowed, side, &options, &diff,
	    error);
	if (status != GBQ_OK)
		return status;
	for (i = 0; i < diff->sites.count; i++) {
		const struct gbq_diff_pair *pair = &diff->sites.items[i];

		if (!pair->sides[0] || !pair->sides[1])
			continue;
		build->counts[index_of(side, pair->sides[1])] = false;
		build->gate.allowed_sites++;
	}
	diff_free(diff);
	return GBQ_OK;
}

static void
check_limit(struct gate_build *build, const char *name, const char *one,
    int64_t value, int64_t limit)
{
	struct buffer text = { 0 };

	if (limit < 0)
		return;
	if (value < 0)
		buffer_printf(&text, "%ss not known", one);
	else
		add_number_of(&text, value, one);
	buffer_printf(&text, ", at most %lld allowed", (long long)limit);
	add_rule(build, name, value >= 0 && value <= limit, &text);
}

static int64_t
count_of(const struct gbq_side *side, const char *key)
{
	size_t i;

	for (i = 0; i < side->counts.count; i++) {
		const struct side_value *count = &side->counts.items[i];

		if (strcmp(count->key, key) == 0 &&
		    count->number.type == GBQ_INTEGER)
			return count->number.integer;
	}
	return -1;
}

static void
check_sites(struct gate_build *build)
{
	const struct gbq_side *side = build->side;
	int64_t sites = 0, events = 0;
	bool known = side->run.breaks_known, over;
	size_t i;

	for (i = 0; i < side->sites.count; i++) {
		if (!build->counts[i])
			continue;
		sites++;
		events += side->sites.items[i].shown.events;
	}
	check_limit(build, "max-sites", "site", known ? sites : -1,
	    build->limits->max_sites);
	check_limit(build, "max-events", "event", known ? events : -1,
	    build->limits->max_events);
	over = (build->limits->max_sites >= 0 &&
	    sites > build->limits->max_sites) ||
	    (build->limits->max_events >= 0 &&
	    events > build->limits->max_events);
	for (i = 0; over && i < side->sites.count; i++) {
		if (build->counts[i])
			gate_add_site(build, build->limits->max_sites >= 0 &&
			    sites > build->limits->max_sites ? "max-sites" :
			    "max-events", &side->sites.items[i].shown);
	}
}

static void
check_time(struct gate_build *build)
{
	struct buffer text = { 0 };
	double limit = build->limits->max_time_s, seconds = -1;
	size_t i;

	if (limit < 0)
		return;
	for (i = 0; i < build->side->counts.count; i++) {
		const struct side_value *count =
		    &build->side->counts.items[i];

		if (strcmp(count->key, "compile_s") == 0 &&
		    count->number.type != GBQ_NULL)
			seconds = count->number.real;
	}
	if (seconds < 0)
		buffer_printf(&text, "compile time not known, at most %.1f s "
		    "allowed", limit);
	else
		buffer_printf(&text, "%.1f s of compiling, at most %.1f s "
		    "allowed", seconds, limit);
	add_rule(build, "max-time", seconds >= 0 && seconds <= limit, &text);
}

static enum gbq_status
check_baseline(struct gate_build *build, struct error *error)
{
	static const struct gbq_diff_options options;
	struct buffer text = { 0 };
	enum gbq_status status;
	size_t added = 0, i;

	if (!build->limits->baseline)
		return GBQ_OK;
	status = diff_make(build->limits->baseline, build->side, &options,
	    &build->against, error);
	if (status != GBQ_OK)
		return status;
	for (i = 0; i < build->against->sites.count; i++) {
		const struct gbq_diff_pair *pair =
		    &build->against->sites.items[i];

		if (pair->state != GBQ_STATE_NEW ||
		    !build->counts[index_of(build->side, pair->sides[1])])
			continue;
		added++;
		gate_add_site(build, "baseline", pair->sides[1]);
	}
	build->gate.gone_sites = build->against->states[GBQ_STATE_GONE];
	build->gate.changed_sites =
	    build->against->states[GBQ_STATE_CHANGED];
	add_number_of(&text, (int64_t)added, "site");
	buffer_add_string(&text, " that the baseline does not have");
	if (build->gate.changed_sites)
		buffer_printf(&text, "; %zu changed kind",
		    build->gate.changed_sites);
	if (build->gate.gone_sites)
		buffer_printf(&text, "; %zu of it gone",
		    build->gate.gone_sites);
	add_rule(build, "baseline", added == 0, &text);
	return GBQ_OK;
}

static bool
is_counts(const struct gbq_diff_run *run, const char *word)
{
	return string_equal(run->counts_are, word);
}

static void
check_complete(struct gate_build *build)
{
	const struct gbq_diff_run *run = &build->side->run;
	struct buffer text = { 0 };
	bool counted = !is_counts(run, "unknown");
	bool complete = run->complete == 1 && run->breaks_known && counted &&
	    run->unread <= 0;

	if (run->is_baseline)
		return;
	if (complete)
		buffer_add_string(&text, is_counts(run, "at_least") ?
		    "the run is complete, its counts are lower bounds" :
		    "the run is complete");
	else if (run->unread > 0) {
		add_number_of(&text, run->unread, "message");
		buffer_add_string(&text, " of torch not understood");
	} else if (!run->breaks_known)
		buffer_add_string(&text, "the run does not tell of graph "
		    "breaks");
	else if (!counted)
		buffer_add_string(&text, "whether all breaks are counted is "
		    "unknown");
	else if (run->unfinished > 0) {
		add_number_of(&text, run->unfinished, "compile");
		buffer_add_string(&text, " did not finish");
	} else if (run->complete == 0)
		buffer_add_string(&text, "part of the run was lost "
		    "(gbq problems)");
	else if (string_equal(run->source_kind, "console"))
		buffer_add_string(&text, "a console text cannot show that it "
		    "is whole: --allow-incomplete");
	else
		buffer_add_string(&text, "whether the run is whole cannot be "
		    "told: --allow-incomplete");
	add_rule(build, "complete", complete ||
	    build->limits->allow_incomplete, &text);
}

static void
gate_finish(struct gate_build *build)
{
	struct gbq_gate *gate = &build->gate;
	size_t i;

	gate->passed = true;
	for (i = 0; i < build->rules.count; i++)
		gate->passed &= build->rules.items[i].passed;
	gate->rules.items = build->rules.items;
	gate->rules.count = build->rules.count;
	gate->sites.items = build->sites.items;
	gate->sites.count = build->sites.count;
}

enum gbq_status
gate_make(const struct gbq_side *side, const struct gbq_gate_limits *limits,
    struct gbq_gate **out, struct error *error)
{
	struct gate_build *build = mem_calloc(1, sizeof(*build));
	enum gbq_status status;

	arena_init(&build->arena);
	build->side = side;
	build->limits = limits;
	check_complete(build);
	status = choose_sites(build, error);
	if (status == GBQ_OK)
		status = check_baseline(build, error);
	if (status != GBQ_OK) {
		gate_free(&build->gate);
		return status;
	}
	check_sites(build);
	check_limit(build, "max-recompiles", "recompile", count_of(side,
	    "recompiles"), limits->max_recompiles);
	check_limit(build, "max-failures", "failure", count_of(side,
	    "failures"), limits->max_failures);
	check_time(build);
	gate_finish(build);
	*out = &build->gate;
	return GBQ_OK;
}

void
gate_free(struct gbq_gate *gate)
{
	struct gate_build *build = (struct gate_build *)gate;

	if (!build)
		return;
	diff_free(build->against);
	free(build->counts);
	array_release(&build->rules);
	array_release(&build->sites);
	arena_release(&build->arena);
	free(build);
}
