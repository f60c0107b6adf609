-- name: equal_graph_misses
-- help: compiles whose graphs are equal but for names, and that each missed the
--   cache of Inductor: most misses first. Records name no graph, so those of
--   the forward and the backward graph of a compile count for both
-- param: run: the run
-- param: rank: only of this rank
-- columns: stage, normalised_hash, compiles, misses, keys (different
--   ones), hits, first_compile_id, ops
-- table: stage, compiles, misses, keys, hits, ops, first_compile_id
WITH record AS MATERIALIZED (
    SELECT compile_no, state, key
    FROM cache_events
    WHERE run_id = :run AND cache = 'fx' AND state IN ('hit', 'miss')
	AND compile_no IS NOT NULL AND (:rank IS NULL OR rank = :rank)
), graph AS MATERIALIZED (
    SELECT DISTINCT stage, normalised_hash, compile_no, compile_id, ops
    FROM graphs
    WHERE run_id = :run AND stage IN ('forward', 'backward', 'inference')
	AND normalised_hash IS NOT NULL AND ops > 0
	AND (:rank IS NULL OR rank = :rank)
)
SELECT g.stage, g.normalised_hash,
    count(DISTINCT g.compile_no) AS compiles,
    count(*) FILTER (WHERE r.state = 'miss') AS misses,
    count(DISTINCT r.key) FILTER (WHERE r.state = 'miss') AS keys,
    count(*) FILTER (WHERE r.state = 'hit') AS hits,
    (SELECT f.compile_id FROM graph AS f
	WHERE f.normalised_hash = g.normalised_hash AND f.stage = g.stage
	ORDER BY f.compile_no LIMIT 1) AS first_compile_id,
    max(g.ops) AS ops
FROM graph AS g JOIN record AS r USING (compile_no)
GROUP BY g.stage, g.normalised_hash
HAVING count(DISTINCT g.compile_no) > 1 AND
    count(DISTINCT r.compile_no) FILTER (WHERE r.state = 'miss') > 1
ORDER BY misses DESC, g.stage, first_compile_id, g.normalised_hash;
