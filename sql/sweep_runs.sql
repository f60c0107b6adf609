-- name: sweep_runs
-- subset: common
-- help: runs of one side of gbq diff --sweep, the newest of each name first
-- param: key: key of a tag that the runs have
-- param: value: its value
-- param: glob: pattern of names, where no key is given
-- param: pair: key of the tag whose values pair runs, not their names; runs
--   without it are left out
-- columns: run_id, name, complete, break_events, failures, graph_ops, pair
SELECT run_id, name, complete, break_events, failures, graph_ops,
    p.value AS pair
FROM runs
LEFT JOIN (
    SELECT run_id, text(value) AS value FROM tags WHERE key = :pair) AS p
    USING (run_id)
WHERE ((:key IS NULL AND name_glob(name, :glob))
    OR run_id IN (
	SELECT run_id FROM tags
	WHERE key = :key AND text(value) = text(:value)))
    AND (:pair IS NULL OR p.value IS NOT NULL)
ORDER BY name, run_id DESC;
