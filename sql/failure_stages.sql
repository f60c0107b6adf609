-- name: failure_stages
-- question: Which back end or phase failed?
-- help: failures of a run that are no graph break, by stage and category. A
--   backend's exception names it: backend='inductor' raised
-- param: run: the run
-- columns: stage (forward, backward, aot_backward), category, fail_type, kind
--   (first line of the reason), failures, compiles, function, file, line (of
--   the frame that was compiled; of the first)
SELECT stage, category, fail_type, kind, count(*) AS failures,
    coalesce(count(DISTINCT compile_no), 0) AS compiles,
    min(compile_function) AS function,
    min(compile_file) AS file, min(compile_line) AS line
FROM (
	SELECT run_id, compile_no, failure_id, stage, category, fail_type, kind
	FROM failures
	WHERE run_id = :run AND event_id IS NULL
) AS f LEFT JOIN (
	SELECT run_id, compile_no, function AS compile_function,
	    file AS compile_file, line AS compile_line
	FROM compiles WHERE run_id = :run
) AS c USING (run_id, compile_no)
GROUP BY stage, category, fail_type, kind
ORDER BY failures DESC, stage, category, fail_type, coalesce(kind, '');
