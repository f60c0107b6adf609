-- name: breaks_by
-- help: a run's breaks by kind, file, library, function, flag (a setting that
--   can remove them) or raised (the line of Dynamo that gave up)
-- param: run: the run
-- param: by: kind, file, library, function, flag or raised
-- param: own: 1: only events in own code
-- param: rank: only of this rank
-- columns: what (NULL: not known, or none), events, eager_events (form skip or
--   no_resume), sites, kinds, lost_s (sums of the sites'; only where each site
--   belongs to one row)
-- table: what, events, eager_events, sites, kinds, lost_s
WITH event AS (
	SELECT b.*, CASE :by
	    WHEN 'kind' THEN coalesce(b.gb_id || ' ', '') || b.kind
	    WHEN 'file' THEN b.short_file
	    WHEN 'library' THEN coalesce(b.library, b.owner)
	    WHEN 'function' THEN b.short_file || ' ' || b.function
	    WHEN 'flag' THEN b.flag
	    WHEN 'raised' THEN CASE WHEN instr(b.raised_file, '/torch/')
		THEN substr(b.raised_file, instr(b.raised_file, '/torch/') + 1)
		ELSE b.raised_file END || ':' || b.raised_line ||
		coalesce(' ' || b.raised_function, '')
	    END AS what
	FROM breaks AS b
	JOIN site_keys AS k ON k.run_id = b.run_id AND k.site_id = b.site_id
	WHERE b.run_id = :run AND (:own IS NULL OR k.own = 1)
	    AND (:rank IS NULL OR b.rank = :rank)
), part AS (
	-- the sites of each row; an event has its site's kind
	SELECT what, site_id, count(*) AS events,
	    sum(coalesce(form IN ('skip', 'no_resume'), 0)) AS eager_events,
	    min(coalesce(gb_id, kind)) AS kind
	FROM event
	GROUP BY what, site_id
)
SELECT p.what, sum(p.events) AS events, sum(p.eager_events) AS eager_events,
    count(*) AS sites, count(DISTINCT p.kind) AS kinds,
    CASE WHEN :by <> 'raised' AND :rank IS NULL THEN
	sum(coalesce(s.lost_restart_s, 0) + coalesce(s.lost_skip_s, 0))
	END AS lost_s
FROM part AS p
JOIN (SELECT site_id, lost_restart_s, lost_skip_s
    FROM sites WHERE run_id = :run) AS s ON s.site_id = p.site_id
GROUP BY p.what
ORDER BY events DESC, what;
