/*
 * diff_json.c - the lists of a diff described by their fields: as one JSON
 * object, sites as rows.
 */
#include "cli/diff/diff.h"
#include "cli/diff/record.h"

static const struct field run_fields[] = {
	FIELD(gbq_diff_run, "name", FIELD_TEXT, name),
	FIELD(gbq_diff_run, "run_id", FIELD_ID, run_id),
	FIELD(gbq_diff_run, "run_key", FIELD_TEXT, run_key),
	FIELD(gbq_diff_run, "source_path", FIELD_TEXT, source_path),
	FIELD(gbq_diff_run, "torch_version", FIELD_TEXT, torch_version),
	FIELD(gbq_diff_run, "torch_commit", FIELD_TEXT, torch_commit),
	FIELD(gbq_diff_run, "ranks", FIELD_COUNT, ranks),
	FIELD(gbq_diff_run, "complete", FIELD_COUNT, complete),
	FIELD(gbq_diff_run, "counts_are", FIELD_TEXT, counts_are),
	FIELD(gbq_diff_run, "baseline", FIELD_FLAG, is_baseline),
};
static const struct record run_record = RECORD(gbq_diff_run, run_fields, 0);

static const struct field fact_fields[] = {
	FIELD(gbq_diff_fact, "key", FIELD_TEXT, key),
	FIELD(gbq_diff_fact, "base", FIELD_TEXT, values[0]),
	FIELD(gbq_diff_fact, "new", FIELD_TEXT, values[1]),
};
static const struct record fact_record = RECORD(gbq_diff_fact, fact_fields, 3);

static const struct field total_fields[] = {
	FIELD(gbq_diff_total, "name", FIELD_TEXT, name),
	FIELD(gbq_diff_total, "base", FIELD_VALUE, values[0]),
	FIELD(gbq_diff_total, "new", FIELD_VALUE, values[1]),
	FIELD(gbq_diff_total, "delta", FIELD_VALUES_DELTA, values),
};
const struct record diff_total_record = RECORD(gbq_diff_total, total_fields,
    3);

/* Rows have them up to the events. */
static const struct field site_fields[] = {
	FIELD(gbq_diff_site, "gb_id", FIELD_TEXT, gb_id),
	FIELD(gbq_diff_site, "kind", FIELD_TEXT, kind),
	FIELD(gbq_diff_site, "file", FIELD_TEXT, file),
	FIELD(gbq_diff_site, "line", FIELD_COUNT, line),
	FIELD(gbq_diff_site, "function", FIELD_TEXT, function),
	FIELD(gbq_diff_site, "source", FIELD_TEXT, source),
	FIELD(gbq_diff_site, "events", FIELD_COUNT, events),
	FIELD(gbq_diff_site, "detail", FIELD_TEXT, detail),
	FIELD(gbq_diff_site, "compiles", FIELD_COUNT, compiles),
	FIELD(gbq_diff_site, "eager_frames", FIELD_COUNT, eager_frames),
	FIELD(gbq_diff_site, "ranks", FIELD_JSON, ranks),
	FIELD(gbq_diff_site, "owner", FIELD_TEXT, owner),
	FIELD(gbq_diff_site, "own", FIELD_FLAG, own),
	FIELD(gbq_diff_site, "via_file", FIELD_TEXT, via_file),
	FIELD(gbq_diff_site, "via_line", FIELD_COUNT, via_line),
	FIELD(gbq_diff_site, "via_function", FIELD_TEXT, via_function),
	FIELD(gbq_diff_site, "via_source", FIELD_TEXT, via_source),
};
const struct record diff_site_record = RECORD(gbq_diff_site, site_fields, 7);

static const struct field pair_fields[] = {
	FIELD(gbq_diff_pair, "state", FIELD_STATE, state),
	FIELD(gbq_diff_pair, "pass", FIELD_TEXT, pass),
	FIELD_OF(gbq_diff_pair, "base", sides[0], diff_site_record),
	FIELD_OF(gbq_diff_pair, "new", sides[1], diff_site_record),
	FIELD(gbq_diff_pair, "note", FIELD_TEXT, note),
};
static const struct record pair_record = RECORD(gbq_diff_pair, pair_fields, 5);

