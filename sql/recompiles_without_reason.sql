-- name: recompiles_without_reason
-- question: Which recompiles have NO reason?
-- help: recompiles of a run for which torch told no guard that failed: it
--   wrote none, an empty one, or that it was unable to find one
-- param: run: the run
-- columns: run_id, rank, process, compile_id, instance, function, file, line,
--   entire_frame_s, told (what stands there; NULL: nothing)
SELECT run_id, rank, process, compile_id, instance, function, file, line,
    entire_frame_s, told
FROM (
	SELECT run_id, compile_no, rank, process, compile_id, instance,
	    function, file, line, entire_frame_s
	FROM recompiles WHERE run_id = :run
) AS r LEFT JOIN (
	SELECT run_id, compile_no, max(guard) AS told,
	    sum(CASE WHEN coalesce(guard, '') = ''
		OR guard LIKE 'Unable to find%' THEN 0 ELSE 1 END) AS known
	FROM guard_failures WHERE run_id = :run
	GROUP BY run_id, compile_no
) AS g USING (run_id, compile_no)
WHERE coalesce(known, 0) = 0
ORDER BY compile_no;
