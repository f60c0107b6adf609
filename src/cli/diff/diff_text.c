/*
 * diff_text.c - a diff for people: the verdict first, then what differs around
 * the code, counts, sites by state, and the rest.
 */
#include <math.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/row.h"
#include "cli/screen/terminal.h"

enum {
	NAME_WIDTH = 24, NUMBER_WIDTH = 10,
	MOST_FRAMES = 12,	/* and graphs, unless -n says more */
	MOST_PHASES = 6
};

#define PHASE "phase."

static void
diff_text_add_heading(struct buffer *out, const char *text, bool color)
{
	buffer_printf(out, "\n%s%s%s\n", color ? "\033[1m" : "", text,
	    color ? "\033[0m" : "");
}

static void
diff_text_add_run(struct buffer *out, const char *name,
    const struct gbq_diff_run *run)
{
	buffer_printf(out, "%-5s ", name);
	add_text(out, run->run_id || run->is_baseline ? run->name :
	    run->source_path);
	if (run->is_baseline)
		buffer_add_string(out, " (baseline file)");
	else if (run->run_id > 0)
		buffer_printf(out, " (run %lld)", (long long)run->run_id);
	if (run->torch_version) {
		buffer_add_string(out, ", torch ");
		add_text(out, run->torch_version);
	}
	if (run->ranks > 1)
		buffer_printf(out, ", %lld ranks", (long long)run->ranks);
	if (run->complete == 0)
		buffer_add_string(out, ", INCOMPLETE: counts are lower "
		    "bounds");
	else if (diff_at_least(run))
		buffer_add_string(out, ", counts of breaks are lower bounds");
	buffer_add_byte(out, '\n');
}

static void
diff_text_add_verdict(struct buffer *out, const struct gbq_diff *diff,
    bool color)
{
	const char *paint = strcmp(diff->verdict, "better") == 0 ? "\033[32m" :
	    strcmp(diff->verdict, "worse") == 0 ? "\033[31m" : "\033[1m";

	buffer_printf(out, "%s%s%s: ", color ? paint : "", diff->verdict,
	    color ? "\033[0m" : "");
	add_text(out, diff->why);
	buffer_add_byte(out, '\n');
	if (diff->progress && *diff->progress) {
		buffer_add_string(out, "        ");
		add_text(out, diff->progress);
		buffer_add_byte(out, '\n');
	}
	diff_text_add_run(out, "base", &diff->runs[0]);
	diff_text_add_run(out, "new", &diff->runs[1]);
}

static void
add_more(struct buffer *out, size_t count, size_t limit)
{
	if (limit && count > limit)
		buffer_printf(out, "  … %zu more\n", count - limit);
}

static size_t
diff_text_shown(size_t count, size_t limit)
{
	return limit && count > limit ? limit : count;
}

/* Another torch has other settings: those of one side are only counted. */
bool
diff_is_one_sided(const struct gbq_diff_fact *fact)
{
	return strncmp(fact->key, "config.", strlen("config.")) == 0 &&
	    (!fact->values[0] || !fact->values[1]);
}

static void
diff_text_add_environment(struct buffer *out, const struct gbq_diff *diff,
    size_t limit, bool color)
{
	size_t count = 0, one_sided = 0;

	if (diff->environment.count == 0)
		return;
	diff_text_add_heading(out, "environment", color);
	for (size_t i = 0; i < diff->environment.count; i++) {
		const struct gbq_diff_fact *fact =
		    &diff->environment.items[i];

		if (diff_is_one_sided(fact)) {
			one_sided++;
			continue;
		}
		if (count++ >= limit && limit)
			continue;
		buffer_add_string(out, "  ");
		add_text(out, fact->key);
		buffer_add_string(out, ": ");
		add_text(out, fact->values[0] ? fact->values[0] : "-");
		buffer_add_string(out, DIFF_ARROW);
		add_text(out, fact->values[1] ? fact->values[1] : "-");
		buffer_add_byte(out, '\n');
	}
	add_more(out, count, limit);
	if (one_sided)
		buffer_printf(out, "  %zu settings that one side only names "
		    "(-f json lists them)\n", one_sided);
}

/* Align to the right: what is longer takes the room it needs. */
static void
diff_text_add_cell(struct buffer *out, const struct gbq_value *value)
{
	if (value->type == GBQ_INTEGER)
		buffer_printf(out, "%*lld", NUMBER_WIDTH,
		    (long long)value->integer);
	else if (value->type == GBQ_REAL)
		buffer_printf(out, "%*.2f", NUMBER_WIDTH, value->real);
	else
		buffer_printf(out, "%*s", NUMBER_WIDTH, "?");
}

