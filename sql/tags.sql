-- name: tags
-- help: tags of a run
-- param: run: the run
-- columns: all of view tags
-- table: key, value
SELECT * FROM tags WHERE run_id = :run ORDER BY key;
