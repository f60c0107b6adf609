-- name: custom_ops
-- question: Which custom or C-extension ops break (non-compliant ops)?
-- help: compiles of a run whose graph has custom ops, as the metrics name
--   them, and break events at functions of C extensions
-- param: run: the run
-- columns: what (non-compliant ops, custom ops, break), ops (JSON list of
--   names; of a break the function that it names), compile_id, rank, function,
--   file, line
SELECT what, ops, compile_id, rank, function, file, line
FROM (
	SELECT 'non-compliant ops' AS what,
	    json_raw(metrics, 'non_compliant_ops') AS ops, compile_id, rank,
	    function, file, line, compile_no AS position
	FROM compiles
	WHERE run_id = :run AND metrics IS NOT NULL
	    AND json_raw(metrics, 'non_compliant_ops') NOT IN ('', '[]')
	UNION ALL
	SELECT 'custom ops' AS what,
	    json_raw(metrics, 'compliant_custom_ops') AS ops, compile_id, rank,
	    function, file, line, compile_no AS position
	FROM compiles
	WHERE run_id = :run AND metrics IS NOT NULL
	    AND json_raw(metrics, 'compliant_custom_ops') NOT IN ('', '[]')
	UNION ALL
	SELECT 'break' AS what, coalesce(detail, kind) AS ops, compile_id, rank,
	    function, file, line, event_id AS position
	FROM (
		SELECT run_id, event_id, detail, kind, compile_id, rank,
		    function, file, line
		FROM breaks WHERE run_id = :run
	) AS b JOIN (
		SELECT run_id, event_id
		FROM hints
		WHERE run_id = :run AND hint LIKE '%C/C++ Python extension%'
		GROUP BY run_id, event_id
	) AS h USING (run_id, event_id)
) AS u
ORDER BY CASE what WHEN 'break' THEN 1 WHEN 'non-compliant ops' THEN 2
	ELSE 3 END, position;
