-- name: frequent_breaks
-- question: What are the distinct breaks, most frequent first?
-- help: sites of graph breaks of a run by how often they broke. What to fix
--   first is another question: gbq triage
-- param: run: the run
-- columns: run_id, site_id, gb_id, kind, detail, events, compiles, frames,
--   eager_frames, owner, short_file, line, function, source
-- table: events, compiles, eager_frames, gb_id, kind, detail, short_file, line,
--   function, source
SELECT run_id, site_id, gb_id, kind, detail, events, compiles, frames,
    eager_frames, owner, short_file, line, function, source
FROM sites
WHERE run_id = :run
ORDER BY events DESC, eager_frames DESC, site_id;
