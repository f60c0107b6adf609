-- name: show_cause
-- help: a cause of recompiles
-- param: run: the run
-- param: cause: the cause's cause_id
-- columns: all of view recompile_causes; guard (the first of its guards)
SELECT u.*, (SELECT guard FROM guard_failures AS g
	WHERE g.run_id = :run AND g.cause_id = :cause
	ORDER BY g.compile_no, g.position LIMIT 1) AS guard
FROM recompile_causes AS u
WHERE u.run_id = :run AND u.cause_id = :cause;
