/*
 * sweep_json.c - a diff of two sweeps as one JSON object.
 */
#include <string.h>

#include "cli/commands/compare/sweep.h"

static bool
list_site_runs(const void *record, struct record_list *list)
{
	const struct sweep_site *site = record;

	*list = (struct record_list){ site->keys.items, site->keys.count };
	return true;
}

static const struct field site_fields[] = {
	FIELD(sweep_site, "state", FIELD_STATE, pair.state),
	{ "runs", FIELD_LIST, 0, NULL, list_site_runs },
	FIELD(sweep_site, "base_events", FIELD_COUNT, events[0]),
	FIELD(sweep_site, "new_events", FIELD_COUNT, events[1]),
	FIELD_OF(sweep_site, "base", pair.sides[0], diff_site_record),
	FIELD_OF(sweep_site, "new", pair.sides[1], diff_site_record),
	FIELD(sweep_site, "note", FIELD_TEXT, pair.note),
};
static const struct record site_record = RECORD(sweep_site, site_fields);

/* A run of a pair; its counts, where they were compared. */
struct sweep_side {
	int64_t run_id;
	const char *name;
	struct gbq_value sites, events;
};

static const struct field side_fields[] = {
	FIELD(sweep_side, "run_id", FIELD_COUNT, run_id),
	FIELD(sweep_side, "name", FIELD_TEXT, name),
	FIELD(sweep_side, "break_sites", FIELD_VALUE, sites),
	FIELD(sweep_side, "break_events", FIELD_VALUE, events),
};

static void
json_add_run(struct buffer *out, const struct sweep_pair *pair, int side)
{
	const struct sweep_run *run = pair->runs[side];
	struct record record = RECORD(sweep_side, side_fields);
	struct sweep_side row = { 0 };

	if (run) {
		row.run_id = run->run_id;
		row.name = run->name;
	}
	if (pair->diff) {
		row.sites = gbq_diff_total(pair->diff,
		    "break_sites")->values[side];
		row.events = gbq_diff_total(pair->diff,
		    "break_events")->values[side];
	} else {
		record.field_count = 2;
	}
	buffer_printf(out, ", \"%s\": ", side ? "new" : "base");
	record_json(out, &record, run ? &row : NULL);
}

static void
json_add_pair(struct buffer *out, const struct sweep_pair *pair)
{
	buffer_add_byte(out, '{');
	json_add_member(out, "name", pair->key, true);
	json_add_member(out, "verdict", pair->diff ? pair->diff->verdict :
	    NULL, false);
	json_add_member(out, "note", sweep_note(pair), false);
	json_add_run(out, pair, GBQ_SIDE_BASE);
	json_add_run(out, pair, GBQ_SIDE_NEW);
	buffer_add_byte(out, '}');
}

void
sweep_json(struct buffer *out, const struct sweep *sweep)
{
	buffer_add_string(out, "{\"gbq_format\": 1");
	json_add_member(out, "verdict", sweep->verdict, false);
	json_add_member(out, "base", sweep->names[0], false);
	json_add_member(out, "new", sweep->names[1], false);
	buffer_printf(out, ",\n \"compared\": %zu, ", sweep->compared);
	diff_json_states(out, sweep->states);
	record_json_list(out, "totals", &diff_total_record,
	    sweep->totals.items, sweep->totals.count);
	record_json_list(out, "sites", &site_record, sweep->sites.items,
	    sweep->sites.count);
	buffer_add_string(out, ",\n \"runs\": [");
	for (size_t i = 0; i < sweep->pairs.count; i++) {
		buffer_add_string(out, i ? ",\n  " : "\n  ");
		json_add_pair(out, &sweep->pairs.items[i]);
	}
	buffer_add_string(out, "]}\n");
}
