-- name: show_hints
-- help: hints of a break event
-- param: run: the run
-- param: event: the event's event_id
-- columns: all of view hints
-- table: position, hint_class, hint
SELECT *
FROM hints
WHERE run_id = :run AND event_id = :event
ORDER BY position;
