-- name: show_breaks
-- help: break events of a compile
-- param: run: the run
-- param: compile: the compile's compile_no
-- param: attempt: only of this attempt
-- columns: all of view breaks
-- table: event_id, attempt, form, gb_id, kind, detail, short_file, line,
--   function, artifact_path
SELECT *
FROM breaks
WHERE run_id = :run AND compile_no = :compile
    AND (:attempt IS NULL OR attempt = :attempt)
ORDER BY event_id;
