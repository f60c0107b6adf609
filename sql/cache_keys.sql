-- name: cache_keys
-- help: records of caches with what their keys are made of, to compare runs
-- param: run: the run
-- param: cache: only of this cache
-- param: rank: only of this rank
-- columns: cache, compile_id, place (of the record among those of its cache
--   and compile, from 1), state, key, hash (of the file with the components of
--   the key; NULL where it is not kept)
SELECT e.cache, a.compile_id,
    -- by number of the file, or place in the log
    row_number() OVER (PARTITION BY e.cache, a.rank, a.process, e.compile_no,
	a.compile_id ORDER BY coalesce(a.number, a.log_offset), a.path)
	AS place,
    e.state, e.key, CASE WHEN c.kept THEN lower(hex(c.hash)) END AS hash
FROM cache_event AS e
JOIN artifact AS a ON a.run_id = e.run_id AND a.artifact_no = e.artifact_no
JOIN content AS c USING (content_id)
WHERE e.run_id = :run AND e.state IN ('hit', 'miss')
    AND (:cache IS NULL OR e.cache = :cache)
    AND (:rank IS NULL OR a.rank = :rank)
ORDER BY a.rank, a.process, e.compile_no, a.compile_id, e.cache, place;
