/*
 * sweep_text.c - a diff of two sweeps for people, as JSON and as Markdown.
 */
#include <string.h>

#include "cli/commands/compare/sweep.h"
#include "cli/format/format.h"
#include "cli/format/row.h"

enum { NAME_WIDTH = 24, NUMBER_WIDTH = 10, MOST_RUNS = 6 };

static void
sweep_text_add_verdict(struct buffer *out, const struct sweep *sweep)
{
	size_t missing = sweep->pairs.count - sweep->compared;

	buffer_printf(out, "%s: %zu pairs of runs:", sweep->verdict,
	    sweep->compared);
	for (size_t i = 0; i < 5; i++) {
		if (sweep->verdicts[i])
			buffer_printf(out, " %zu %s,", sweep->verdicts[i],
			    sweep_verdicts[i]);
	}
	buffer_printf(out, " %zu run%s missing on a side", missing,
	    missing == 1 ? "" : "s");
}

static const struct gbq_diff_total *
find_total(const struct sweep *sweep, const char *name)
{
	for (size_t i = 0; i < sweep->totals.count; i++) {
		if (strcmp(sweep->totals.items[i].name, name) == 0)
			return &sweep->totals.items[i];
	}
	return NULL;
}

static void
add_lead(struct buffer *out, const struct sweep *sweep)
{
	static const struct {
		const char *total, *word;
	} leads[] = {
		{ "break_sites", "sites " }, { "break_events", ", events " },
		{ "eager_frames", ", eager frames " },
		{ "failures", ", failures " }
	};

	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++) {
		const struct gbq_diff_total *total = find_total(sweep,
		    leads[i].total);

		if (!total)
			continue;
		buffer_add_string(out, leads[i].word);
		diff_add_values(out, total->values);
	}
}

static bool
sweep_text_is_nothing(const struct gbq_value *value)
{
	return value->type == GBQ_NULL ||
	    (value->type == GBQ_INTEGER && value->integer == 0);
}

static void
sweep_text_add_total(struct buffer *out, const struct gbq_diff_total *total)
{
	struct buffer delta = { 0 };

	buffer_printf(out, "  %-*s", NAME_WIDTH, total->name);
	for (int side = 0; side < GBQ_SIDES; side++) {
		const struct gbq_value *value = &total->values[side];

		if (value->type == GBQ_NULL)
			buffer_printf(out, "%*s", NUMBER_WIDTH, "?");
		else if (value->type == GBQ_INTEGER)
			buffer_printf(out, "%*lld", NUMBER_WIDTH,
			    (long long)value->integer);
		else
			buffer_printf(out, "%*.2f", NUMBER_WIDTH,
			    value->real);
	}
	if (total->values[0].type == GBQ_REAL)
		buffer_printf(&delta, "%+.2f", total->values[1].real -
		    total->values[0].real);
	else
		diff_add_delta(&delta, total->values);
	buffer_printf(out, "%*s\n", NUMBER_WIDTH, buffer_string(&delta));
	buffer_release(&delta);
}

static void
sweep_text_add_keys(struct buffer *out, const struct sweep_site *site)
{
	size_t count = site->keys.count;

	for (size_t i = 0; i < count && i < MOST_RUNS; i++) {
		buffer_add_string(out, i ? ", " : "");
		add_text(out, site->keys.items[i]);
	}
	if (count > MOST_RUNS)
		buffer_printf(out, ", … %zu more", count - MOST_RUNS);
}

static void
sweep_text_add_site(struct buffer *out, const struct sweep_site *site)
{
	const struct gbq_diff_site *shown = site->pair.sides[1] ?
	    site->pair.sides[1] : site->pair.sides[0];

	buffer_printf(out, "  %-8s", diff_state_word(&site->pair));
	if (site->pair.state == GBQ_STATE_CHANGED) {
		diff_add_kind(out, site->pair.sides[0]);
		buffer_add_string(out, "\n         " DIFF_ARROW);
	}
	diff_add_kind(out, shown);
	buffer_add_string(out, "\n          ");
	diff_add_place(out, shown);
	buffer_printf(out, "\n          %lld" DIFF_ARROW "%lld events in "
	    "%zu run%s: ", (long long)site->events[0],
	    (long long)site->events[1], site->keys.count,
	    site->keys.count == 1 ? "" : "s");
	sweep_text_add_keys(out, site);
	buffer_add_byte(out, '\n');
}

