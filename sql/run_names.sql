-- name: run_names
-- subset: common
-- help: names of runs, the newest first, to guess which one was meant
-- columns: name
SELECT name
FROM runs
ORDER BY run_id DESC
LIMIT 10000;
