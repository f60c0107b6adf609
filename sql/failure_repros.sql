-- name: failure_repros
-- question: Which graph (runnable) reproduces a failure?
-- help: failures of a run that are no graph break, with the runnable script
--   and the graphs of the compile, for gbq cat RUN PATH
-- param: run: the run
-- columns: failure_id, compile_id, rank, category, fail_type, reason, kind (of
--   the file: runnable, dynamo_graph; NULL: the compile left none), path
-- table: failure_id, compile_id, category, fail_type, kind, path
SELECT failure_id, compile_id, rank, category, fail_type, reason, kind, path
FROM (
	SELECT run_id, compile_no, failure_id, compile_id, rank, category,
	    fail_type, reason
	FROM failures WHERE run_id = :run AND event_id IS NULL
) AS f LEFT JOIN (
	SELECT run_id, compile_no, kind, path
	FROM artifacts
	WHERE run_id = :run AND compile_no IS NOT NULL
	    AND kind IN ('runnable', 'dynamo_graph')
) AS a USING (run_id, compile_no)
ORDER BY failure_id, CASE kind WHEN 'runnable' THEN 0 ELSE 1 END,
    coalesce(path, '');
