-- name: kinds_sites
-- help: blast radius of sites over all runs: which line breaks the most
--   models; new ones first
-- param: by: a tag: new is what only runs of its newest value have; without
--   it, what only the newest run has
-- param: glob: only runs whose name matches
-- columns: is_new, gb_id, kind, file, line (of the first run), function,
--   source, runs, events, radius (runs times events), first_run
-- table: is_new, gb_id, runs, events, radius, file, line, function, source
WITH run AS (
	SELECT r.run_id, r.name,
	    CASE WHEN :by IS NULL THEN r.run_id ELSE t.value END AS value
	FROM runs AS r
	LEFT JOIN tags AS t ON t.run_id = r.run_id AND t.key = :by
	WHERE (:by IS NULL OR t.value IS NOT NULL)
	    AND (:glob IS NULL OR r.name GLOB :glob)
), newest AS (
	SELECT value FROM run ORDER BY run_id DESC LIMIT 1
), found AS (
	SELECT s.run_id, k.kind AS key, s.gb_id, s.kind, k.file, s.line,
	    k.function, s.source, s.events, run.value, k.source AS text
	FROM run
	JOIN sites AS s ON s.run_id = run.run_id
	JOIN site_keys AS k ON k.run_id = s.run_id AND k.site_id = s.site_id
), grouped AS (
	SELECT key, min(value = (SELECT value FROM newest)) AND
		(SELECT count(DISTINCT value) FROM run) > 1 AS is_new,
	    max(gb_id) AS gb_id, min(kind) AS kind, file, min(line) AS line,
	    function, min(source) AS source, count(DISTINCT run_id) AS runs,
	    sum(events) AS events, min(run_id) AS first_id
	FROM found
	GROUP BY key, file, function, coalesce(text, line)
)
SELECT is_new, gb_id, kind, file, line, function, source, runs, events,
    runs * events AS radius,
    (SELECT name FROM run WHERE run.run_id = first_id) AS first_run
FROM grouped
ORDER BY is_new DESC, radius DESC, runs DESC, file, line, key;
