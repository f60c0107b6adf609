-- name: restart_time
-- question: How much time was thrown away in restarts?
-- help: functions of a run by the Dynamo time that was thrown away: analysis
--   that started again, and frames that were analysed and then skipped
-- param: run: the run
-- columns: function, file, line, compiles, restarts, restart_s, skip_s,
--   frame_s (of these compiles)
SELECT function, file, line, count(*) AS compiles,
    sum(restart_rows) AS restarts, sum(coalesce(lost_restart_s, 0))
	AS restart_s,
    sum(coalesce(lost_skip_s, 0)) AS skip_s, sum(entire_frame_s) AS frame_s
FROM compiles
WHERE run_id = :run AND coalesce(lost_restart_s, 0)
    + coalesce(lost_skip_s, 0) > 0
GROUP BY function, file, line
ORDER BY sum(coalesce(lost_restart_s, 0) + coalesce(lost_skip_s, 0)) DESC,
    coalesce(file, ''), coalesce(line, 0), coalesce(function, '');
