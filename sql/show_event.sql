-- name: show_event
-- help: a break event
-- param: run: the run
-- param: event: the event's event_id
-- columns: all of view breaks
SELECT * FROM breaks WHERE run_id = :run AND event_id = :event;
