-- name: show_cause_guards
-- help: guard failures of a cause
-- param: run: the run
-- param: cause: the cause's cause_id
-- columns: all of view guard_failures
-- table: rank, process, compile_id, instance, missed_compile_id, source,
--   expected, actual, guard
SELECT *
FROM guard_failures
WHERE run_id = :run AND cause_id = :cause
ORDER BY compile_no, position;
