-- name: cache_totals
-- help: hits, misses and bypasses of a run, by cache
-- param: run: the run
-- param: cache: only of this cache
-- param: state: only of caches that have events in this state
-- param: rank: only of this rank
-- columns: cache, hits, misses, bypasses, saved, hit_share (of hits and
--   misses; NULL where there is neither)
-- table: cache, hits, misses, bypasses, saved, hit_share
SELECT cache, count(*) FILTER (WHERE state = 'hit') AS hits,
    count(*) FILTER (WHERE state = 'miss') AS misses,
    count(*) FILTER (WHERE state = 'bypass') AS bypasses,
    count(*) FILTER (WHERE state = 'saved') AS saved,
    CAST(count(*) FILTER (WHERE state = 'hit') AS REAL) /
	nullif(count(*) FILTER (WHERE state IN ('hit', 'miss')), 0)
	AS hit_share
FROM cache_events
WHERE run_id = :run AND (:cache IS NULL OR cache = :cache)
    AND (:rank IS NULL OR rank = :rank)
GROUP BY cache
HAVING :state IS NULL OR count(*) FILTER (WHERE state = :state) > 0
ORDER BY cache;
