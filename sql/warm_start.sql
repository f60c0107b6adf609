-- name: warm_start
-- question: Cold against warm start, what is still slow on the warm one?
-- help: functions of a warm run, slowest first, with what they took in the cold
--   one. Functions are matched by file and name
-- param: run: the warm run
-- param: base: the cold run
-- columns: function, file, warm_s, cold_s, warm_compiles, cold_compiles,
--   warm_backend_s, cache_hits, cache_misses, cache_bypasses (of the warm run)
SELECT function, file, warm_s, cold_s, warm_compiles, cold_compiles,
    warm_backend_s, cache_hits, cache_misses, cache_bypasses
FROM (
	SELECT function, file, sum(entire_frame_s) AS warm_s,
	    count(*) AS warm_compiles, sum(backend_s) AS warm_backend_s,
	    sum(coalesce(hits, 0)) AS cache_hits,
	    sum(coalesce(misses, 0)) AS cache_misses,
	    sum(coalesce(bypasses, 0)) AS cache_bypasses
	FROM (
		SELECT run_id, compile_no, coalesce(function, '') AS function,
		    coalesce(file, '') AS file, entire_frame_s, backend_s
		FROM compiles WHERE run_id = :run
	) AS c LEFT JOIN (
		SELECT run_id, compile_no,
		    sum(CASE WHEN state = 'hit' THEN 1 ELSE 0 END) AS hits,
		    sum(CASE WHEN state = 'miss' THEN 1 ELSE 0 END) AS misses,
		    sum(CASE WHEN state = 'bypass' THEN 1 ELSE 0 END)
			AS bypasses
		FROM cache_events
		WHERE run_id = :run AND compile_no IS NOT NULL
		GROUP BY run_id, compile_no
	) AS e USING (run_id, compile_no)
	GROUP BY function, file
) AS w LEFT JOIN (
	SELECT function, file, sum(entire_frame_s) AS cold_s,
	    count(*) AS cold_compiles
	FROM (
		SELECT coalesce(function, '') AS function,
		    coalesce(file, '') AS file, entire_frame_s
		FROM compiles WHERE run_id = :base
	) AS b
	GROUP BY function, file
) AS o USING (function, file)
ORDER BY coalesce(warm_s, 0) DESC, coalesce(file, ''),
    coalesce(function, '');
