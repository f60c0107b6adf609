-- name: run_names
-- subset: common
-- help: names of runs, the newest first, with the newest run of each
-- param: glob: pattern of names; NULL: all
-- columns: name, newest
SELECT name, max(run_id) AS newest
FROM runs
WHERE :glob IS NULL OR name_glob(name, :glob)
GROUP BY name
ORDER BY coalesce(newest, 0) DESC;
