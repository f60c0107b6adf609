-- name: show_guard_failures
-- help: why a compile is a recompile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: columns of view guard_failures
-- table: position, missed_compile_id, guard_class, source, expected, actual,
--   cause_id, guard
SELECT g.*
FROM guard_failures AS g
JOIN compiles AS c ON c.run_id = g.run_id AND c.compile_id = g.compile_id
    AND c.instance = g.instance AND c.rank IS g.rank
    AND c.process IS g.process
WHERE g.run_id = :run AND c.compile_no = :compile
ORDER BY g.position;