static void
sweep_text_add_states(struct buffer *out, const struct sweep *sweep)
{
	static const enum gbq_diff_state order[] = { GBQ_STATE_NEW,
		GBQ_STATE_GONE, GBQ_STATE_CHANGED, GBQ_STATE_MOVED,
		GBQ_STATE_SAME };

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		buffer_printf(out, "%s%zu %s", i ? ", " : "",
		    sweep->states[order[i]], gbq_state_name(order[i]));
}

static void
sweep_text_add_run(struct buffer *out, const struct sweep_pair *pair)
{
	const char *note = sweep_note(pair);

	buffer_printf(out, "  %-8s ", pair->diff ? pair->diff->verdict : "-");
	add_text(out, pair->key);
	if (note)
		buffer_printf(out, ": %s", note);
	if (pair->diff) {
		buffer_add_string(out, note ? "; " : ": ");
		buffer_add_string(out, pair->diff->progress ?
		    pair->diff->progress : "");
	}
	buffer_add_byte(out, '\n');
}

void
sweep_text(struct buffer *out, const struct sweep *sweep, size_t limit,
    bool stat)
{
	sweep_text_add_verdict(out, sweep);
	buffer_add_string(out, "\n        ");
	add_lead(out, sweep);
	buffer_add_string(out, "\nbase  ");
	add_text(out, sweep->names[0]);
	buffer_printf(out, " (%zu runs)\nnew   ", sweep->runs[0].count);
	add_text(out, sweep->names[1]);
	buffer_printf(out, " (%zu runs)\n", sweep->runs[1].count);
	if (!stat) {
		buffer_printf(out, "\n%-*s%*s%*s%*s\n", NAME_WIDTH + 2,
		    "totals", NUMBER_WIDTH, "base", NUMBER_WIDTH, "new",
		    NUMBER_WIDTH, "delta");
		for (size_t i = 0; i < sweep->totals.count; i++) {
			const struct gbq_diff_total *total =
			    &sweep->totals.items[i];

			if (strncmp(total->name, "phase.", 6) != 0 &&
			    (i < 2 ||
				!sweep_text_is_nothing(&total->values[0]) ||
				!sweep_text_is_nothing(&total->values[1])))
				sweep_text_add_total(out, total);
		}
	}
	buffer_add_string(out, "\nsites of all runs: ");
	sweep_text_add_states(out, sweep);
	buffer_add_byte(out, '\n');
	for (size_t i = 0; i < sweep->sites.count && !stat &&
	    (!limit || i < limit); i++)
		sweep_text_add_site(out, &sweep->sites.items[i]);
	if (limit && !stat && sweep->sites.count > limit)
		buffer_printf(out, "  … %zu more\n",
		    sweep->sites.count - limit);
	buffer_add_string(out, "\nruns\n");
	for (size_t i = 0; i < sweep->pairs.count; i++)
		sweep_text_add_run(out, &sweep->pairs.items[i]);
}

/* ---- Markdown ---- */

void
sweep_markdown(struct buffer *out, const struct sweep *sweep, size_t limit)
{
	buffer_add_string(out, "### Graph breaks: ");
	sweep_text_add_verdict(out, sweep);
	buffer_add_string(out, "\n\n");
	add_lead(out, sweep);
	buffer_add_string(out, ". Sites: ");
	sweep_text_add_states(out, sweep);
	buffer_add_string(out, ".\n\n| run | verdict | note |\n"
	    "| --- | --- | --- |\n");
	for (size_t i = 0; i < sweep->pairs.count && (!limit || i < limit);
	    i++) {
		const struct sweep_pair *pair = &sweep->pairs.items[i];
		const char *note = sweep_note(pair);

		buffer_add_string(out, "| ");
		markdown_text(out, pair->key);
		buffer_printf(out, " | %s | %s%s%s |\n", pair->diff ?
		    pair->diff->verdict : "-", note ? note : "",
		    note && pair->diff ? "; " : "", pair->diff &&
		    pair->diff->progress ? pair->diff->progress : "");
	}
}
