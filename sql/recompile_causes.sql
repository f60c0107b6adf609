-- name: recompile_causes
-- help: causes of a run's recompiles, most recompiles first. A recompile
--   belongs to each of its causes: they are never added
-- param: run: the run
-- columns: all of view recompile_causes; names (of its source, other than
--   root_source, as text); shown_values (the first 12 of guard_values, as text);
--   guard (its first)
-- table: cause_id, recompiles, frames, guard_failures, limit_hit, guard_class,
--   root_source, guard_values, function, file, line
SELECT u.*, (SELECT group_concat(source, ', ') FROM (
	SELECT g.source FROM guard_failures AS g
	WHERE g.run_id = u.run_id AND g.cause_id = u.cause_id
	    AND g.source <> u.root_source
	GROUP BY g.source ORDER BY min(g.compile_no), g.source)) AS names,
    (SELECT group_concat(value, ', ') FROM (
	SELECT value FROM json_each(u.guard_values) ORDER BY key LIMIT 12))
	|| iif(json_array_length(u.guard_values) > 12, ', …', '')
	AS shown_values,
    (SELECT g.guard FROM guard_failures AS g
	WHERE g.run_id = u.run_id AND g.cause_id = u.cause_id
	ORDER BY g.compile_no, g.position LIMIT 1) AS guard
FROM recompile_causes AS u
WHERE run_id = :run
ORDER BY recompiles DESC, guard_failures DESC, cause_id;
