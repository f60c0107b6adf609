-- name: known_breaks
-- question: Is this break already in an issue (the same source line)?
-- help: sites of a run with the other runs of this database that break at the
--   same source line, and a text to look for in an issue tracker
-- param: run: the run
-- columns: site_id, gb_id, kind, short_file, line, function, source, runs
--   (others that have it), first_run_id (of these; NULL: none), look_for
-- table: runs, first_run_id, look_for, short_file, line, function
SELECT site_id, gb_id, kind, short_file, line, function, source,
    coalesce(others, 0) AS runs, first_run_id,
    CASE WHEN source_key = '' THEN kind
	ELSE kind || ' ' || source_key END AS look_for
FROM (
	SELECT site_id, gb_id, kind, short_file, line, function, source,
	    events, coalesce(gb_id, kind) AS kind_key,
	    coalesce(short_file, '') AS file_key,
	    coalesce(function, '') AS function_key,
	    coalesce(source, '') AS source_key
	FROM sites WHERE run_id = :run
) AS s LEFT JOIN (
	SELECT coalesce(gb_id, kind) AS kind_key,
	    coalesce(short_file, '') AS file_key,
	    coalesce(function, '') AS function_key,
	    coalesce(source, '') AS source_key,
	    count(DISTINCT run_id) AS others, min(run_id) AS first_run_id
	FROM sites WHERE run_id <> :run
	GROUP BY coalesce(gb_id, kind), coalesce(short_file, ''),
	    coalesce(function, ''), coalesce(source, '')
) AS o USING (kind_key, file_key, function_key, source_key)
ORDER BY runs DESC, site_id;
