-- name: time_by_version
-- question: Did compile time grow after an upgrade?
-- help: compile time of all runs by name and version of torch. Two runs of one
--   name: gbq diff tells which frames grew
-- columns: name, torch_version, runs, mean_compiles, mean_compile_s,
--   mean_bwd_s, mean_lost_restart_s
SELECT name, torch_version, count(*) AS runs, avg(compiles) AS mean_compiles,
    avg(compile_s) AS mean_compile_s, avg(bwd_s) AS mean_bwd_s,
    avg(lost_restart_s) AS mean_lost_restart_s
FROM runs
GROUP BY name, torch_version
ORDER BY name, min(run_id);
