-- name: sweep_runs
-- help: runs of one side of gbq diff --sweep, the newest of each name first
-- param: key: key of a tag that the runs have
-- param: value: its value
-- param: glob: pattern of names, where no key is given
-- columns: run_id, name, complete, break_events, failures, graph_ops
SELECT r.run_id, r.name, r.complete, r.break_events, r.failures, r.graph_ops
FROM runs AS r
WHERE (:key IS NOT NULL AND EXISTS (
	SELECT 1 FROM tags AS t
	WHERE t.run_id = r.run_id AND t.key = :key AND
	    (t.value = :value OR CAST(t.value AS TEXT) = :value)))
    OR (:key IS NULL AND r.name GLOB :glob)
ORDER BY r.name, r.run_id DESC;
