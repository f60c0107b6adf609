-- name: show_site_events
-- help: break events of a site
-- param: run: the run
-- param: site: the site's site_id
-- columns: all of view breaks
-- table: event_id, rank, process, compile_id, instance, attempt, form,
--   consequence_gb_id, artifact_path
SELECT *
FROM breaks
WHERE run_id = :run AND site_id = :site
ORDER BY event_id;
