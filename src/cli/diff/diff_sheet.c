/*
 * diff_sheet.c - the sheet of a diff of two runs: what differs around the
 * code, counts, sites by state, and the rest.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"
#include "cli/format/row.h"
#include "cli/format/words.h"
#include "util/order.h"

enum {
	MOST_FRAMES = 12,	/* and graphs, unless -n says more */
	MOST_PHASES = 6
};

/* "pair (run 3), torch 2.13.0, 2 ranks" */
static const char *
sheet_run_words(struct sheet *sheet, const struct gbq_diff_run *run)
{
	struct buffer text = { 0 };

	buffer_add_string(&text, run->run_id || run->is_baseline ?
	    run->name : run->source_path);
	if (run->is_baseline)
		buffer_add_string(&text, " (baseline file)");
	else if (run->run_id > 0)
		buffer_printf(&text, " (run %lld)", (long long)run->run_id);
	if (run->torch_version)
		buffer_printf(&text, ", torch %s", run->torch_version);
	if (run->ranks > 1)
		buffer_printf(&text, ", %lld ranks", (long long)run->ranks);
	if (run->complete == 0)
		buffer_add_string(&text, ", INCOMPLETE: counts are lower "
		    "bounds");
	else if (string_equal(run->counts_are, "at_least"))
		buffer_add_string(&text, ", counts of breaks are lower "
		    "bounds");
	return sheet_take(sheet, &text);
}

/* Another torch has other settings: those of one side are only counted. */
static bool
fact_is_one_sided(const struct gbq_diff_fact *fact)
{
	return strncmp(fact->key, "config.", strlen("config.")) == 0 &&
	    (!fact->values[0] || !fact->values[1]);
}

/* "3 settings that …"; NULL for none. */
static const char *
sheet_count_note(struct sheet *sheet, size_t count, const char *one,
    const char *what)
{
	struct buffer text = { 0 };

	if (!count)
		return NULL;
	add_number_of(&text, (int64_t)count, one);
	buffer_add_string(&text, what);
	return sheet_take(sheet, &text);
}

static void
sheet_list_facts(struct sheet *sheet, const struct gbq_diff *diff, size_t limit)
{
	struct sheet_section *section;
	size_t one_sided = 0;

	if (diff->environment.count == 0)
		return;
	section = sheet_add(sheet, SHEET_FACTS, "environment");
	for (size_t i = 0; i < diff->environment.count; i++) {
		const struct gbq_diff_fact *fact =
		    &diff->environment.items[i];
		struct sheet_row *row;

		if (fact_is_one_sided(fact)) {
			one_sided++;
			continue;
		}
		row = sheet_row(sheet);
		row->cells[0] = fact->key;
		row->cells[1] = fact->values[0] ? fact->values[0] : "-";
		row->cells[2] = fact->values[1] ? fact->values[1] : "-";
	}
	sheet_limit(sheet, limit);
	section->note = sheet_count_note(sheet, one_sided, "setting",
	    " named by one side only (-f json lists them)");
}

static double
phase_change(const struct gbq_diff_total *total)
{
	return fabs(total->values[1].real - total->values[0].real);
}

/* Largest change first, else in their order. */
static int
compare_phases(const void *a, const void *b)
{
	const struct gbq_diff_total *const *left = a, *const *right = b;
	double left_change = phase_change(*left);
	double right_change = phase_change(*right);

	if (left_change < right_change || left_change > right_change)
		return left_change < right_change ? 1 : -1;
	return ORDER_OF(*left, *right);
}

/* Seconds of the phases that changed most, below the totals. */
static void
sheet_list_phases(struct sheet *sheet, const struct gbq_diff *diff)
{
	const struct sheet_column *columns =
	    sheet->sections.items[sheet->sections.count - 1].columns;
	struct sheet_section *section = sheet_add(sheet, SHEET_TABLE, NULL);
	const struct gbq_diff_total **phases =
	    mem_calloc(diff->totals.count + 1, sizeof(*phases));
	size_t count = 0;

	section->columns = columns;
	section->terminal_only = true;
	for (size_t i = 0; i < diff->totals.count; i++) {
		if (diff_is_phase(&diff->totals.items[i]) &&
		    phase_change(&diff->totals.items[i]) >= 0.005)
			phases[count++] = &diff->totals.items[i];
	}
	qsort(phases, count, sizeof(*phases), compare_phases);
	for (size_t i = 0; i < count && i < MOST_PHASES; i++)
		sheet_add_total(sheet, phases[i]);
	free(phases);
}

/* "2 events", "2 → 3 events" */
static const char *
sheet_event_words(struct sheet *sheet, const int64_t counts[GBQ_SIDES])
{
	struct buffer text = { 0 };

	if (counts[0] != counts[1])
		buffer_printf(&text, "%lld" DIFF_ARROW, (long long)counts[0]);
	add_number_of(&text, counts[1], "event");
	return sheet_take(sheet, &text);
}

