-- name: recompile_causes
-- help: causes of a run's recompiles, most recompiles first. A recompile
--   belongs to each of its causes: they are never added
-- param: run: the run
-- columns: all of view recompile_causes
-- table: cause_id, recompiles, frames, guard_failures, limit_hit, guard_class,
--   source, guard_values
SELECT *
FROM recompile_causes
WHERE run_id = :run
ORDER BY recompiles DESC, guard_failures DESC, cause_id;
