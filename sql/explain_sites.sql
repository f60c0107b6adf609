-- name: explain_sites
-- help: where a kind of break occurs: its places over all runs, those of most
--   runs first
-- param: kind: the id (GB0059) or the whole kind line
-- columns: file, line (of the first run), function, source, runs, events,
--   first_run (the name of the first run that has it), handle (of the site
--   there, with the run: 1:s3)
WITH found AS (
	SELECT s.run_id, s.site_id, k.file, k.function, k.source AS text, s.line, s.source,
	    s.events
	FROM sites AS s
	JOIN site_keys AS k ON k.run_id = s.run_id AND k.site_id = s.site_id
	WHERE s.gb_id = :kind OR (s.gb_id IS NULL AND s.kind = :kind)
)
SELECT file, line, function, source, runs, events,
    (SELECT name FROM runs AS r WHERE r.run_id = first / 1000000)
	AS first_run, (first / 1000000) || ':s' || (first % 1000000) AS handle
FROM (SELECT file, min(line) AS line, function, min(source) AS source,
	count(DISTINCT run_id) AS runs, sum(events) AS events,
	min(run_id * 1000000 + site_id) AS first
    FROM found
    GROUP BY file, function, coalesce(text, line))
ORDER BY runs DESC, events DESC, file, line;
