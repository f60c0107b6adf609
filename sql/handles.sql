-- name: handles
-- help: how many things of a kind a run has, and the number of the last one
-- param: run: the run
-- param: thing: compile, event, site, cause, failure or graph
-- columns: things, last
SELECT things, last
FROM (
	SELECT 'compile' AS thing, count(*) AS things, NULL AS last
	FROM compiles WHERE run_id = :run
	UNION ALL
	SELECT 'event', count(*), max(event_id) FROM breaks
	WHERE run_id = :run
	UNION ALL
	SELECT 'site', count(*), max(site_id) FROM sites WHERE run_id = :run
	UNION ALL
	SELECT 'cause', count(*), max(cause_id) FROM recompile_causes
	WHERE run_id = :run
	UNION ALL
	SELECT 'failure', count(*), max(failure_id) FROM failures
	WHERE run_id = :run
	UNION ALL
	SELECT 'graph', count(*), max(graph_id) FROM graphs
	WHERE run_id = :run
)
WHERE thing = :thing;
