/*
 * diff.c - sides and diffs of gbq.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/handle.h"
#include "query/baseline.h"
#include "query/diff/diff.h"
#include "query/gate.h"

enum { MAX_BASELINE = 64 * 1024 * 1024, HEAD = 64 };

/* The tables that side_load() reads. */
static void
want_tables(struct mirror *mirror)
{
	static const char *const names[] = { "runs", "sites", "site_keys",
		"breaks", "compiles", "cache_events", "artifacts", "graphs",
		"guard_failures", "recompile_causes", "recompiles",
		"failures", "phases", "tags", "configs" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
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
	status = handle_status(side_load(*side, store_db(gbq->store), run_id,
	    &gbq->error));
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

/* The whole of a file, up to a limit; false with errno set. */
static bool
diff_read_file(const char *path, struct buffer *out, size_t limit)
{
	FILE *file = fopen(path, "rb");
	char chunk[4096];
	size_t len;
	bool good;

	if (!file)
		return false;
	while (out->len < limit &&
	    (len = fread(chunk, 1, sizeof(chunk), file)) > 0)
		buffer_add(out, chunk, len);
	good = !ferror(file);
	fclose(file);
	return good;
}

bool
gbq_is_baseline(const char *path)
{
	struct buffer text = { 0 };
	bool is_one = diff_read_file(path, &text, HEAD) &&
	    baseline_is(buffer_slice(&text));

	buffer_release(&text);
	return is_one;
}

enum gbq_status
gbq_side_of_baseline(struct gbq *gbq, const char *path,
    struct gbq_side **side)
{
	struct buffer text = { 0 };
	enum status status;

	*side = NULL;
	if (!diff_read_file(path, &text, MAX_BASELINE)) {
		buffer_release(&text);
		return handle_status(error_set_errno(&gbq->error,
		    errno == ENOENT || errno == EISDIR ? STATUS_NO_INPUT :
		    STATUS_IO, path));
	}
	*side = side_new();
	status = baseline_read(*side, buffer_slice(&text), path,
	    &gbq->error);
	buffer_release(&text);
	if (status != STATUS_OK) {
		side_free(*side);
		*side = NULL;
	}
	return handle_status(status);
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
	return handle_status(diff_make(base, newer, options ? options :
	    &defaults, diff, &gbq->error));
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
	return handle_status(gate_make(side, limits, gate, &gbq->error));
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
