-- name: runs
-- help: the runs of the database, in the order of their ingest
-- columns: all of view runs; tags (JSON object; NULL where it has none)
-- table: run_id, name, torch_version, ranks, compiles, break_events,
--   break_sites, failures, recompiles, unfinished, compile_s, problems, unread,
--   tags
SELECT r.*, (SELECT nullif(json_group_object(key, value), '{}')
    FROM (SELECT key, value FROM tags AS t WHERE t.run_id = r.run_id
	ORDER BY key)) AS tags
FROM runs AS r
ORDER BY r.run_id;
