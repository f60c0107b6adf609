-- name: kinds_fired
-- question: Which kinds of breaks fire on real models, which never?
-- help: all kinds that torch's registry knows, with how many runs of this
--   database have them; 0: never seen
-- columns: gb_id, kind, runs, sites, events
SELECT gb_id, kind, coalesce(found_runs, 0) AS runs,
    coalesce(found_sites, 0) AS sites, coalesce(found_events, 0) AS events
FROM (
	SELECT gb_id, kind FROM break_kinds WHERE gb_id IS NOT NULL
) AS k LEFT JOIN (
	SELECT gb_id, count(DISTINCT run_id) AS found_runs,
	    count(*) AS found_sites, sum(events) AS found_events
	FROM sites
	WHERE gb_id IS NOT NULL AND run_id IN (SELECT run_id FROM runs)
	GROUP BY gb_id
) AS s USING (gb_id)
ORDER BY runs DESC, events DESC, gb_id;
