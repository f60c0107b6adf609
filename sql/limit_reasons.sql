-- name: limit_reasons
-- question: Did any frame hit recompile_limit or the accumulated limit, and
--   what was the last reason?
-- help: compiles of a run that ran into a recompile limit, each with the guard
--   of the oldest cache entry that failed, which torch's warning names
-- param: run: the run
-- columns: compile_id, rank, process, instance, function, file, line,
--   guard_failures (as many as cache entries were tried), missed_compile_id,
--   guard_class, source, guard
SELECT compile_id, rank, process, instance, function, file, line,
    reasons AS guard_failures, missed_compile_id, guard_class, source, guard
FROM (
	SELECT run_id, compile_no, compile_id, rank, process, instance,
	    function, file, line, reasons,
	    coalesce(last_position, -1) AS position
	FROM (
		SELECT run_id, compile_no, compile_id, rank, process, instance,
		    function, file, line
		FROM compiles WHERE run_id = :run AND limit_hit = 1
	) AS c LEFT JOIN (
		SELECT run_id, compile_no, max(position) AS last_position,
		    count(*) AS reasons
		FROM guard_failures WHERE run_id = :run
		GROUP BY run_id, compile_no
	) AS n USING (run_id, compile_no)
) AS l LEFT JOIN (
	SELECT run_id, compile_no, position, missed_compile_id, guard_class,
	    source, guard
	FROM guard_failures WHERE run_id = :run
) AS g USING (run_id, compile_no, position)
ORDER BY coalesce(rank, 0), coalesce(process, 0), compile_no;
