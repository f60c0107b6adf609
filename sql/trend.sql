-- name: trend
-- subset: common
-- help: counts over the values of a tag (nights, versions of torch), in the
--   order in which their first runs were ingested
-- param: by: the tag; without it each run is a row
-- param: glob: only runs whose name matches
-- columns: value, runs, incomplete (runs), failed_runs (with failures),
--   clean_runs (without a break or failure), break_sites, break_events,
--   skip_events, failures, recompiles, graphs, graph_ops, compile_s; each of
--   them is unknown where it is of one of the runs; counts_are (exact where
--   those of all runs are, else at_least)
-- table: value, runs, incomplete, failed_runs, clean_runs, break_sites,
--   break_events, skip_events, failures, recompiles, graphs, graph_ops,
--   compile_s
-- tag: value
SELECT CASE WHEN :by IS NULL THEN min(run_name) ELSE min(tag_value) END
	AS value,
    count(*) AS runs,
    CASE WHEN count(complete) = count(*) THEN
	sum(CASE WHEN complete = 0 THEN 1 ELSE 0 END) END AS incomplete,
    CASE WHEN count(failed) = count(*) THEN
	sum(CASE WHEN failed > 0 THEN 1 ELSE 0 END) END AS failed_runs,
    CASE WHEN count(is_clean) = count(*) THEN sum(is_clean) END
	AS clean_runs,
    CASE WHEN count(run_sites) = count(*) THEN sum(run_sites) END
	AS break_sites,
    CASE WHEN count(broken) = count(*) THEN sum(broken) END AS break_events,
    CASE WHEN count(broken) = count(*) THEN sum(coalesce(skipped, 0)) END
	AS skip_events,
    CASE WHEN count(failed) = count(*) THEN sum(failed) END AS failures,
    CASE WHEN count(run_recompiles) = count(*) THEN sum(run_recompiles) END
	AS recompiles,
    CASE WHEN count(run_graphs) = count(*) THEN sum(run_graphs) END
	AS graphs,
    CASE WHEN count(run_ops) = count(*) THEN sum(run_ops) END AS graph_ops,
    CASE WHEN count(run_s) = count(*) THEN sum(run_s) END AS compile_s,
    CASE WHEN sum(CASE WHEN run_counts = 'exact' THEN 0 ELSE 1 END) = 0
	THEN 'exact' ELSE 'at_least' END AS counts_are
FROM (
	SELECT run_id, name AS run_name, complete, break_events AS broken,
	    break_sites AS run_sites, failures AS failed,
	    recompiles AS run_recompiles, graphs AS run_graphs,
	    graph_ops AS run_ops, compile_s AS run_s, tag_value,
	    counts_are AS run_counts,
	    CASE WHEN break_events > 0 OR failures > 0 THEN 0
		WHEN break_events = 0 AND failures = 0 THEN 1 END AS is_clean,
	    CASE WHEN :by IS NULL THEN text(run_id) ELSE text(tag_value) END
		AS part
	FROM runs AS r LEFT JOIN (
		SELECT run_id, value AS tag_value FROM tags
		WHERE key = :by
	) AS t USING (run_id)
	WHERE (:by IS NULL OR tag_value IS NOT NULL)
	    AND (:glob IS NULL OR name_glob(name, :glob))
) AS a LEFT JOIN (
	SELECT run_id, count(*) AS skipped
	FROM breaks
	WHERE form = 'skip'
	GROUP BY run_id
) AS b USING (run_id)
GROUP BY part
ORDER BY min(run_id);
