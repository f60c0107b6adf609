-- name: limit_hits
-- help: compiles that ran into the recompile limit, and the guards that failed
--   then
-- param: run: the run
-- columns: all of view compiles; guard_failures; last_reason (of the oldest
--   cache entry, as torch's warning names it); reasons (JSON array of all)
-- table: rank, process, compile_id, instance, function, file, line,
--   guard_failures, last_reason
SELECT c.*, (SELECT count(*) FROM guard_failures AS g
	WHERE g.run_id = c.run_id AND g.compile_no = c.compile_no)
	AS guard_failures,
    (SELECT coalesce(g.missed_compile_id || ': ', '') || g.guard
	FROM guard_failures AS g
	WHERE g.run_id = c.run_id AND g.compile_no = c.compile_no
	ORDER BY g.position DESC LIMIT 1) AS last_reason,
    (SELECT json_group_array(coalesce(missed_compile_id || ': ', '') || guard)
	FROM (SELECT * FROM guard_failures AS g
	    WHERE g.run_id = c.run_id AND g.compile_no = c.compile_no
	    ORDER BY g.position)) AS reasons
FROM compiles AS c
WHERE c.run_id = :run AND c.limit_hit = 1
ORDER BY c.rank, c.process, c.compile_no;
