-- name: cache_bypasses
-- question: Why were caches bypassed, most common reason first?
-- help: reasons of bypasses over all runs of the database, or of one
-- param: only: only of the run of this run_id
-- columns: cache, reason, records, runs
SELECT cache, reason, count(*) AS records, count(DISTINCT run_id) AS runs
FROM cache_events
WHERE state = 'bypass' AND run_id IN (SELECT run_id FROM runs)
    AND (:only IS NULL OR run_id = :only)
GROUP BY cache, reason
ORDER BY records DESC, cache, coalesce(reason, '');
