/*
 * diff_json.c - a diff as one JSON object.
 */
#include <math.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/format.h"

static void
add_key(struct buffer *out, const char *key, bool first)
{
	buffer_add_string(out, first ? "\"" : ", \"");
	buffer_add_string(out, key);
	buffer_add_string(out, "\": ");
}

static void
add_string(struct buffer *out, const char *text)
{
	if (text)
		json_quote(out, slice_of(text));
	else
		buffer_add_string(out, "null");
}

static void
diff_json_add_member(struct buffer *out, const char *key, const char *text,
    bool first)
{
	add_key(out, key, first);
	add_string(out, text);
}

/* A number, null where it is below the smallest that can be. */
static void
diff_json_add_count(struct buffer *out, const char *key, int64_t value,
    int64_t least)
{
	add_key(out, key, false);
	if (value < least)
		buffer_add_string(out, "null");
	else
		buffer_printf(out, "%lld", (long long)value);
}

static void
add_real(struct buffer *out, const char *key, double value, bool known)
{
	struct gbq_value number = { .type = known ? GBQ_REAL : GBQ_NULL,
	    .real = value };

	add_key(out, key, false);
	format_json_value(out, &number, false);
}

/* Text that is JSON, or null. */
static void
diff_json_add(struct buffer *out, const char *key, const char *json)
{
	add_key(out, key, false);
	if (!json || !json_copy(out, slice_of(json)))
		buffer_add_string(out, "null");
}

static void
diff_json_add_run(struct buffer *out, const char *key,
    const struct gbq_diff_run *run)
{
	add_key(out, key, false);
	buffer_add_byte(out, '{');
	diff_json_add_member(out, "name", run->name, true);
	diff_json_add_count(out, "run_id", run->run_id, 1);
	diff_json_add_member(out, "run_key", run->run_key, false);
	diff_json_add_member(out, "source_path", run->source_path, false);
	diff_json_add_member(out, "torch_version", run->torch_version, false);
	diff_json_add_member(out, "torch_commit", run->torch_commit, false);
	diff_json_add_count(out, "ranks", run->ranks, 0);
	diff_json_add_count(out, "complete", run->complete, 0);
	diff_json_add_member(out, "counts_are", run->counts_are, false);
	add_key(out, "baseline", false);
	buffer_add_string(out, run->is_baseline ? "true}" : "false}");
}

void
diff_json_site(struct buffer *out, const struct gbq_diff_site *site)
{
	if (!site) {
		buffer_add_string(out, "null");
		return;
	}
	buffer_add_byte(out, '{');
	diff_json_add_member(out, "gb_id", site->gb_id, true);
	diff_json_add_member(out, "kind", site->kind, false);
	diff_json_add_member(out, "file", site->file, false);
	diff_json_add_count(out, "line", site->line, 0);
	diff_json_add_member(out, "function", site->function, false);
	diff_json_add_member(out, "source", site->source, false);
	diff_json_add_count(out, "events", site->events, 0);
	diff_json_add_member(out, "detail", site->detail, false);
	diff_json_add_count(out, "compiles", site->compiles, 0);
	diff_json_add_count(out, "eager_frames", site->eager_frames, 0);
	diff_json_add(out, "ranks", site->ranks);
	diff_json_add_member(out, "owner", site->owner, false);
	add_key(out, "own", false);
	buffer_add_string(out, site->own ? "true" : "false");
	diff_json_add_member(out, "via_file", site->via_file, false);
	diff_json_add_count(out, "via_line", site->via_line, 0);
	diff_json_add_member(out, "via_function", site->via_function, false);
	diff_json_add_member(out, "via_source", site->via_source, false);
	buffer_add_byte(out, '}');
}

/* The next object of a list, on a line of its own. */
static void
next_row(struct buffer *out, size_t i)
{
	buffer_add_string(out, i ? ",\n  {" : "\n  {");
}

static void
begin_list(struct buffer *out, const char *key)
{
	buffer_printf(out, ",\n \"%s\": [", key);
}

