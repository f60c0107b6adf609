/*
 * gate.c - limits on counts, sites that a baseline does not have, and whether
 * the run can be trusted at all.
 */
#include "query/gate.h"

#include <stddef.h>
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

/* A rule that was checked, which takes the text. */
static struct gbq_gate_rule *
add_rule(struct gate_build *build, const char *name, bool passed,
    struct buffer *text)
{
	struct gbq_gate_rule *rule = array_add(&build->rules);

	rule->name = name;
	rule->passed = passed;
	rule->checked = true;
	rule->text = slice_string(&build->arena, buffer_slice(text));
	buffer_release(text);
	return rule;
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

static struct gbq_value
integer_value(int64_t value)
{
	return value < 0 ? (struct gbq_value){ .type = GBQ_NULL } :
	    (struct gbq_value){ .type = GBQ_INTEGER, .integer = value,
	    .real = (double)value };
}

static struct gbq_value
real_value(double value)
{
	return value < 0 ? (struct gbq_value){ .type = GBQ_NULL } :
	    (struct gbq_value){ .type = GBQ_REAL, .real = value };
}

static void
gate_add_known(struct buffer *text, int64_t value, const char *one)
{
	if (value < 0)
		buffer_printf(text, "%ss not known", one);
	else
		add_number_of(text, value, one);
}

/* What is not known keeps to no limit. */
static void
check_limit(struct gate_build *build, const char *name, const char *one,
    int64_t value, int64_t limit)
{
	struct buffer text = { 0 };
	struct gbq_gate_rule *rule;

	gate_add_known(&text, value, one);
	if (limit >= 0)
		buffer_printf(&text, ", at most %lld allowed",
		    (long long)limit);
	rule = add_rule(build, name, limit < 0 || (value >= 0 &&
	    value <= limit), &text);
	rule->checked = limit >= 0;
	rule->value = integer_value(value);
	rule->limit = integer_value(limit);
}

/* A count of the run that has a limit. */
struct count_rule {
	const char *name, *one;
	const char *count;		/* a column of view runs */
	size_t limit;			/* of gbq_gate_limits, an int64_t */
};

static const struct count_rule count_rules[] = {
	{ "max-recompiles", "recompile", "recompiles",
	    offsetof(struct gbq_gate_limits, max_recompiles) },
	{ "max-failures", "failure", "failures",
	    offsetof(struct gbq_gate_limits, max_failures) },
};

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
check_counts(struct gate_build *build)
{
	size_t i;

	for (i = 0; i < LENGTH(count_rules); i++) {
		const struct count_rule *rule = &count_rules[i];
		int64_t limit;

		memcpy(&limit, (const char *)build->limits + rule->limit,
		    sizeof(limit));
		check_limit(build, rule->name, rule->one,
		    count_of(build->side, rule->count), limit);
	}
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
	double limit = build->limits->max_time_s, seconds = -1;
	struct buffer text = { 0 };
	struct gbq_gate_rule *rule;
	size_t i;

	for (i = 0; i < build->side->counts.count; i++) {
		const struct side_value *count =
		    &build->side->counts.items[i];

		if (strcmp(count->key, "compile_s") == 0 &&
		    count->number.type != GBQ_NULL)
			seconds = count->number.real;
	}
	if (seconds < 0)
		buffer_add_string(&text, "compile time not known");
	else
		buffer_printf(&text, "%.1f s of compiling", seconds);
	if (limit >= 0)
		buffer_printf(&text, ", at most %.1f s allowed", limit);
	rule = add_rule(build, "max-time", limit < 0 || (seconds >= 0 &&
	    seconds <= limit), &text);
	rule->checked = limit >= 0;
	rule->value = real_value(seconds);
	rule->limit = real_value(limit);
}

static enum gbq_status
check_baseline(struct gate_build *build, struct error *error)
{
	static const struct gbq_diff_options options;
	struct buffer text = { 0 };
	bool known = build->side->run.breaks_known;
	struct gbq_gate_rule *rule;
	enum gbq_status status;
	size_t added = 0, i;

	if (!build->limits->baseline) {
		buffer_add_string(&text, "no baseline given");
		add_rule(build, "baseline", true, &text)->checked = false;
		return GBQ_OK;
	}
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
	gate_add_known(&text, known ? (int64_t)added : -1, "site");
	buffer_add_string(&text, " that the baseline does not have");
	if (build->gate.changed_sites)
		buffer_printf(&text, "; %zu changed kind",
		    build->gate.changed_sites);
	if (build->gate.gone_sites)
		buffer_printf(&text, "; %zu of it gone",
		    build->gate.gone_sites);
	rule = add_rule(build, "baseline", known && added == 0, &text);
	rule->value = integer_value(known ? (int64_t)added : -1);
	rule->limit = integer_value(0);
	return GBQ_OK;
}

static bool
is_counts(const struct gbq_diff_run *run, const char *word)
{
	return string_equal(run->counts_are, word);
}

/* Whether all that is missing is what torch said and nothing understood. */
static bool
lacks_only_unread(const struct gbq_diff_run *run)
{
	return run->complete == 0 && run->unread > 0 && run->losses == 0 &&
	    run->unfinished <= 0 && !string_equal(run->source_kind, "console");
}

static void
say_incomplete(struct buffer *text, const struct gbq_diff_run *run)
{
	if (!run->breaks_known)
		buffer_add_string(text, "the run does not tell of graph "
		    "breaks");
	else if (is_counts(run, "unknown"))
		buffer_add_string(text, "whether all breaks are counted is "
		    "unknown");
	else if (run->losses > 0) {
		buffer_printf(text, "%s", run->loss);
		if (run->losses > 1)
			buffer_printf(text, " (%lld losses: gbq problems)",
			    (long long)run->losses);
	} else if (run->unfinished > 0) {
		add_number_of(text, run->unfinished, "compile");
		buffer_add_string(text, " did not finish");
	} else if (string_equal(run->source_kind, "console"))
		buffer_add_string(text, "a console text cannot show that it "
		    "is whole");
	else if (run->complete < 0)
		buffer_add_string(text, "whether the run is whole cannot be "
		    "told");
	else
		buffer_add_string(text, "part of the run was lost "
		    "(gbq problems)");
}

static void
check_complete(struct gate_build *build)
{
	const struct gbq_diff_run *run = &build->side->run;
	struct buffer text = { 0 };
	bool complete = (run->complete == 1 || lacks_only_unread(run)) &&
	    run->breaks_known && !is_counts(run, "unknown");
	struct gbq_gate_rule *rule;

	if (!complete) {
		say_incomplete(&text, run);
		buffer_add_string(&text, build->limits->allow_incomplete ?
		    ", allowed" : run->complete < 0 ? ": --allow-incomplete" :
		    "");
	} else if (run->complete != 1)
		buffer_add_string(&text, "nothing is lost but what was not "
		    "understood");
	else
		buffer_add_string(&text, is_counts(run, "at_least") ?
		    "the run is complete, its counts are lower bounds" :
		    "the run is complete");
	rule = add_rule(build, "complete", complete ||
	    build->limits->allow_incomplete, &text);
	rule->value = integer_value(run->complete);
	rule->limit = integer_value(1);
}

static void
check_unread(struct gate_build *build)
{
	const struct gbq_diff_run *run = &build->side->run;
	struct buffer text = { 0 };
	struct gbq_gate_rule *rule;

	if (run->unread < 0)
		buffer_add_string(&text, "read by an older gbq, which did not "
		    "count what it does not understand: gbq rebuild");
	else {
		add_number_of(&text, run->unread, "message");
		buffer_printf(&text, " of torch not understood%s",
		    run->unread == 0 ? "" : build->limits->allow_unread ?
		    ", allowed" : " (gbq problems)");
	}
	rule = add_rule(build, "unread", run->unread == 0 ||
	    build->limits->allow_unread, &text);
	rule->value = integer_value(run->unread);
	rule->limit = integer_value(0);
}

/* Whether what the run tells is all there is; of a baseline nothing is told. */
static void
check_trust(struct gate_build *build)
{
	if (build->side->run.is_baseline)
		return;
	check_complete(build);
	check_unread(build);
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
	check_trust(build);
	status = choose_sites(build, error);
	if (status == GBQ_OK)
		status = check_baseline(build, error);
	if (status != GBQ_OK) {
		gate_free(&build->gate);
		return status;
	}
	check_sites(build);
	check_counts(build);
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
