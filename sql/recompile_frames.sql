-- name: recompile_frames
-- help: functions of a run by how often they were compiled again
-- param: run: the run
-- param: function: only with this text in the function's name
-- param: file: only with this text in the file's path
-- param: rank: only of this rank
-- columns: run_id, function, file, line, recompiles, guard_failures,
--   limit_hits, entire_frame_s (of the recompiles)
-- table: recompiles, guard_failures, limit_hits, entire_frame_s, function,
--   file, line
SELECT run_id, function, file, line, count(*) AS recompiles,
    sum(guard_failures) AS guard_failures, sum(limit_hit) AS limit_hits,
    sum(entire_frame_s) AS entire_frame_s
FROM recompiles
WHERE run_id = :run
    AND (:function IS NULL OR instr(function, :function))
    AND (:file IS NULL OR instr(file, :file))
    AND (:rank IS NULL OR rank = :rank)
GROUP BY file, function, line
ORDER BY 5 DESC, entire_frame_s DESC, file, line, function;