static void
add_facts(struct buffer *out, const struct gbq_diff *diff)
{
	begin_list(out, "environment");
	for (size_t i = 0; i < diff->environment.count; i++) {
		const struct gbq_diff_fact *fact =
		    &diff->environment.items[i];

		next_row(out, i);
		diff_json_add_member(out, "key", fact->key, true);
		diff_json_add_member(out, "base", fact->values[0], false);
		diff_json_add_member(out, "new", fact->values[1], false);
		buffer_add_byte(out, '}');
	}
	buffer_add_byte(out, ']');
}

static void
diff_json_add_totals(struct buffer *out, const struct gbq_diff *diff)
{
	begin_list(out, "totals");
	for (size_t i = 0; i < diff->totals.count; i++) {
		const struct gbq_diff_total *total = &diff->totals.items[i];
		struct buffer delta = { 0 };

		next_row(out, i);
		diff_json_add_member(out, "name", total->name, true);
		add_key(out, "base", false);
		format_json_value(out, &total->values[0], false);
		add_key(out, "new", false);
		format_json_value(out, &total->values[1], false);
		add_key(out, "delta", false);
		diff_add_delta(&delta, total->values);
		if (delta.len && delta.bytes[0] == '+')
			buffer_add_string(out, buffer_string(&delta) + 1);
		else
			buffer_add_string(out, delta.len ?
			    buffer_string(&delta) : "null");
		buffer_add_byte(out, '}');
		buffer_release(&delta);
	}
	buffer_add_byte(out, ']');
}

static void
diff_json_add_sites(struct buffer *out, const struct gbq_diff *diff)
{
	begin_list(out, "sites");
	for (size_t i = 0; i < diff->sites.count; i++) {
		const struct gbq_diff_pair *pair = &diff->sites.items[i];

		next_row(out, i);
		diff_json_add_member(out, "state", gbq_state_name(pair->state),
		    true);
		diff_json_add_member(out, "pass", pair->pass, false);
		add_key(out, "base", false);
		diff_json_site(out, pair->sides[0]);
		add_key(out, "new", false);
		diff_json_site(out, pair->sides[1]);
		diff_json_add_member(out, "note", pair->note, false);
		buffer_add_byte(out, '}');
	}
	buffer_add_byte(out, ']');
}

static void
diff_json_add_item(struct buffer *out, const char *key,
    const struct gbq_diff_item *item, bool recompile)
{
	add_key(out, key, false);
	if (!item) {
		buffer_add_string(out, "null");
		return;
	}
	buffer_add_byte(out, '{');
	diff_json_add_member(out, recompile ? "guard_class" : "category",
	    item->category, true);
	diff_json_add_member(out, recompile ? "source" : "fail_type",
	    item->name, false);
	diff_json_add_member(out, recompile ? "guard" : "reason", item->text,
	    false);
	if (!recompile)
		diff_json_add_member(out, "stage", item->stage, false);
	diff_json_add_member(out, "file", item->file, false);
	diff_json_add_count(out, "line", item->line, 0);
	diff_json_add_member(out, "function", item->function, false);
	diff_json_add_count(out, recompile ? "recompiles" : "failures",
	    item->count, 0);
	if (recompile)
		diff_json_add_count(out, "guard_failures", item->guard_failures,
		    0);
	buffer_add_byte(out, '}');
}

static void
diff_json_add_items(struct buffer *out, const char *key,
    const struct gbq_diff_item_pair *items, size_t count, bool recompile)
{
	begin_list(out, key);
	for (size_t i = 0; i < count; i++) {
		next_row(out, i);
		diff_json_add_member(out, "state",
		    gbq_state_name(items[i].state), true);
		diff_json_add_member(out, "pass", items[i].pass, false);
		diff_json_add_item(out, "base", items[i].sides[0], recompile);
		diff_json_add_item(out, "new", items[i].sides[1], recompile);
		diff_json_add_member(out, "note", items[i].note, false);
		buffer_add_byte(out, '}');
	}
	buffer_add_byte(out, ']');
}

