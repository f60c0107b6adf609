-- name: show_cause_recompiles
-- help: recompiles of a cause
-- param: run: the run
-- param: cause: the cause's cause_id
-- columns: all of view recompiles
-- table: rank, process, compile_id, instance, function, file, line, limit_hit,
--   entire_frame_s
SELECT *
FROM recompiles
WHERE run_id = :run AND compile_no IN (SELECT compile_no FROM guard_failures
    WHERE run_id = :run AND cause_id = :cause)
ORDER BY compile_no;
