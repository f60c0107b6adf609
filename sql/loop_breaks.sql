-- name: loop_breaks
-- question: Which breaks sit in a loop so that the whole frame is skipped?
-- help: break events of a run that were followed by GB7000 (graph break in a
--   loop), and the notice that torch cannot properly resume: the frame runs
--   eager
-- param: run: the run
-- columns: run_id, event_id, rank, process, compile_id, gb_id, kind, detail,
--   form, short_file, line, function, source, artifact_path
-- table: event_id, rank, compile_id, form, gb_id, kind, detail, short_file,
--   line, function, source
SELECT run_id, event_id, rank, process, compile_id, gb_id, kind, detail, form,
    short_file, line, function, source, artifact_path
FROM breaks
WHERE run_id = :run AND (consequence_gb_id = 'GB7000' OR gb_id = 'GB7000'
    OR reason LIKE '%cannot properly resume%')
ORDER BY event_id;