static void
diff_json_add_time(struct buffer *out, const struct gbq_diff *diff)
{
	begin_list(out, "time");
	for (size_t i = 0; i < diff->time.count; i++) {
		const struct gbq_diff_frame *frame = &diff->time.items[i];
		bool base = frame->seconds[0] >= 0;
		bool newer = frame->seconds[1] >= 0;

		next_row(out, i);
		diff_json_add_member(out, "function", frame->function, true);
		diff_json_add_member(out, "file", frame->file, false);
		diff_json_add_count(out, "line", frame->line, 0);
		diff_json_add(out, "base_frames", frame->frames[0]);
		diff_json_add(out, "new_frames", frame->frames[1]);
		add_real(out, "base_s", frame->seconds[0], base);
		add_real(out, "new_s", frame->seconds[1], newer);
		add_real(out, "delta_s", (newer ? frame->seconds[1] : 0) -
		    (base ? frame->seconds[0] : 0), base || newer);
		buffer_add_byte(out, '}');
	}
	buffer_add_byte(out, ']');
}

static void
diff_json_add_cache(struct buffer *out, const struct gbq_diff *diff)
{
	begin_list(out, "cache");
	for (size_t i = 0; i < diff->cache.count; i++) {
		const struct gbq_diff_cache *cache = &diff->cache.items[i];

		next_row(out, i);
		diff_json_add_member(out, "cache", cache->cache, true);
		diff_json_add_member(out, "state", cache->state, false);
		diff_json_add_count(out, "base", cache->counts[0], 0);
		diff_json_add_count(out, "new", cache->counts[1], 0);
		diff_json_add_count(out, "delta",
		    cache->counts[1] - cache->counts[0], INT64_MIN);
		buffer_add_byte(out, '}');
	}
	buffer_add_byte(out, ']');
}

static void
diff_json_add_graphs(struct buffer *out, const struct gbq_diff *diff)
{
	begin_list(out, "graphs");
	for (size_t i = 0; i < diff->graphs.count; i++) {
		const struct gbq_diff_graph *graph = &diff->graphs.items[i];

		next_row(out, i);
		diff_json_add_member(out, "stage", graph->stage, true);
		diff_json_add_member(out, "function", graph->function, false);
		diff_json_add_member(out, "file", graph->file, false);
		diff_json_add_count(out, "line", graph->line, 0);
		diff_json_add_count(out, "base", graph->counts[0], 0);
		diff_json_add_count(out, "new", graph->counts[1], 0);
		diff_json_add_count(out, "equal", graph->equal, 0);
		diff_json_add(out, "base_only", graph->only[0]);
		diff_json_add(out, "new_only", graph->only[1]);
		buffer_add_byte(out, '}');
	}
	buffer_add_byte(out, ']');
}

void
diff_json(struct buffer *out, const struct gbq_diff *diff)
{
	buffer_add_string(out, "{\"gbq_format\": 1");
	diff_json_add_member(out, "verdict", diff->verdict, false);
	diff_json_add_member(out, "why", diff->why, false);
	buffer_add_string(out, ",\n ");
	buffer_add_string(out, "\"states\": {");
	for (int i = 0; i < GBQ_STATES; i++)
		buffer_printf(out, "%s\"%s\": %zu", i ? ", " : "",
		    gbq_state_name((enum gbq_diff_state)i), diff->states[i]);
	buffer_add_byte(out, '}');
	diff_json_add_run(out, "base", &diff->runs[0]);
	diff_json_add_run(out, "new", &diff->runs[1]);
	add_facts(out, diff);
	diff_json_add_totals(out, diff);
	diff_json_add_sites(out, diff);
	diff_json_add_items(out, "recompiles", diff->recompiles.items,
	    diff->recompiles.count, true);
	diff_json_add_items(out, "failures", diff->failures.items,
	    diff->failures.count, false);
	diff_json_add_time(out, diff);
	diff_json_add_cache(out, diff);
	begin_list(out, "cache_keys");
	diff_cache_keys_json(out, diff);
	buffer_add_byte(out, ']');
	diff_json_add_graphs(out, diff);
	buffer_add_string(out, "}\n");
}
