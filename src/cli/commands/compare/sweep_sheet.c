/*
 * sweep_sheet.c - a diff of two sweeps for people: counts and sites of all
 * runs together, then a line a run.
 */
#include <string.h>

#include "cli/commands/compare/sweep.h"
#include "cli/diff/sheet.h"

enum { MOST_RUNS = 6 };

/* "3 pairs of runs: 1 better, 2 same, 1 run missing on a side" */
static const char *
describe_pairs(struct sheet *sheet, const struct sweep *sweep)
{
	size_t missing = sweep->pairs.count - sweep->compared;
	struct buffer text = { 0 };

	add_number_of(&text, (int64_t)sweep->compared, "pair");
	buffer_add_string(&text, " of runs:");
	for (size_t i = 0; i < 5; i++) {
		if (sweep->verdicts[i])
			buffer_printf(&text, " %zu %s,", sweep->verdicts[i],
			    sweep_verdicts[i]);
	}
	buffer_add_byte(&text, ' ');
	add_number_of(&text, (int64_t)missing, "run");
	buffer_add_string(&text, " missing on a side");
	return sheet_take(sheet, &text);
}

/* "sites 3 → 2, events 5 → 2, …" */
static const char *
describe_counts(struct sheet *sheet, const struct sweep *sweep)
{
	static const struct {
		const char *total, *word;
	} leads[] = {
		{ "break_sites", "sites" }, { "break_events", "events" },
		{ "eager_frames", "eager frames" }, { "failures", "failures" }
	};
	struct buffer text = { 0 };

	for (size_t i = 0; i < LENGTH(leads); i++) {
		const struct gbq_diff_total *total = sweep_total(sweep,
		    leads[i].total);

		if (!total)
			continue;
		buffer_printf(&text, "%s%s ", text.len ? ", " : "",
		    leads[i].word);
		diff_add_value(&text, &total->values[0]);
		buffer_add_string(&text, DIFF_ARROW);
		diff_add_value(&text, &total->values[1]);
	}
	return text.len ? sheet_take(sheet, &text) : NULL;
}

static const char *
describe_side(struct sheet *sheet, const struct sweep *sweep, int side)
{
	size_t count = sweep->runs[side].count;

	return sheet_printf(sheet, "%s (%zu run%s)", sweep->names[side],
	    count, plural_end((int64_t)count, "run"));
}

/* "3 runs: a, b, c" */
static const char *
describe_runs(struct sheet *sheet, const struct sweep_site *site)
{
	size_t count = site->keys.count;
	struct buffer text = { 0 };

	add_number_of(&text, (int64_t)count, "run");
	buffer_add_string(&text, ": ");
	for (size_t i = 0; i < count && i < MOST_RUNS; i++)
		buffer_printf(&text, "%s%s", i ? ", " : "",
		    site->keys.items[i]);
	if (count > MOST_RUNS)
		buffer_printf(&text, ", … %zu more", count - MOST_RUNS);
	return sheet_take(sheet, &text);
}

static void
add_sweep_site(struct sheet *sheet, const struct sweep_site *site)
{
	struct sheet_row *row = sheet_row(sheet);

	row->pair = &site->pair;
	row->same = site->pair.state == GBQ_STATE_SAME;
	row->counts[0] = site->events[0];
	row->counts[1] = site->events[1];
	row->cells[2] = describe_runs(sheet, site);
	row->cells[0] = sheet_printf(sheet, "%lld" DIFF_ARROW "%lld event%s "
	    "in %s", (long long)site->events[0], (long long)site->events[1],
	    plural_end(site->events[1], "event"), row->cells[2]);
}

static void
add_sweep_run(struct sheet *sheet, const struct sweep_pair *pair)
{
	const char *note = sweep_note(pair);
	const char *progress = pair->diff ? pair->diff->progress : NULL;
	struct sheet_row *row = sheet_row(sheet);

	row->cells[0] = pair->key;
	row->cells[1] = pair->diff ? pair->diff->verdict : "-";
	row->cells[2] = note && progress ? sheet_printf(sheet, "%s; %s", note,
	    progress) : note ? note : progress;
}

void
sweep_sheet(struct sheet *sheet, const struct sweep *sweep,
    const struct sheet_options *options)
{
	memset(sheet, 0, sizeof(*sheet));
	arena_init(&sheet->arena);
	sheet->verdict = sweep->verdict;
	sheet->why = describe_pairs(sheet, sweep);
	sheet->progress = describe_counts(sheet, sweep);
	for (int side = 0; side < GBQ_SIDES; side++)
		sheet->sides[side] = describe_side(sheet, sweep, side);
	if (!options->stat)
		sheet_add_totals(sheet, sweep->totals.items,
		    sweep->totals.count, options);
	sheet_add_sites(sheet, "sites of all runs: ", sweep->states);
	for (size_t i = 0; i < sweep->sites.count && !options->stat; i++) {
		const struct sweep_site *site = &sweep->sites.items[i];

		if (!options->changed || site->pair.state != GBQ_STATE_SAME)
			add_sweep_site(sheet, site);
	}
	sheet_limit(sheet, options->limit);
	sheet_add(sheet, SHEET_RUNS, "runs");
	for (size_t i = 0; i < sweep->pairs.count; i++)
		add_sweep_run(sheet, &sweep->pairs.items[i]);
	sheet_limit(sheet, options->limit);
}
