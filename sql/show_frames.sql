-- name: show_frames
-- help: user stack of a break event, outermost frame first
-- param: run: the run
-- param: event: the event's event_id
-- columns: all of view frames
-- table: depth, owner, file, line, function, source
SELECT *
FROM frames
WHERE run_id = :run AND event_id = :event
ORDER BY depth;
