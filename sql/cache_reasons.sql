-- name: cache_reasons
-- help: why caches of compiled code were bypassed or missed, most common first
-- param: run: the run
-- param: cache: only of this cache
-- param: state: only in this state
-- param: rank: only of this rank
-- columns: cache, state, reason (NULL where it is not told), events, compiles,
--   first_compile_id
-- table: events, compiles, cache, state, reason, first_compile_id
SELECT cache, state, reason, count(*) AS events,
    count(DISTINCT compile_no) AS compiles,
    (SELECT f.compile_id FROM cache_events AS f
	WHERE f.run_id = :run AND f.cache = e.cache AND f.state = e.state
	    AND f.reason IS e.reason
	    AND (:rank IS NULL OR f.rank = :rank)
	ORDER BY f.compile_no, f.artifact_path LIMIT 1) AS first_compile_id
FROM cache_events AS e
WHERE run_id = :run AND state IN ('bypass', 'miss')
    AND (:cache IS NULL OR cache = :cache)
    AND (:state IS NULL OR state = :state)
    AND (:rank IS NULL OR rank = :rank)
GROUP BY cache, state, reason
ORDER BY state, events DESC, cache, reason;
