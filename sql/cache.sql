-- name: cache
-- help: hits, misses and bypasses of the caches of compiled code
-- param: run: the run
-- param: cache: only of this cache
-- param: state: only in this state
-- param: rank: only of this rank
-- columns: all of view cache_events
-- table: rank, process, compile_id, cache, state, reason, key, artifact_path
SELECT *
FROM cache_events
WHERE run_id = :run
    AND (:cache IS NULL OR cache = :cache)
    AND (:state IS NULL OR state = :state)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, compile_no, compile_id, cache, artifact_path;