static bool
diff_text_is_nothing(const struct gbq_value *value)
{
	return value->type == GBQ_NULL ||
	    (value->type == GBQ_INTEGER && value->integer == 0);
}

static void
diff_text_add_total(struct buffer *out, const struct gbq_diff_total *total)
{
	struct buffer name = { 0 };
	bool reals = total->values[0].type == GBQ_REAL &&
	    total->values[1].type == GBQ_REAL;

	add_text(&name, total->name);
	buffer_printf(out, "  %-*s", NAME_WIDTH, buffer_string(&name));
	buffer_release(&name);
	diff_text_add_cell(out, &total->values[0]);
	diff_text_add_cell(out, &total->values[1]);
	if (reals) {
		buffer_printf(out, "%+*.2f", NUMBER_WIDTH,
		    total->values[1].real - total->values[0].real);
	} else {
		struct buffer delta = { 0 };

		diff_add_delta(&delta, total->values);
		buffer_printf(out, "%*s", NUMBER_WIDTH,
		    buffer_string(&delta));
		buffer_release(&delta);
	}
	buffer_add_byte(out, '\n');
}

static bool
is_phase(const struct gbq_diff_total *total)
{
	return strncmp(total->name, PHASE, strlen(PHASE)) == 0;
}

static double
phase_change(const struct gbq_diff_total *total)
{
	return is_phase(total) ? fabs(total->values[1].real -
	    total->values[0].real) : -1;
}

/* How many phases changed more, or as much and stand before. */
static size_t
phase_rank(const struct gbq_diff *diff, size_t at)
{
	double change = phase_change(&diff->totals.items[at]);
	size_t before = 0;

	for (size_t i = 0; i < diff->totals.count; i++) {
		double other = phase_change(&diff->totals.items[i]);

		before += other > change || (i < at && other >= change);
	}
	return before;
}

/* Seconds of the phases that changed most. */
static void
add_phases(struct buffer *out, const struct gbq_diff *diff)
{
	for (size_t rank = 0; rank < MOST_PHASES; rank++) {
		for (size_t i = 0; i < diff->totals.count; i++) {
			if (phase_change(&diff->totals.items[i]) >= 0.005 &&
			    phase_rank(diff, i) == rank)
				diff_text_add_total(out,
				    &diff->totals.items[i]);
		}
	}
}

static void
diff_text_add_totals(struct buffer *out, const struct gbq_diff *diff,
    bool color)
{
	struct buffer heading = { 0 };

	buffer_printf(&heading, "%-*s%*s%*s%*s", NAME_WIDTH + 2, "totals",
	    NUMBER_WIDTH, "base", NUMBER_WIDTH, "new", NUMBER_WIDTH, "delta");
	diff_text_add_heading(out, buffer_string(&heading), color);
	buffer_release(&heading);
	for (size_t i = 0; i < diff->totals.count; i++) {
		const struct gbq_diff_total *total = &diff->totals.items[i];

		if (!is_phase(total) &&
		    (!diff_text_is_nothing(&total->values[0]) ||
			!diff_text_is_nothing(&total->values[1]) || i < 2))
			diff_text_add_total(out, total);
	}
	add_phases(out, diff);
}

static const struct gbq_diff_site *
site_of(const struct gbq_diff_pair *pair)
{
	return pair->sides[1] ? pair->sides[1] : pair->sides[0];
}

static void
diff_text_add_events(struct buffer *out, const struct gbq_diff_pair *pair)
{
	long long base = pair->sides[0] ?
	    (long long)pair->sides[0]->events : 0;
	long long newer = pair->sides[1] ?
	    (long long)pair->sides[1]->events : 0;

	if (base == newer)
		buffer_printf(out, "%lld event%s", base,
		    base == 1 ? "" : "s");
	else
		buffer_printf(out, "%lld" DIFF_ARROW "%lld events", base,
		    newer);
}

