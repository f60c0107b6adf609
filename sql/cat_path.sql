-- name: cat_path
-- help: the file of a path, for gbq cat
-- param: run: the run
-- param: path: path of the file, as in view artifacts
-- columns: path, hash, stored
SELECT path, hash, stored
FROM artifacts
WHERE run_id = :run AND path = :path
ORDER BY stored DESC;