static const struct field cause_fields[] = {
	FIELD(gbq_diff_item, "guard_class", FIELD_TEXT, category),
	FIELD(gbq_diff_item, "source", FIELD_TEXT, name),
	FIELD(gbq_diff_item, "guard", FIELD_TEXT, text),
	FIELD(gbq_diff_item, "file", FIELD_TEXT, file),
	FIELD(gbq_diff_item, "line", FIELD_COUNT, line),
	FIELD(gbq_diff_item, "function", FIELD_TEXT, function),
	FIELD(gbq_diff_item, "recompiles", FIELD_COUNT, count),
	FIELD(gbq_diff_item, "guard_failures", FIELD_COUNT, guard_failures),
};
static const struct record cause_record = RECORD(gbq_diff_item, cause_fields,
    8);

static const struct field failure_fields[] = {
	FIELD(gbq_diff_item, "category", FIELD_TEXT, category),
	FIELD(gbq_diff_item, "fail_type", FIELD_TEXT, name),
	FIELD(gbq_diff_item, "reason", FIELD_TEXT, text),
	FIELD(gbq_diff_item, "stage", FIELD_TEXT, stage),
	FIELD(gbq_diff_item, "file", FIELD_TEXT, file),
	FIELD(gbq_diff_item, "line", FIELD_COUNT, line),
	FIELD(gbq_diff_item, "function", FIELD_TEXT, function),
	FIELD(gbq_diff_item, "failures", FIELD_COUNT, count),
};
static const struct record failure_record = RECORD(gbq_diff_item,
    failure_fields, 8);

#define ITEM_PAIR_FIELDS(record) { \
	FIELD(gbq_diff_item_pair, "state", FIELD_STATE, state), \
	FIELD(gbq_diff_item_pair, "pass", FIELD_TEXT, pass), \
	FIELD_OF(gbq_diff_item_pair, "base", sides[0], record), \
	FIELD_OF(gbq_diff_item_pair, "new", sides[1], record), \
	FIELD(gbq_diff_item_pair, "note", FIELD_TEXT, note), \
}
static const struct field recompile_pair_fields[] =
    ITEM_PAIR_FIELDS(cause_record);
static const struct record recompile_pair_record = RECORD(gbq_diff_item_pair,
    recompile_pair_fields, 5);
static const struct field failure_pair_fields[] =
    ITEM_PAIR_FIELDS(failure_record);
static const struct record failure_pair_record = RECORD(gbq_diff_item_pair,
    failure_pair_fields, 5);

static const struct field frame_fields[] = {
	FIELD(gbq_diff_frame, "function", FIELD_TEXT, function),
	FIELD(gbq_diff_frame, "file", FIELD_TEXT, file),
	FIELD(gbq_diff_frame, "line", FIELD_COUNT, line),
	FIELD(gbq_diff_frame, "base_frames", FIELD_JSON, frames[0]),
	FIELD(gbq_diff_frame, "new_frames", FIELD_JSON, frames[1]),
	FIELD(gbq_diff_frame, "base_s", FIELD_SECONDS, seconds[0]),
	FIELD(gbq_diff_frame, "new_s", FIELD_SECONDS, seconds[1]),
	FIELD(gbq_diff_frame, "delta_s", FIELD_SECONDS_DELTA, seconds),
};
static const struct record frame_record = RECORD(gbq_diff_frame, frame_fields,
    8);

static const struct field cache_fields[] = {
	FIELD(gbq_diff_cache, "cache", FIELD_TEXT, cache),
	FIELD(gbq_diff_cache, "state", FIELD_TEXT, state),
	FIELD(gbq_diff_cache, "base", FIELD_COUNT, counts[0]),
	FIELD(gbq_diff_cache, "new", FIELD_COUNT, counts[1]),
	FIELD(gbq_diff_cache, "delta", FIELD_COUNTS_DELTA, counts),
};
static const struct record cache_record = RECORD(gbq_diff_cache, cache_fields,
    5);

static const struct field part_fields[] = {
	FIELD(gbq_cache_part, "name", FIELD_TEXT, name),
	FIELD(gbq_cache_part, "base", FIELD_TEXT, values[0]),
	FIELD(gbq_cache_part, "new", FIELD_TEXT, values[1]),
};
static const struct record part_record = RECORD(gbq_cache_part, part_fields,
    3);

