-- name: show_artifacts
-- help: files of a compile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: all of view artifacts
-- table: path, kind, attempt, bytes
SELECT *
FROM artifacts
WHERE run_id = :run AND compile_no = :compile
ORDER BY number, path;
