-- name: breaks_by_owner
-- question: Which breaks are in my code, which in a library, which in torch?
-- help: break events of a run by whose file they are in. own_events are those
--   that count as your own code (--own): files of the user, and torch or the
--   standard library where a line of the user called it
-- param: run: the run
-- columns: owner (user, library, torch, stdlib, generated, unknown), library
--   (its name), events, own_events, eager_events (form skip or no_resume),
--   sites, kinds
SELECT owner, library, count(*) AS events, sum(own) AS own_events,
    sum(eager) AS eager_events, count(DISTINCT site_id) AS sites,
    count(DISTINCT kind_key) AS kinds
FROM (
	SELECT site_id, library, coalesce(gb_id, kind) AS kind_key,
	    coalesce(owner, 'unknown') AS owner,
	    CASE WHEN form IN ('skip', 'no_resume') THEN 1 ELSE 0 END AS eager,
	    CASE WHEN owner = 'user' THEN 1
		WHEN owner IN ('torch', 'stdlib') AND via_file = own_file
		    AND via_line = own_line THEN 1
		WHEN owner IN ('torch', 'stdlib') AND via_file = caller_file
		    AND via_line = caller_line THEN 1
		ELSE 0 END AS own
	FROM breaks
	WHERE run_id = :run
) AS b
GROUP BY owner, library
ORDER BY events DESC, owner, coalesce(library, '');
