-- name: breaks_by_own
-- help: a run's breaks by the line of own code that leads to them: my line,
--   then the lines that broke below it
-- param: run: the run
-- param: own: 1: only events in own code
-- param: rank: only of this rank
-- columns: own_file, own_line, own_function, own_source (the innermost own
--   frame, else the innermost own line above it; NULL: none),
--   own_events (of all lines below it), events, eager_events, gb_id, kind,
--   detail, file, short_file, line, function, source (that broke);
--   handle (of its first site)
WITH event AS (
	SELECT b.*, coalesce(b.own_file, b.caller_file, f.file) AS mine_file,
	    CASE WHEN b.own_file IS NOT NULL THEN b.own_line
		WHEN b.caller_file IS NOT NULL THEN b.caller_line
		ELSE f.line END AS mine_line,
	    CASE WHEN b.own_file IS NOT NULL THEN b.own_function
		WHEN b.caller_file IS NOT NULL THEN b.caller_function
		ELSE f.function END AS mine_function
	FROM breaks AS b
	JOIN site_keys AS k ON k.run_id = b.run_id AND k.site_id = b.site_id
	LEFT JOIN frames AS f ON f.run_id = b.run_id
	    AND f.event_id = b.event_id AND f.depth = (SELECT max(depth)
		FROM frames AS o WHERE o.run_id = b.run_id
		    AND o.event_id = b.event_id AND o.owner = 'user')
	WHERE b.run_id = :run AND (:own IS NULL OR k.own = 1)
	    AND (:rank IS NULL OR b.rank = :rank)
), line_of AS (
	SELECT mine_file AS own_file, mine_line AS own_line,
	    mine_function AS own_function, max(own_source) AS own_source,
	    count(*) AS events,
	    sum(coalesce(form IN ('skip', 'no_resume'), 0)) AS eager_events,
	    gb_id, kind, min(detail) AS detail, file, short_file, line,
	    function, min(source) AS source,
	    's' || text(min(site_id)) AS handle
	FROM event
	GROUP BY mine_file, mine_line, mine_function, coalesce(gb_id, kind),
	    file, line, function
)
SELECT own_file, own_line, own_function, own_source,
    sum(events) OVER (PARTITION BY own_file, own_line, own_function)
	AS own_events,
    events, eager_events, gb_id, kind, detail, file, short_file, line,
    function, source, handle
FROM line_of
ORDER BY own_events DESC, own_file, own_line, own_function, events DESC, file,
    line, kind;
