-- name: instance_recompiles
-- question: Which recompiles are per-module-instance churn (___check_obj_id,
--   layer_idx)?
-- help: guards of a run that failed since another object came to the same
--   code: ids of objects and types, and attributes of a module that differ from
--   one instance to the next. One compile for each instance is normal where
--   instances do differ; many of one function tend to the recompile limit
-- param: run: the run
-- columns: guard_class, source, function, file, line (of the function),
--   recompiles, guard_failures, expected_values, limit_hit
SELECT guard_class, source, function, file, line,
    coalesce(count(DISTINCT compile_no), 0) AS recompiles,
    count(*) AS guard_failures,
    coalesce(count(DISTINCT expected), 0) AS expected_values,
    max(limit_hit) AS limit_hit
FROM (
	SELECT run_id, compile_no, guard_class, source, expected
	FROM guard_failures
	WHERE run_id = :run AND (guard_class IN ('object_id', 'type')
	    OR (guard_class = 'value' AND (source LIKE '%.layer_idx'
		OR source LIKE '%_modules[%'
		OR source LIKE 'self.%' OR source LIKE '%module.%')))
) AS g JOIN (
	SELECT run_id, compile_no, function, file, line, limit_hit
	FROM recompiles WHERE run_id = :run
) AS r USING (run_id, compile_no)
GROUP BY guard_class, source, function, file, line
ORDER BY recompiles DESC, guard_failures DESC, coalesce(file, ''),
    coalesce(line, 0), guard_class, coalesce(source, '');
