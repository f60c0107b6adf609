-- name: overheads
-- question: How much is logging overhead, gc and guard evaluation?
-- help: seconds of a run that are none of tracing or compiling code: writing
--   the structured log, garbage collection, building guards, and evaluating
--   them once (guard latency)
-- param: run: the run
-- columns: overhead, seconds, compiles (that tell it), share (of the run's
--   compile time)
SELECT overhead, seconds, compiles, seconds * 1.0 / compile_s AS share
FROM (
	SELECT run_id, 'structured logging' AS overhead,
	    sum(json_num(metrics, 'structured_logging_overhead_s'))
		AS seconds,
	    count(*) AS compiles
	FROM compiles
	WHERE run_id = :run AND metrics IS NOT NULL
	    AND json_raw(metrics, 'structured_logging_overhead_s')
		NOT IN ('', 'null')
	GROUP BY run_id
	UNION ALL
	SELECT run_id, 'guard evaluation' AS overhead,
	    sum(json_num(metrics, 'guard_latency_us')) / 1000000.0 AS seconds,
	    count(*) AS compiles
	FROM compiles
	WHERE run_id = :run AND metrics IS NOT NULL
	    AND json_raw(metrics, 'guard_latency_us') NOT IN ('', 'null')
	GROUP BY run_id
	UNION ALL
	SELECT run_id, CASE phase WHEN 'gc' THEN 'gc'
	    ELSE 'building guards' END AS overhead, sum(self_s) AS seconds,
	    count(DISTINCT compile_id) AS compiles
	FROM phases
	WHERE run_id = :run AND phase IN ('gc', 'build_guards')
	GROUP BY run_id, phase
) AS o JOIN (
	SELECT run_id, compile_s FROM runs WHERE run_id = :run
) AS r USING (run_id)
ORDER BY coalesce(seconds, 0) DESC, overhead;
