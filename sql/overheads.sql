-- name: overheads
-- help: seconds of a run that compile nothing: writing the trace itself,
--   collecting garbage, building guards; and how long one check of all guards
--   takes, which is paid at every call. From the compiles' metrics; build_guards
--   from phases
-- param: run: the run
-- param: rank: only of this rank
-- columns: what (logging, gc, build_guards, guard_check), seconds_s, share (of
--   the run's compile seconds, forward and backward), compiles (that tell it)
WITH told AS (
    SELECT json_extract(metrics, '$.structured_logging_overhead_s') AS
	logging_s,
	json_extract(metrics, '$."bwd.structured_logging_overhead_s"')
	AS bwd_logging_s,
	json_extract(metrics, '$.gc_time_us') / 1e6 AS gc_s,
	json_extract(metrics, '$.guard_latency_us') / 1e6 AS guard_s
    FROM compiles
    WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
), whole AS (
    SELECT nullif(coalesce(compile_s, 0) + coalesce(bwd_s, 0), 0) AS whole_s
    FROM runs
    WHERE run_id = :run
), overhead AS (
    SELECT 'logging' AS what, sum(coalesce(logging_s, 0) +
	coalesce(bwd_logging_s, 0)) AS seconds_s, count(logging_s) AS compiles
    FROM told
    UNION ALL
    SELECT 'gc', sum(gc_s), count(gc_s) FROM told
    UNION ALL
    SELECT 'build_guards', sum(self_s), count(DISTINCT compile_id)
    FROM phases
    WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
	AND phase = 'build_guards' AND self_s IS NOT NULL
    UNION ALL
    SELECT 'guard_check', sum(guard_s), count(guard_s) FROM told
)
SELECT what, seconds_s, seconds_s / whole_s AS share, compiles
FROM overhead, whole
WHERE compiles > 0
ORDER BY seconds_s DESC, what;
