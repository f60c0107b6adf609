/*
 * diff_json.c - the lists of a diff described by their fields: as one JSON
 * object, sites as rows.
 */
#include "cli/diff/diff.h"
#include "cli/diff/record.h"

/* Fields of struct gbq_diff_TYPE, named as the member or otherwise. */
#define AS(type, name, kind, member) \
	FIELD(gbq_diff_##type, name, FIELD_##kind, member)
#define TEXT(type, member) AS(type, #member, TEXT, member)
#define COUNT(type, member) AS(type, #member, COUNT, member)
#define BOTH(type, kind, members) \
	AS(type, "base", kind, members[0]), AS(type, "new", kind, members[1])
#define PAIR(type, record) { \
	AS(type, "state", STATE, state), TEXT(type, pass), \
	FIELD_OF(gbq_diff_##type, "base", sides[0], record), \
	FIELD_OF(gbq_diff_##type, "new", sides[1], record), TEXT(type, note) }

static const struct field run_fields[] = {
	TEXT(run, name), AS(run, "run_id", ID, run_id), TEXT(run, run_key),
	TEXT(run, source_path), TEXT(run, torch_version),
	TEXT(run, torch_commit), COUNT(run, ranks), COUNT(run, complete),
	TEXT(run, counts_are), AS(run, "baseline", FLAG, is_baseline)
};
static const struct field fact_fields[] = {
	TEXT(fact, key), BOTH(fact, TEXT, values)
};
static const struct field total_fields[] = {
	TEXT(total, name), BOTH(total, VALUE, values),
	AS(total, "delta", VALUES_DELTA, values)
};
/* Rows have them up to the events. */
static const struct field site_fields[] = {
	TEXT(site, gb_id), TEXT(site, kind), TEXT(site, file),
	COUNT(site, line), TEXT(site, function), TEXT(site, source),
	COUNT(site, events), TEXT(site, handle), TEXT(site, detail),
	COUNT(site, compiles),
	COUNT(site, eager_frames), AS(site, "ranks", JSON, ranks),
	TEXT(site, owner), AS(site, "own", FLAG, own), TEXT(site, via_file),
	COUNT(site, via_line), TEXT(site, via_function),
	TEXT(site, via_source)
};
static const struct field cause_fields[] = {
	AS(item, "guard_class", TEXT, category),
	AS(item, "source", TEXT, name), AS(item, "guard", TEXT, text),
	TEXT(item, file), COUNT(item, line), TEXT(item, function),
	AS(item, "recompiles", COUNT, count), COUNT(item, guard_failures),
	TEXT(item, handle)
};
static const struct field failure_fields[] = {
	TEXT(item, category), AS(item, "fail_type", TEXT, name),
	AS(item, "reason", TEXT, text), TEXT(item, stage), TEXT(item, file),
	COUNT(item, line), TEXT(item, function),
	AS(item, "failures", COUNT, count), TEXT(item, handle)
};
static const struct field frame_fields[] = {
	TEXT(frame, function), TEXT(frame, file), COUNT(frame, line),
	AS(frame, "base_frames", JSON, frames[0]),
	AS(frame, "new_frames", JSON, frames[1]),
	AS(frame, "base_s", SECONDS, seconds[0]),
	AS(frame, "new_s", SECONDS, seconds[1]),
	AS(frame, "delta_s", SECONDS_DELTA, seconds)
};
static const struct field cache_fields[] = {
	TEXT(cache, cache), TEXT(cache, state), BOTH(cache, COUNT, counts),
	AS(cache, "delta", COUNTS_DELTA, counts)
};
static const struct field part_fields[] = {
	FIELD(gbq_cache_part, "name", FIELD_TEXT, name),
	FIELD(gbq_cache_part, "base", FIELD_TEXT, values[0]),
	FIELD(gbq_cache_part, "new", FIELD_TEXT, values[1])
};
static const struct field graph_fields[] = {
	TEXT(graph, stage), TEXT(graph, function), TEXT(graph, file),
	COUNT(graph, line), BOTH(graph, COUNT, counts), COUNT(graph, equal),
	AS(graph, "base_only", JSON, only[0]),
	AS(graph, "new_only", JSON, only[1])
};

static const struct record run_record = RECORD(gbq_diff_run, run_fields);
static const struct record fact_record = RECORD(gbq_diff_fact, fact_fields);
static const struct record cause_record = RECORD(gbq_diff_item, cause_fields);
static const struct record failure_record = RECORD(gbq_diff_item,
    failure_fields);
static const struct record frame_record = RECORD(gbq_diff_frame,
    frame_fields);
static const struct record cache_record = RECORD(gbq_diff_cache,
    cache_fields);
static const struct record part_record = RECORD(gbq_cache_part, part_fields);
static const struct record graph_record = RECORD(gbq_diff_graph,
    graph_fields);
const struct record diff_total_record = RECORD(gbq_diff_total, total_fields);
const struct record diff_site_record = { site_fields,
	LENGTH(site_fields), sizeof(struct gbq_diff_site), 8 };

static const struct field pair_fields[] = PAIR(pair, diff_site_record);
static const struct field recompile_fields[] = PAIR(item_pair, cause_record);
static const struct field failed_fields[] = PAIR(item_pair, failure_record);
static const struct record pair_record = RECORD(gbq_diff_pair, pair_fields);
static const struct record recompile_record = RECORD(gbq_diff_item_pair,
    recompile_fields);
static const struct record failed_record = RECORD(gbq_diff_item_pair,
    failed_fields);

/* Of equal keys no part differs, whether they are listed or not. */
static bool
list_key_parts(const void *record, struct record_list *list)
{
	const struct gbq_diff_cache_key *key = record;

	*list = (struct record_list){ key->parts, key->part_count };
	return key->parts_known || key->same_key;
}

static const struct field key_fields[] = {
	TEXT(cache_key, cache), TEXT(cache_key, function),
	TEXT(cache_key, file),
	AS(cache_key, "base_compile", TEXT, compile_ids[0]),
	AS(cache_key, "new_compile", TEXT, compile_ids[1]),
	AS(cache_key, "base_state", TEXT, states[0]),
	AS(cache_key, "new_state", TEXT, states[1]),
	AS(cache_key, "base_key", TEXT, keys[0]),
	AS(cache_key, "new_key", TEXT, keys[1]),
	{ "parts", FIELD_LIST, 0, &part_record, list_key_parts }
};
static const struct record key_record = RECORD(gbq_diff_cache_key,
    key_fields);

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
	json_add_member(out, "doubt", diff->doubt, false);
	buffer_add_string(out, ",\n ");
	diff_json_states(out, diff->states);
	buffer_add_string(out, ", \"base\": ");
	record_json(out, &run_record, &diff->runs[0]);
	buffer_add_string(out, ", \"new\": ");
	record_json(out, &run_record, &diff->runs[1]);
	ADD_LIST(environment, fact_record);
	ADD_LIST(totals, diff_total_record);
	ADD_LIST(sites, pair_record);
	ADD_LIST(recompiles, recompile_record);
	ADD_LIST(failures, failed_record);
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
