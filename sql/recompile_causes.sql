-- name: recompile_causes
-- help: causes of a run's recompiles, most recompiles first. A recompile
--   belongs to each of its causes: they are never added
-- param: run: the run
-- columns: all of view recompile_causes; names (of its source, other than
--   root_source, as text); shown_values (the first 12 of guard_values, as text);
--   guard (its first)
-- table: cause_id, recompiles, frames, guard_failures, limit_hit, guard_class,
--   root_source, guard_values, function, file, line
WITH failed AS MATERIALIZED (
	-- once: joined to each cause, SQLite would read all of them for each
	SELECT cause_id, compile_no, position, source, guard
	FROM guard_failures WHERE run_id = :run AND cause_id IS NOT NULL
), source_of AS (
	SELECT f.cause_id, f.source, min(f.compile_no) AS first_compile
	FROM failed AS f
	JOIN recompile_causes AS u
	    ON u.run_id = :run AND u.cause_id = f.cause_id
	WHERE f.source <> u.root_source
	GROUP BY f.cause_id, f.source
), part AS (
	SELECT cause_id, NULL AS guard, group_concat(source, ', ') OVER (
		PARTITION BY cause_id ORDER BY first_compile, source
		ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS names,
	    row_number() OVER (PARTITION BY cause_id
		ORDER BY first_compile, source) AS place
	FROM source_of
	UNION ALL
	SELECT cause_id, guard, NULL, row_number() OVER (PARTITION BY cause_id
	    ORDER BY compile_no, position)
	FROM failed
	UNION ALL
	SELECT cause_id, NULL, NULL, 1 FROM recompile_causes
	WHERE run_id = :run
), cause AS MATERIALIZED (
	SELECT cause_id, max(names) AS names, max(guard) AS guard
	FROM part WHERE place = 1 GROUP BY cause_id
)
SELECT u.*, c.names,
    (SELECT group_concat(value, ', ') FROM (
	SELECT value FROM json_each(u.guard_values) ORDER BY key LIMIT 12))
	|| iif(json_array_length(u.guard_values) > 12, ', …', '')
	AS shown_values, c.guard
FROM cause AS c
CROSS JOIN recompile_causes AS u
    ON u.run_id = :run AND u.cause_id = c.cause_id
ORDER BY u.recompiles DESC, u.guard_failures DESC, u.cause_id;
