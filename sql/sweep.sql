-- name: sweep
-- help: one row a run: how each model of a sweep fared
-- param: by: a tag whose value is shown and by which the rows are ordered
-- param: glob: only runs whose name matches
-- columns: by (value of the tag), name, run_id, status (incomplete, unknown,
--   failed: failures and nothing captured, empty: nothing captured, failures,
--   breaks, ok), break_sites, break_events, resume, no_resume, skip, error
--   (events by form), failures, recompiles, graphs, graph_ops, compile_s,
--   counts_are
-- table: by, name, status, break_sites, break_events, resume, no_resume, skip,
--   error, failures, recompiles, graphs, graph_ops, compile_s
SELECT t.value AS "by", r.name, r.run_id,
    CASE WHEN r.complete = 0 THEN 'incomplete'
	WHEN r.break_events IS NULL THEN 'unknown'
	WHEN coalesce(r.graph_ops, 0) = 0 AND r.failures > 0 THEN 'failed'
	WHEN coalesce(r.graph_ops, 0) = 0 AND r.compiles > 0 THEN 'empty'
	WHEN r.failures > 0 THEN 'failures'
	WHEN r.break_events > 0 THEN 'breaks'
	ELSE 'ok' END AS status,
    r.break_sites, r.break_events,
    (SELECT count(*) FROM breaks AS b
	WHERE b.run_id = r.run_id AND b.form = 'resume') AS resume,
    (SELECT count(*) FROM breaks AS b
	WHERE b.run_id = r.run_id AND b.form = 'no_resume') AS no_resume,
    (SELECT count(*) FROM breaks AS b
	WHERE b.run_id = r.run_id AND b.form = 'skip') AS skip,
    (SELECT count(*) FROM breaks AS b
	WHERE b.run_id = r.run_id AND b.form = 'error') AS error,
    r.failures, r.recompiles, r.graphs, r.graph_ops, r.compile_s,
    r.counts_are
FROM runs AS r
LEFT JOIN tags AS t ON t.run_id = r.run_id AND t.key = :by
WHERE :glob IS NULL OR r.name GLOB :glob
ORDER BY t.value, r.name, r.run_id;
