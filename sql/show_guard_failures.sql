-- name: show_guard_failures
-- help: why a compile is a recompile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: columns of view guard_failures
-- table: position, missed_compile_id, guard_class, source, expected, actual,
--   cause_id, guard
SELECT *
FROM guard_failures
WHERE run_id = :run AND compile_no = :compile
ORDER BY position;
