-- name: limit_hits
-- help: compiles that ran into the recompile limit
-- param: run: the run
-- columns: all of view compiles
-- table: rank, process, compile_id, instance, function, file, line
SELECT *
FROM compiles
WHERE run_id = :run AND limit_hit = 1
ORDER BY rank, process, compile_no;
