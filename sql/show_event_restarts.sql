-- name: show_event_restarts
-- help: restarts that a break event caused
-- param: run: the run
-- param: event: the event's event_id
-- columns: all of view restarts
-- table: compile_id, instance, attempt, position, class
SELECT *
FROM restarts
WHERE run_id = :run AND event_id = :event
ORDER BY compile_no, position;
