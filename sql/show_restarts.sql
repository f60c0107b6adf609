-- name: show_restarts
-- help: restart reasons of a compile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: all of view restarts
-- table: attempt, position, class, gb_id, event_id, reason
SELECT *
FROM restarts
WHERE run_id = :run AND compile_no = :compile
ORDER BY attempt, position;
