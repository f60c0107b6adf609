-- name: show_failures
-- help: failures of a compile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: all of view failures
-- table: failure_id, attempt, stage, category, fail_type, event_id, file,
--   line, function, reason
SELECT *
FROM failures
WHERE run_id = :run AND compile_no = :compile
ORDER BY failure_id;