/* The kind before a change stands above the new one. */
static void
diff_text_add_site(struct buffer *out, const struct gbq_diff_pair *pair,
    bool brief)
{
	const struct gbq_diff_site *site = site_of(pair);

	buffer_printf(out, "  %-8s", diff_state_word(pair));
	if (pair->state == GBQ_STATE_CHANGED) {
		diff_add_kind(out, pair->sides[0]);
		buffer_add_string(out, "\n         " DIFF_ARROW);
	}
	diff_add_kind(out, site);
	buffer_add_string(out, "\n          ");
	diff_add_place(out, site);
	if (site->source && !brief) {
		buffer_add_string(out, "\n              ");
		add_text(out, site->source);
	}
	buffer_add_string(out, "\n          ");
	diff_text_add_events(out, pair);
	if (site->ranks) {
		buffer_add_string(out, ", ranks ");
		add_text(out, site->ranks);
	}
	if (pair->pass && strcmp(pair->pass, "exact") != 0)
		buffer_printf(out, ", found by pass %s", pair->pass);
	if (pair->note) {
		buffer_add_string(out, "; ");
		add_text(out, pair->note);
	}
	buffer_add_byte(out, '\n');
}

static void
diff_text_add_states(struct buffer *out, const struct gbq_diff *diff)
{
	static const enum gbq_diff_state order[] = { GBQ_STATE_NEW,
		GBQ_STATE_GONE, GBQ_STATE_CHANGED, GBQ_STATE_MOVED,
		GBQ_STATE_SAME };

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		buffer_printf(out, "%s%zu %s", i ? ", " : "",
		    diff->states[order[i]], gbq_state_name(order[i]));
}

static void
diff_text_add_sites(struct buffer *out, const struct gbq_diff *diff,
    size_t limit, bool color)
{
	struct buffer heading = { 0 };
	size_t count = diff->sites.count;

	buffer_add_string(&heading, "sites: ");
	if (count == 0)
		buffer_add_string(&heading, diff->runs[0].breaks_known &&
		    diff->runs[1].breaks_known ? "none" : "not known");
	else
		diff_text_add_states(&heading, diff);
	diff_text_add_heading(out, buffer_string(&heading), color);
	buffer_release(&heading);
	for (size_t i = 0; i < diff_text_shown(count, limit); i++)
		diff_text_add_site(out, &diff->sites.items[i],
		    diff->sites.items[i].state == GBQ_STATE_SAME);
	add_more(out, count, limit);
}

/* A guard without the source line that torch writes behind it. */
static void
diff_text_add_guard(struct buffer *out, const char *text)
{
	const char *comment = strstr(text, "  # ");

	terminal_escape(out, slice_trim((struct slice){ text, comment ?
	    (size_t)(comment - text) : strlen(text) }));
}

static void
diff_text_add_item(struct buffer *out, const struct gbq_diff_item_pair *pair)
{
	const struct gbq_diff_item *item = pair->sides[1] ? pair->sides[1] :
	    pair->sides[0];
	long long base = pair->sides[0] ? (long long)pair->sides[0]->count : 0;
	long long newer = pair->sides[1] ? (long long)pair->sides[1]->count :
	    0;

	buffer_printf(out, "  %-8s%lld" DIFF_ARROW "%lld  ",
	    gbq_state_name(pair->state), base, newer);
	if (item->category) {
		add_text(out, item->category);
		buffer_add_byte(out, ' ');
	}
	diff_text_add_guard(out,
	    item->name	     ? item->name
		: item->text ? item->text
			     : "no guard named");
	if (item->function) {
		buffer_add_string(out, " in ");
		add_text(out, item->function);
	}
	if (item->name && item->text) {
		buffer_add_string(out, "\n          ");
		diff_text_add_guard(out, item->text);
	}
	buffer_add_byte(out, '\n');
}

static void
diff_text_add_items(struct buffer *out, const char *heading,
    const struct gbq_diff_item_pair *items, size_t count, size_t limit,
    bool color)
{
	if (count == 0)
		return;
	diff_text_add_heading(out, heading, color);
	for (size_t i = 0; i < diff_text_shown(count, limit); i++)
		diff_text_add_item(out, &items[i]);
	add_more(out, count, limit);
}

static void
add_seconds_cell(struct buffer *out, double seconds)
{
	if (seconds < 0)
		buffer_printf(out, "%*s", NUMBER_WIDTH, "-");
	else
		buffer_printf(out, "%*.2f", NUMBER_WIDTH, seconds);
}

