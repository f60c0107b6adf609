-- name: run_names
-- subset: common
-- help: names of runs, the newest first, to guess which one was meant
-- columns: name
SELECT name
FROM runs
GROUP BY name
ORDER BY coalesce(max(run_id), 0) DESC
LIMIT 10000;
