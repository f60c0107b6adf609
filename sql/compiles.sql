-- name: compiles
-- help: compiled frames of a run, in order
-- param: run: the run
-- param: status: only of this status
-- param: recompiled: 1: only recompiles
-- param: owner: only in files of this owner
-- param: file: only with this text in the file's path
-- param: function: only with this text in the function's name
-- param: rank: only of this rank
-- columns: all of view compiles
-- table: process, compile_id, rank, instance, function, file, line, status,
--   entire_frame_s, lost_restart_s, lost_skip_s, attempts, graph_ops,
--   break_events, fail_type
SELECT *
FROM compiles
WHERE run_id = :run
    AND (:status IS NULL OR status = :status)
    AND (:recompiled IS NULL OR recompiles = 1)
    AND (:owner IS NULL OR owner = :owner)
    AND (:file IS NULL OR instr(file, :file))
    AND (:function IS NULL OR instr(function, :function))
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, compile_no;
