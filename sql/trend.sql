-- name: trend
-- help: counts over the values of a tag (nights, versions of torch), in the
--   order in which their first runs were ingested
-- param: by: the tag; without it each run is a row
-- param: glob: only runs whose name matches
-- columns: value, runs, incomplete (runs), failed_runs (with failures),
--   clean_runs (without a break or failure), break_sites, break_events,
--   skip_events, failures, recompiles, graphs, graph_ops, compile_s
-- table: value, runs, incomplete, failed_runs, clean_runs, break_sites,
--   break_events, skip_events, failures, recompiles, graphs, graph_ops,
--   compile_s
SELECT CASE WHEN :by IS NULL THEN r.name ELSE t.value END AS value,
    count(*) AS runs, sum(r.complete = 0) AS incomplete,
    sum(r.failures > 0) AS failed_runs,
    sum(r.break_events = 0 AND r.failures = 0) AS clean_runs,
    sum(r.break_sites) AS break_sites, sum(r.break_events) AS break_events,
    sum((SELECT count(*) FROM breaks AS b
	WHERE b.run_id = r.run_id AND b.form = 'skip')) AS skip_events,
    sum(r.failures) AS failures, sum(r.recompiles) AS recompiles,
    sum(r.graphs) AS graphs, sum(r.graph_ops) AS graph_ops,
    sum(r.compile_s) AS compile_s
FROM runs AS r
LEFT JOIN tags AS t ON t.run_id = r.run_id AND t.key = :by
WHERE (:by IS NULL OR t.value IS NOT NULL)
    AND (:glob IS NULL OR r.name GLOB :glob)
GROUP BY CASE WHEN :by IS NULL THEN r.run_id ELSE t.value END
ORDER BY min(r.run_id);