static void
diff_text_add_time(struct buffer *out, const struct gbq_diff *diff,
    size_t limit, bool color)
{
	size_t most = limit ? limit : MOST_FRAMES;
	struct buffer heading = { 0 };

	if (diff->time.count == 0)
		return;
	buffer_printf(&heading, "%-8s%*s%*s  seconds by frame, largest "
	    "change first", "time", NUMBER_WIDTH, "base", NUMBER_WIDTH,
	    "new");
	diff_text_add_heading(out, buffer_string(&heading), color);
	buffer_release(&heading);
	for (size_t i = 0; i < diff_text_shown(diff->time.count, most); i++) {
		const struct gbq_diff_frame *frame = &diff->time.items[i];

		buffer_add_string(out, "        ");
		add_seconds_cell(out, frame->seconds[0]);
		add_seconds_cell(out, frame->seconds[1]);
		buffer_add_string(out, "  ");
		add_text(out, frame->function);
		buffer_add_byte(out, ' ');
		add_path(out, frame->file);
		if (frame->line != GBQ_NO_LINE)
			buffer_printf(out, ":%lld", (long long)frame->line);
		buffer_printf(out, " %s" DIFF_ARROW "%s\n", frame->frames[0],
		    frame->frames[1]);
	}
	add_more(out, diff->time.count, most);
}

static void
diff_text_add_cache(struct buffer *out, const struct gbq_diff *diff,
    size_t limit, bool color)
{
	struct buffer text = { 0 };

	diff_cache_text(&text, diff, limit);
	if (text.len)
		diff_text_add_heading(out, "cache", color);
	buffer_add_slice(out, buffer_slice(&text));
	buffer_release(&text);
}

static void
diff_text_add_graphs(struct buffer *out, const struct gbq_diff *diff,
    size_t limit, bool color)
{
	size_t most = limit ? limit : MOST_FRAMES, count = 0, one_sided = 0;

	if (diff->graphs.count == 0)
		return;
	diff_text_add_heading(out, "graphs that differ, sizes and names apart",
	    color);
	for (size_t i = 0; i < diff->graphs.count; i++) {
		const struct gbq_diff_graph *graph = &diff->graphs.items[i];

		if (!graph->counts[0] || !graph->counts[1]) {
			one_sided++;
			continue;
		}
		if (count++ >= most)
			continue;
		buffer_printf(out, "  %-11s %lld" DIFF_ARROW "%lld, %lld "
		    "equal  ", graph->stage, (long long)graph->counts[0],
		    (long long)graph->counts[1], (long long)graph->equal);
		add_text(out, graph->function);
		buffer_add_byte(out, ' ');
		add_path(out, graph->file);
		buffer_printf(out, "  %s" DIFF_ARROW "%s\n", graph->only[0],
		    graph->only[1]);
	}
	add_more(out, count, most);
	if (one_sided)
		buffer_printf(out, "  %zu frames and stages have graphs on one "
		    "side only\n", one_sided);
}

static void
add_stat(struct buffer *out, const struct gbq_diff *diff)
{
	for (size_t i = 0; i < diff->sites.count; i++) {
		const struct gbq_diff_pair *pair = &diff->sites.items[i];

		if (pair->state == GBQ_STATE_SAME)
			continue;
		buffer_printf(out, " %-8s ", diff_state_word(pair));
		diff_add_place(out, site_of(pair));
		buffer_add_string(out, " | ");
		add_text(out, site_of(pair)->gb_id ? site_of(pair)->gb_id :
		    site_of(pair)->kind);
		buffer_add_string(out, ", ");
		diff_text_add_events(out, pair);
		buffer_add_byte(out, '\n');
	}
	buffer_add_byte(out, ' ');
	diff_text_add_states(out, diff);
	buffer_add_byte(out, '\n');
}

void
diff_text(struct buffer *out, const struct gbq_diff *diff, size_t limit,
    bool stat, bool color)
{
	diff_text_add_verdict(out, diff, color);
	if (stat) {
		add_stat(out, diff);
		return;
	}
	diff_text_add_environment(out, diff, limit, color);
	diff_text_add_totals(out, diff, color);
	diff_text_add_sites(out, diff, limit, color);
	diff_text_add_items(out, "recompiles, by cause", diff->recompiles.items,
	    diff->recompiles.count, limit, color);
	diff_text_add_items(out, "failures", diff->failures.items,
	    diff->failures.count, limit, color);
	diff_text_add_time(out, diff, limit, color);
	diff_text_add_cache(out, diff, limit, color);
	diff_text_add_graphs(out, diff, limit, color);
}
