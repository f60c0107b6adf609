-- name: explain_handle
-- help: the kind of a thing of a run
-- param: run: the run
-- param: event: event_id of an event, or
-- param: site: site_id of a site, or
-- param: failure: failure_id of a failure
-- columns: known_by (gb_id, else kind; NULL of a failure that is no break),
--   category (of a failure)
SELECT coalesce(gb_id, kind) AS known_by, NULL AS category
FROM breaks WHERE run_id = :run AND event_id = :event
UNION ALL
SELECT coalesce(gb_id, kind), NULL
FROM sites WHERE run_id = :run AND site_id = :site
UNION ALL
SELECT CASE WHEN category = 'graph_break' THEN coalesce(gb_id, kind) END,
    category
FROM failures WHERE run_id = :run AND failure_id = :failure;
