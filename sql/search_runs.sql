-- name: search_runs
-- help: runs for gbq search: those that a glob names, or all
-- param: glob: pattern of names; NULL: all runs
-- columns: run_id
SELECT run_id
FROM runs
WHERE :glob IS NULL OR name GLOB :glob
ORDER BY run_id;
