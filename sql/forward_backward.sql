-- name: forward_backward
-- question: Does the backward compile cost more than the forward?
-- help: seconds in the backend for the forward and for the backward graphs of a
--   run, by function. The forward's have tracing the joint graph in them
-- param: run: the run
-- columns: function, file, line, compiles, forward_s (backend_s of the
--   compiles), backward_s (of compiling the backward graph; NULL: none),
--   forward_inductor_s, backward_inductor_s
SELECT function, file, line, count(*) AS compiles, sum(backend_s) AS forward_s,
    sum(backward) AS backward_s, sum(inductor_s) AS forward_inductor_s,
    sum(bwd_inductor_s) AS backward_inductor_s
FROM (
	SELECT function, file, line, backend_s, inductor_s, bwd_inductor_s,
	    CASE WHEN metrics IS NOT NULL
		AND json_raw(metrics, 'bwd.duration_us') NOT IN ('', 'null')
		THEN json_num(metrics, 'bwd.duration_us') / 1000000.0
		ELSE bwd_inductor_s END AS backward
	FROM compiles
	WHERE run_id = :run AND backend_s IS NOT NULL
) AS c
GROUP BY function, file, line
ORDER BY coalesce(sum(backward), 0) + coalesce(sum(backend_s), 0) DESC,
    coalesce(file, ''), coalesce(line, 0), coalesce(function, '');
