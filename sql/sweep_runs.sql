-- name: sweep_runs
-- subset: common
-- help: runs of one side of gbq diff --sweep, the newest of each name first
-- param: key: key of a tag that the runs have
-- param: value: its value
-- param: glob: pattern of names, where no key is given
-- columns: run_id, name, complete, break_events, failures, graph_ops
SELECT run_id, name, complete, break_events, failures, graph_ops
FROM runs
WHERE (:key IS NULL AND name_glob(name, :glob))
    OR run_id IN (
	SELECT run_id FROM tags
	WHERE key = :key AND text(value) = text(:value))
ORDER BY name, run_id DESC;