/* Of equal keys no part differs, whether they are listed or not. */
static bool
list_key_parts(const void *record, struct record_list *list)
{
	const struct gbq_diff_cache_key *key = record;

	*list = (struct record_list){ key->parts, key->part_count };
	return key->parts_known || key->same_key;
}

static const struct field key_fields[] = {
	FIELD(gbq_diff_cache_key, "cache", FIELD_TEXT, cache),
	FIELD(gbq_diff_cache_key, "function", FIELD_TEXT, function),
	FIELD(gbq_diff_cache_key, "file", FIELD_TEXT, file),
	FIELD(gbq_diff_cache_key, "base_compile", FIELD_TEXT, compile_ids[0]),
	FIELD(gbq_diff_cache_key, "new_compile", FIELD_TEXT, compile_ids[1]),
	FIELD(gbq_diff_cache_key, "base_state", FIELD_TEXT, states[0]),
	FIELD(gbq_diff_cache_key, "new_state", FIELD_TEXT, states[1]),
	FIELD(gbq_diff_cache_key, "base_key", FIELD_TEXT, keys[0]),
	FIELD(gbq_diff_cache_key, "new_key", FIELD_TEXT, keys[1]),
	{ "parts", FIELD_LIST, 0, &part_record, list_key_parts },
};
static const struct record key_record = RECORD(gbq_diff_cache_key, key_fields,
    9);

static const struct field graph_fields[] = {
	FIELD(gbq_diff_graph, "stage", FIELD_TEXT, stage),
	FIELD(gbq_diff_graph, "function", FIELD_TEXT, function),
	FIELD(gbq_diff_graph, "file", FIELD_TEXT, file),
	FIELD(gbq_diff_graph, "line", FIELD_COUNT, line),
	FIELD(gbq_diff_graph, "base", FIELD_COUNT, counts[0]),
	FIELD(gbq_diff_graph, "new", FIELD_COUNT, counts[1]),
	FIELD(gbq_diff_graph, "equal", FIELD_COUNT, equal),
	FIELD(gbq_diff_graph, "base_only", FIELD_JSON, only[0]),
	FIELD(gbq_diff_graph, "new_only", FIELD_JSON, only[1]),
};
static const struct record graph_record = RECORD(gbq_diff_graph, graph_fields,
    9);

void
diff_json_states(struct buffer *out, const size_t states[GBQ_STATES])
{
	buffer_add_string(out, "\"states\": {");
	for (int i = 0; i < GBQ_STATES; i++)
		buffer_printf(out, "%s\"%s\": %zu", i ? ", " : "",
		    gbq_state_name((enum gbq_diff_state)i), states[i]);
	buffer_add_byte(out, '}');
}

#define ADD_LIST(list, record) record_json_list(out, #list, &(record), \
	diff->list.items, diff->list.count)

void
diff_json(struct buffer *out, const struct gbq_diff *diff)
{
	buffer_add_string(out, "{\"gbq_format\": 1");
	json_add_member(out, "verdict", diff->verdict, false);
	json_add_member(out, "why", diff->why, false);
	buffer_add_string(out, ",\n ");
	diff_json_states(out, diff->states);
	buffer_add_string(out, ", \"base\": ");
	record_json(out, &run_record, &diff->runs[0]);
	buffer_add_string(out, ", \"new\": ");
	record_json(out, &run_record, &diff->runs[1]);
	ADD_LIST(environment, fact_record);
	ADD_LIST(totals, diff_total_record);
	ADD_LIST(sites, pair_record);
	ADD_LIST(recompiles, recompile_pair_record);
	ADD_LIST(failures, failure_pair_record);
	ADD_LIST(time, frame_record);
	ADD_LIST(cache, cache_record);
	ADD_LIST(cache_keys, key_record);
	ADD_LIST(graphs, graph_record);
	buffer_add_string(out, "}\n");
}

void
diff_rows(struct context *context, const struct gbq_diff *diff)
{
	record_rows(context, &pair_record, diff->sites.items,
	    diff->sites.count);
}
