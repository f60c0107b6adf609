-- name: compiled_autograd_misses
-- question: Recompiles of compiled autograd, and why (Cache miss due to)?
-- help: graphs that compiled autograd captured anew, with what torch says of
--   the miss
-- param: run: the run
-- columns: run_id, rank, process, compile_id, reason, artifact_path
SELECT run_id, rank, process, compile_id, reason, artifact_path
FROM cache_events
WHERE run_id = :run AND cache = 'compiled_autograd'
ORDER BY coalesce(rank, 0), coalesce(process, 0), coalesce(compile_no, 0),
    artifact_path;
