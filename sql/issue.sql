-- name: issue
-- help: the first event of a site, or an event, with its run: what an issue
--   needs
-- param: run: the run
-- param: site: site_id of a site
-- param: event: event_id of an event, instead of site
-- columns: all of view breaks; run_name, torch_version, torch_commit, mode,
--   events, compiles, forms (of the site), advice
SELECT b.*, r.name AS run_name, r.torch_version, r.torch_commit, r.mode,
    s.events, s.compiles, s.forms, k.advice, k.hints AS kind_hints
FROM breaks AS b
JOIN runs AS r ON r.run_id = b.run_id
JOIN sites AS s ON s.run_id = b.run_id AND s.site_id = b.site_id
LEFT JOIN break_kinds AS k ON k.gb_id = b.gb_id
WHERE b.run_id = :run AND b.event_id = coalesce(:event, (
    SELECT first_event_id FROM sites
    WHERE run_id = :run AND site_id = :site));
