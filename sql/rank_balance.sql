-- name: rank_balance
-- question: Is compilation imbalanced over ranks?
-- help: compiles and compile time of each rank of a run
-- param: run: the run
-- columns: rank, process, compiles, recompile_count, breaks, failed, compile_s,
--   lost_s, slowest_frame_s
SELECT rank, process, count(*) AS compiles, sum(recompiles) AS recompile_count,
    sum(break_events) AS breaks,
    sum(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS failed,
    sum(entire_frame_s) AS compile_s,
    sum(coalesce(lost_restart_s, 0)) + sum(coalesce(lost_skip_s, 0)) AS lost_s,
    max(entire_frame_s) AS slowest_frame_s
FROM compiles
WHERE run_id = :run
GROUP BY rank, process
ORDER BY coalesce(rank, 0), coalesce(process, 0);
