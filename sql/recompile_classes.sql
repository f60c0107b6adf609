-- name: recompile_classes
-- question: Is the reason of recompiles size-related (dynamic shapes help) or
--   not?
-- help: guards that failed in a run by class, and whether dynamic shapes
--   (mark_dynamic, dynamic=True) can help
-- param: run: the run
-- columns: guard_class, dynamic_shapes_help (1, 0), recompiles (that have one;
--   a recompile may have several classes), guard_failures, sources
SELECT guard_class, CASE WHEN guard_class IN ('size', 'stride',
	'dynamic_bound') THEN 1 ELSE 0 END AS dynamic_shapes_help,
    coalesce(count(DISTINCT compile_no), 0) AS recompiles,
    count(*) AS guard_failures,
    coalesce(count(DISTINCT source), 0) AS sources
FROM guard_failures
WHERE run_id = :run
GROUP BY guard_class
ORDER BY guard_failures DESC, guard_class;
