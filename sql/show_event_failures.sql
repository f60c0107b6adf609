-- name: show_event_failures
-- help: failures that are the same as a break event
-- param: run: the run
-- param: event: the event's event_id
-- columns: all of view failures
-- table: failure_id, compile_id, stage, category, fail_type
SELECT *
FROM failures
WHERE run_id = :run AND event_id = :event
ORDER BY failure_id;
