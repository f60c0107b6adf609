/*
 * diff.c - sides and diffs of gbq.h.
 */
#include <sys/stat.h>

#include "api/handle.h"
#include "query/baseline.h"
#include "query/diff/diff.h"
#include "query/gate.h"
#include "util/input_text.h"

enum { MAX_BASELINE = 64 * 1024 * 1024 };

/* The tables that side_load() reads. */
static void
want_tables(struct mirror *mirror)
{
	static const char *const names[] = { "runs", "sites", "site_keys",
		"breaks", "compiles", "cache_events", "artifacts", "graphs",
		"guard_failures", "recompile_causes", "recompiles",
		"failures", "phases", "tags", "configs" };

	for (size_t i = 0; i < LENGTH(names); i++)
		mirror_want(mirror, names[i]);
}

enum gbq_status
gbq_side_of_run(struct gbq *gbq, int64_t run_id, struct gbq_side **side)
{
	enum gbq_status status = handle_need_store(gbq);

	*side = NULL;
	if (status != GBQ_OK)
		return status;
	if (gbq->mirror) {
		mirror_add_run(gbq->mirror, run_id);
		want_tables(gbq->mirror);
		status = handle_load(gbq);
	}
	if (status != GBQ_OK)
		return status;
	*side = side_new();
	status = side_load(*side, store_db(gbq->store), run_id, &gbq->error);
	/* Of a database in memory the path tells more than a number. */
	if (status == GBQ_OK && !gbq->clickhouse &&
	    !*sqlite3_db_filename(store_db(gbq->store), "main"))
		(*side)->run.run_id = 0;
	if (status != GBQ_OK) {
		side_free(*side);
		*side = NULL;
	}
	return status;
}

/* The side that a baseline's text, which is freed, makes. */
static enum gbq_status
side_of_text(struct gbq *gbq, struct buffer *text, const char *path,
    struct gbq_side **side)
{
	enum gbq_status status;

	*side = side_new();
	status = baseline_read(*side, buffer_slice(text), path, &gbq->error);
	buffer_release(text);
	if (status != GBQ_OK) {
		side_free(*side);
		*side = NULL;
	}
	return status;
}

/* What is no regular file cannot be opened twice, and is no run's name. */
static bool
is_stream(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode) &&
	    !S_ISDIR(st.st_mode);
}

enum gbq_status
gbq_side_of_baseline_if(struct gbq *gbq, const char *path,
    struct gbq_side **side)
{
	struct buffer text = { 0 };
	enum gbq_status status;

	*side = NULL;
	if (is_stream(path))
		return gbq_side_of_baseline(gbq, path, side);
	status = input_text_read_if(&text, path, baseline_head, MAX_BASELINE,
	    &gbq->error);
	if (baseline_is(buffer_slice(&text)) && status == GBQ_OK)
		return side_of_text(gbq, &text, path, side);
	buffer_release(&text);
	return status == GBQ_NO_INPUT ? GBQ_OK : status;
}

enum gbq_status
gbq_side_of_baseline(struct gbq *gbq, const char *path,
    struct gbq_side **side)
{
	struct buffer text = { 0 };
	enum gbq_status status = input_text_read_if(&text, path, baseline_head,
	    MAX_BASELINE, &gbq->error);

	*side = NULL;
	if (status == GBQ_OK)
		return side_of_text(gbq, &text, path, side);
	buffer_release(&text);
	return status;
}

char *
gbq_baseline_text(const struct gbq_side *side)
{
	struct buffer text = { 0 };

	baseline_write(side, &text);
	buffer_string(&text);
	return text.bytes;
}

void
gbq_side_free(struct gbq_side *side)
{
	side_free(side);
}

enum gbq_status
gbq_diff_sides(struct gbq *gbq, const struct gbq_side *base,
    const struct gbq_side *newer, const struct gbq_diff_options *options,
    struct gbq_diff **diff)
{
	static const struct gbq_diff_options defaults;

	*diff = NULL;
	return diff_make(base, newer, options ? options : &defaults, diff,
	    &gbq->error);
}

void
gbq_diff_free(struct gbq_diff *diff)
{
	diff_free(diff);
}

const struct gbq_diff_total *
gbq_diff_total(const struct gbq_diff *diff, const char *name)
{
	return diff_total(diff, name);
}

const char *
gbq_state_name(enum gbq_diff_state state)
{
	return diff_state_name(state);
}

void
gbq_gate_init(struct gbq_gate_limits *limits)
{
	*limits = (struct gbq_gate_limits){ .max_sites = GBQ_NO_LIMIT,
	    .max_events = GBQ_NO_LIMIT, .max_recompiles = GBQ_NO_LIMIT,
	    .max_failures = GBQ_NO_LIMIT, .max_time_s = GBQ_NO_LIMIT };
}

enum gbq_status
gbq_gate_side(struct gbq *gbq, const struct gbq_side *side,
    const struct gbq_gate_limits *limits, struct gbq_gate **gate)
{
	*gate = NULL;
	return gate_make(side, limits, gate, &gbq->error);
}

void
gbq_gate_free(struct gbq_gate *gate)
{
	gate_free(gate);
}

const struct gbq_diff_run *
gbq_side_run(const struct gbq_side *side)
{
	return &side->run;
}

const struct gbq_diff_site *
gbq_side_uncommented(const struct gbq_side *side)
{
	for (size_t i = 0; i < side->sites.count; i++) {
		if (!side->sites.items[i].shown.comment)
			return &side->sites.items[i].shown;
	}
	return NULL;
}
