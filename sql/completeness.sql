-- name: completeness
-- question: Are my data complete (metrics, whole log, all ranks)?
-- help: how far the counts of each run can be trusted, the least complete
--   first. What was lost: gbq problems
-- columns: run_id, name, complete, counts_are (exact, at_least, unknown),
--   compiles, without_metrics (compiles that nothing tells the cost of),
--   unfinished, ranks, ranks_seen, losses (problems of severity loss or error),
--   source_kind
SELECT run_id, name, complete, counts_are, compiles, without_metrics,
    unfinished, ranks, ranks_seen, coalesce(lost, 0) AS losses, source_kind
FROM (
	SELECT run_id, name, complete, counts_are, compiles,
	    coalesce(no_metrics, 0) AS without_metrics, unfinished, ranks,
	    coalesce(seen, 0) AS ranks_seen, source_kind
	FROM runs AS r LEFT JOIN (
		SELECT run_id, sum(CASE WHEN metrics IS NULL THEN 1 ELSE 0 END)
		    AS no_metrics, count(DISTINCT coalesce(rank, 0)) AS seen
		FROM compiles GROUP BY run_id
	) AS c USING (run_id)
) AS a LEFT JOIN (
	SELECT run_id, count(*) AS lost
	FROM problems
	WHERE severity IN ('loss', 'error')
	GROUP BY run_id
) AS p USING (run_id)
ORDER BY coalesce(2 * complete, 1), losses DESC, without_metrics DESC, run_id;
