-- name: failure_groups
-- question: Which failures are the same over many models?
-- help: failures of all runs of the database, the same ones together. Those of
--   a graph break too: they name its kind
-- columns: category, fail_type, gb_id, kind, runs, failures, first_run_id
SELECT category, fail_type, gb_id, kind, count(DISTINCT run_id) AS runs,
    count(*) AS failures, min(run_id) AS first_run_id
FROM failures
WHERE run_id IN (SELECT run_id FROM runs)
GROUP BY category, fail_type, gb_id, kind
ORDER BY runs DESC, failures DESC, category, fail_type, coalesce(gb_id, ''),
    coalesce(kind, '');
