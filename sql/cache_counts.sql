-- name: cache_counts
-- question: How often was each cache hit, missed or bypassed (FX graph,
--   AOTAutograd, remote)?
-- help: records of compile caches of a run by cache and state
-- param: run: the run
-- columns: cache, state, records, compiles
SELECT cache, state, count(*) AS records,
    coalesce(count(DISTINCT compile_no), 0) AS compiles
FROM cache_events
WHERE run_id = :run
GROUP BY cache, state
ORDER BY cache, state;
