-- name: eager_frames
-- question: Which frames fell back to eager altogether?
-- help: functions of a run that run eager as a whole, and why: a break skipped
--   the frame, its compile failed, the recompile limit was hit, or torch
--   skipped the frame on its own
-- param: run: the run
-- columns: function, file, line, why (break, failure, recompile limit, skipped
--   by torch), gb_id and kind (of the break or failure), compiles (that ended
--   so), lost_s
SELECT function, file, line, why, gb_id, kind, count(*) AS compiles,
    sum(lost_s) AS lost_s
FROM (
	SELECT function, file, line, skip_gb_id AS gb_id, skip_kind AS kind,
	    CASE WHEN limit_hit = 1 THEN 'recompile limit'
		WHEN status = 'failed' THEN 'failure'
		WHEN skips IS NOT NULL THEN 'break'
		ELSE 'skipped by torch' END AS why,
	    coalesce(lost_restart_s, 0) + coalesce(lost_skip_s, 0) AS lost_s
	FROM (
		SELECT run_id, compile_no, function, file, line, status,
		    limit_hit, lost_restart_s, lost_skip_s
		FROM compiles
		WHERE run_id = :run
		    AND status IN ('skipped', 'failed', 'limit')
	) AS c LEFT JOIN (
		SELECT run_id, compile_no, min(gb_id) AS skip_gb_id,
		    min(kind) AS skip_kind, count(*) AS skips
		FROM breaks
		WHERE run_id = :run AND form IN ('skip', 'error')
		GROUP BY run_id, compile_no
	) AS b USING (run_id, compile_no)
) AS e
GROUP BY function, file, line, why, gb_id, kind
ORDER BY lost_s DESC, compiles DESC, coalesce(file, ''), coalesce(line, 0),
    coalesce(function, ''), why, coalesce(kind, '');
