/*
 * insert_counts.c - the counts of a run, derived from its rows.
 */
#include "store/insert/insert.h"

/*
 * ?1 the run. Sums over compiles are 0 where there is no compile at all, and
 * NULL where no compile's pages tell the value.
 */
static const char count_sql[] =
    "UPDATE run SET"
    " compiles = c.compiles, graphs = c.graphs,"
    " graphs_captured = c.graphs_captured, graph_ops = c.graph_ops,"
    " recompiles = c.recompiles, unfinished = c.unfinished,"
    " compile_s = c.compile_s, bwd_s = c.bwd_s,"
    " lost_restart_s = c.lost_restart_s, lost_skip_s = c.lost_skip_s,"
    " restart_rows = (SELECT count(*) FROM restart WHERE run_id = ?1),"
    " failure_rows = (SELECT count(*) FROM failure WHERE run_id = ?1),"
    " failures = (SELECT count(*) FROM failure"
    "  WHERE run_id = ?1 AND event_id IS NULL),"
    " break_events = (SELECT count(*) FROM break_event WHERE run_id = ?1),"
    " break_sites = (SELECT count(*) FROM site WHERE run_id = ?1),"
    " break_kinds = (SELECT count(DISTINCT coalesce(gb_id, kind_text))"
    "  FROM break_event WHERE run_id = ?1),"
    " guard_failures = (SELECT count(*) FROM guard_failure"
    "  WHERE run_id = ?1),"
    " cache_hits = (SELECT count(*) FROM cache_event"
    "  WHERE run_id = ?1 AND state = 'hit'),"
    " cache_misses = (SELECT count(*) FROM cache_event"
    "  WHERE run_id = ?1 AND state = 'miss'),"
    " cache_bypasses = (SELECT count(*) FROM cache_event"
    "  WHERE run_id = ?1 AND state = 'bypass')"
    " FROM (SELECT count(*) AS compiles,"
    "  iif(count(graphs) OR count(*) = 0, total(graphs), NULL) AS graphs,"
    "  total(graphs_captured) AS graphs_captured,"
    "  iif(count(metrics_text) OR count(*) = 0, total(graph_ops), NULL)"
    "   AS graph_ops,"
    "  total(recompiles) AS recompiles,"
    "  total(status = 'unfinished') AS unfinished,"
    "  iif(count(*) = 0, 0.0, sum(entire_frame_s)) AS compile_s,"
    "  iif(count(*) = 0, 0.0, sum(coalesce((SELECT"
    "   json_extract(body, '$.\"bwd.duration_us\"') / 1e6 FROM text"
    "   WHERE text_id = metrics_text AND instr(body, '\"bwd.')),"
    "   bwd_inductor_s, bwd_codegen_s))) AS bwd_s,"
    "  iif(count(*) = 0, 0.0, sum(lost_restart_s)) AS lost_restart_s,"
    "  iif(count(*) = 0, 0.0, sum(lost_skip_s)) AS lost_skip_s"
    "  FROM compile WHERE run_id = ?1) AS c"
    " WHERE run_id = ?1";

/* What a part, an export or a report without metrics pages cannot tell. */
static const char unknown_sql[] =
    "UPDATE run SET compiles = nullif(compiles, 0), graphs = NULL,"
    " graphs_captured = nullif(graphs_captured, 0), graph_ops = NULL,"
    " restart_rows = NULL, failure_rows = NULL,"
    " break_events = NULL, break_sites = NULL, break_kinds = NULL,"
    " failures = NULL, recompiles = NULL, guard_failures = NULL,"
    " unfinished = NULL, compile_s = NULL, bwd_s = NULL,"
    " lost_restart_s = NULL, lost_skip_s = NULL, cache_hits = NULL,"
    " cache_misses = NULL, cache_bypasses = NULL"
    " WHERE run_id = ?1";

/* What console text cannot tell. */
static const char console_sql[] =
    "UPDATE run SET graphs = NULL, graphs_captured = NULL,"
    " graph_ops = NULL, restart_rows = NULL, unfinished = NULL,"
    " compile_s = NULL, bwd_s = NULL, lost_restart_s = NULL,"
    " lost_skip_s = NULL, cache_hits = NULL, cache_misses = NULL,"
    " cache_bypasses = NULL WHERE run_id = ?1";

/* What only metrics pages and the failures page tell. */
static const char failures_sql[] =
    "UPDATE run SET restart_rows = nullif(restart_rows, 0),"
    " failure_rows = nullif(failure_rows, 0),"
    " failures = nullif(failures, 0), recompiles = nullif(recompiles, 0),"
    " guard_failures = nullif(guard_failures, 0) WHERE run_id = ?1";

static enum gbq_status
run_with_id(struct store *store, const char *sql, int64_t run_id,
    struct error *error)
{
	return store_of_run(store, sql, run_id, "cannot store the run", error);
}

enum gbq_status
insert_counts(struct store *store, int64_t run_id, const struct run_row *run,
    struct error *error)
{
	enum gbq_status status = run_with_id(store, count_sql, run_id, error);

	if (status == GBQ_OK && !run->restarts_known)
		status = run_with_id(store, console_sql, run_id, error);
	if (status == GBQ_OK && !run->failures_known)
		status = run_with_id(store, failures_sql, run_id, error);
	if (status == GBQ_OK && !run->counts_known)
		status = run_with_id(store, unknown_sql, run_id, error);
	return status;
}
