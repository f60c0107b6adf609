-- name: unfinished
-- help: compiles that started and have no metrics, with their last record
-- param: run: the run
-- columns: all of view compiles
-- table: rank, process, compile_id, instance, function, file, line,
--   started_at, last_record
SELECT *
FROM compiles
WHERE run_id = :run AND status = 'unfinished'
ORDER BY rank, process, compile_no;