/* "7:s3" of the site, cause or failure of a side; NULL: it has none. */
static const char *
sheet_handle(struct sheet *sheet, int side, const char *handle)
{
	long long run_id = sheet->run_ids[side];

	return !handle || run_id < 1 ? handle : sheet_printf(sheet, "%lld:%s",
	    run_id, handle);
}

static void
sheet_list_site(struct sheet *sheet, const struct gbq_diff_pair *pair,
    bool stat)
{
	const struct gbq_diff_site *site = diff_shown_site(pair);
	struct sheet_row *row = sheet_row(sheet);
	/* The state says "changed", the note how. */
	bool told = pair->pass && strcmp(pair->pass, "exact") != 0 &&
	    strcmp(pair->pass, "changed") != 0;

	row->pair = pair;
	row->same = pair->state == GBQ_STATE_SAME;
	for (int side = 0; side < GBQ_SIDES; side++) {
		if (!pair->sides[side])
			continue;
		row->counts[side] = pair->sides[side]->events;
		row->handles[side] = sheet_handle(sheet, side,
		    pair->sides[side]->handle);
	}
	row->cells[0] = sheet_event_words(sheet, row->counts);
	if (!stat)
		row->cells[0] = sheet_printf(sheet, "%s%s%s%s%s%s%s",
		    row->cells[0], site->ranks ? ", ranks " : "",
		    site->ranks ? site->ranks : "",
		    told ? "; " : "", told ? word_of("pass", pair->pass) : "",
		    pair->note ? "; " : "", pair->note ? pair->note : "");
	row->cells[1] = row->same ? NULL : site->source;
	row->cells[2] = pair->note;
}

static void
sheet_list_sites(struct sheet *sheet, const struct gbq_diff *diff,
    const struct sheet_options *options)
{
	struct sheet_section *section = sheet_add_sites(sheet,
	    options->stat ? "" : "sites: ", diff->states);

	if (options->stat) {
		section->shape = SHEET_STAT;
	} else if (diff->sites.count == 0) {
		section->heading = diff->runs[0].breaks_known &&
		    diff->runs[1].breaks_known ? "sites: none" :
		    "sites: not known";
	}
	for (size_t i = 0; i < diff->sites.count; i++) {
		const struct gbq_diff_pair *pair = &diff->sites.items[i];

		if (!(pair->state == GBQ_STATE_SAME &&
		    (options->changed || options->stat)))
			sheet_list_site(sheet, pair, options->stat);
	}
	sheet_limit(sheet, options->stat ? 0 : options->limit);
}

/* A guard without the source line that torch writes behind it. */
static const char *
sheet_guard(struct sheet *sheet, const char *text)
{
	const char *comment = text ? strstr(text, "  # ") : NULL;
	struct slice guard = slice_of(text);

	if (comment)
		guard.len = (size_t)(comment - text);
	return text ? slice_string(&sheet->arena, slice_trim(guard)) : NULL;
}

/* "size of x in forward", "backend BackendCompilerFailed in forward" */
static const char *
sheet_item_title(struct sheet *sheet, const struct gbq_diff_item *item,
    bool is_guard)
{
	const char *guard = sheet_guard(sheet, item->text);
	struct buffer text = { 0 };

	if (is_guard && item->category && item->name)
		add_guard_aspect(&text, item->category);
	else if (item->category)
		buffer_printf(&text, "%s ", word_of(is_guard ? "guard_class" :
		    "category", item->category));
	buffer_add_string(&text, item->name ?
	    sheet_guard(sheet, item->name) : guard ? guard :
	    "no guard named");
	if (item->function)
		buffer_printf(&text, " in %s", item->function);
	return sheet_take(sheet, &text);
}

static void
sheet_list_item(struct sheet *sheet, const struct gbq_diff_item_pair *pair,
    bool is_guard)
{
	const struct gbq_diff_item *item = pair->sides[!!pair->sides[1]];
	struct sheet_row *row = sheet_row(sheet);
	const char *guard = sheet_guard(sheet, item->text);
	const char *handle = sheet_handle(sheet, !!pair->sides[1],
	    item->handle);

	row->state = pair->state;
	row->same = pair->state == GBQ_STATE_SAME && !pair->note;
	for (int side = 0; side < GBQ_SIDES; side++)
		row->counts[side] = pair->sides[side] ?
		    pair->sides[side]->count : 0;
	row->cells[0] = sheet_printf(sheet, "%s%s%s",
	    handle ? handle : "", handle ? "  " : "",
	    sheet_item_title(sheet, item, is_guard));
	row->cells[1] = item->name ? guard : NULL;
}

