-- name: show_event
-- help: a break event
-- param: run: the run
-- param: event: the event's event_id
-- columns: all of view breaks
-- table: event_id, rank, process, compile_id, instance, attempt, form, gb_id,
--   kind, detail, short_file, line, function
SELECT * FROM breaks WHERE run_id = :run AND event_id = :event;
