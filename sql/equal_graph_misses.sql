-- name: equal_graph_misses
-- question: Do identical subgraphs miss the cache?
-- help: graphs of a run that are equal but for names and symbols, of which more
--   than one missed a cache: what differs in their keys says gbq diff
-- param: run: the run
-- columns: cache, normalised_hash, graph_ops, compiles (with that graph),
--   misses, cache_keys (distinct), first_compile_no
SELECT cache, normalised_hash, max(ops) AS graph_ops,
    coalesce(count(DISTINCT compile_no), 0) AS compiles, count(*) AS misses,
    coalesce(count(DISTINCT key), 0) AS cache_keys,
    min(compile_no) AS first_compile_no
FROM (
	SELECT run_id, compile_no, normalised_hash, ops
	FROM graphs
	WHERE run_id = :run AND stage = 'dynamo' AND ops > 0
) AS g JOIN (
	SELECT run_id, compile_no, cache, key
	FROM cache_events
	WHERE run_id = :run AND state = 'miss'
) AS e USING (run_id, compile_no)
GROUP BY cache, normalised_hash
HAVING count(DISTINCT compile_no) > 1
ORDER BY misses DESC, first_compile_no, cache;