static void
sheet_list_items(struct sheet *sheet, const char *heading,
    const struct gbq_diff_item_pair *items, size_t count, bool is_guard,
    const struct sheet_options *options)
{
	if (count == 0)
		return;
	sheet_add(sheet, SHEET_ITEMS, heading);
	for (size_t i = 0; i < count; i++) {
		if (!options->changed || items[i].note ||
		    items[i].state != GBQ_STATE_SAME)
			sheet_list_item(sheet, &items[i], is_guard);
	}
	sheet_limit(sheet, options->limit);
}

static const char *
sheet_seconds(struct sheet *sheet, double seconds)
{
	return seconds < 0 ? "-" : sheet_printf(sheet, "%.2f", seconds);
}

static void
sheet_list_time(struct sheet *sheet, const struct gbq_diff *diff, size_t limit)
{
	static const struct sheet_column columns[SHEET_CELLS] = {
		{ "time", 6 }, { "base", 10 }, { "new", 10 },
		{ "seconds by frame, largest change first", 0 }
	};
	struct sheet_section *section;

	if (diff->time.count == 0)
		return;
	section = sheet_add(sheet, SHEET_TABLE, "time");
	section->columns = columns;
	section->terminal_only = true;
	for (size_t i = 0; i < diff->time.count; i++) {
		const struct gbq_diff_frame *frame = &diff->time.items[i];
		struct sheet_row *row = sheet_row(sheet);
		struct buffer text = { 0 };

		row->cells[1] = sheet_seconds(sheet, frame->seconds[0]);
		row->cells[2] = sheet_seconds(sheet, frame->seconds[1]);
		buffer_printf(&text, "%s ", frame->function ?
		    frame->function : "?");
		add_short_path(&text, frame->file);
		if (frame->line != GBQ_NO_LINE)
			buffer_printf(&text, ":%lld", (long long)frame->line);
		buffer_printf(&text, " %s" DIFF_ARROW "%s", frame->frames[0],
		    frame->frames[1]);
		row->cells[3] = sheet_take(sheet, &text);
	}
	sheet_limit(sheet, limit ? limit : MOST_FRAMES);
}

static void
sheet_list_graphs(struct sheet *sheet, const struct gbq_diff *diff,
    size_t limit)
{
	struct sheet_section *section;
	size_t one_sided = 0;

	if (diff->graphs.count == 0)
		return;
	section = sheet_add(sheet, SHEET_LINES, "graphs that differ, sizes "
	    "and names apart");
	section->terminal_only = true;
	for (size_t i = 0; i < diff->graphs.count; i++) {
		const struct gbq_diff_graph *graph = &diff->graphs.items[i];
		struct buffer text = { 0 };

		if (!graph->counts[0] || !graph->counts[1]) {
			one_sided++;
			continue;
		}
		buffer_printf(&text, "%-11s %lld" DIFF_ARROW "%lld, %lld "
		    "equal  %s ", graph->stage, (long long)graph->counts[0],
		    (long long)graph->counts[1], (long long)graph->equal,
		    graph->function ? graph->function : "?");
		add_short_path(&text, graph->file);
		buffer_printf(&text, "  %s" DIFF_ARROW "%s", graph->only[0],
		    graph->only[1]);
		sheet_row(sheet)->cells[0] = sheet_take(sheet, &text);
	}
	sheet_limit(sheet, limit ? limit : MOST_FRAMES);
	section->note = sheet_count_note(sheet, one_sided, "graph stage",
	    " of frames on one side only");
}

void
sheet_of_diff(struct sheet *sheet, const struct gbq_diff *diff,
    const struct sheet_options *options)
{
	memset(sheet, 0, sizeof(*sheet));
	arena_init(&sheet->arena);
	sheet->verdict = diff->verdict;
	sheet->why = diff->why;
	sheet->progress = diff->progress && *diff->progress ?
	    diff->progress : NULL;
	for (int side = 0; side < GBQ_SIDES; side++) {
		sheet->sides[side] = sheet_run_words(sheet, &diff->runs[side]);
		sheet->run_ids[side] = options->stored ?
		    diff->runs[side].run_id : 0;
	}
	if (options->stat) {
		sheet_list_sites(sheet, diff, options);
		return;
	}
	sheet_list_facts(sheet, diff, options->limit);
	sheet_add_totals(sheet, diff->totals.items, diff->totals.count,
	    options);
	sheet_list_phases(sheet, diff);
	sheet_list_sites(sheet, diff, options);
	sheet_list_items(sheet, "recompiles, by cause", diff->recompiles.items,
	    diff->recompiles.count, true, options);
	sheet_list_items(sheet, "failures", diff->failures.items,
	    diff->failures.count, false, options);
	sheet_list_time(sheet, diff, options->limit);
	sheet_add_caches(sheet, diff, NULL, options->limit);
	sheet_list_graphs(sheet, diff, options->limit);
}
