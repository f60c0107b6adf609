-- name: kinds_sites
-- subset: common
-- help: impact of sites over all runs: which line breaks the most
--   models; new ones first
-- param: by: a tag: new is what only runs of its newest value have; without
--   it, what only the newest run has
-- param: glob: only runs whose name matches
-- columns: is_new, gb_id, kind, file, line (of the first run), function,
--   source, runs, events, radius (runs times events), first_run; handle
--   (of the first, with the run: 1:s3)
-- table: handle, is_new, gb_id, runs, events, radius, file, line, function,
--   source
SELECT is_new, gb_id, kind, key_file AS file, line, key_function AS function,
    source, runs, events, runs * events AS radius, first_run, handle
FROM (
	SELECT kind_key, key_file, key_function, key_text,
	    max(has_id) AS gb_id, min(kind_line) AS kind,
	    min(site_line) AS line, min(site_source) AS source,
	    count(DISTINCT run_id) AS runs, sum(site_events) AS events,
	    argmin(run_name, run_id) AS first_run,
	    argmin(text(run_id) || ':s' || text(site_id),
		run_id * 1000000 + site_id) AS handle,
	    CASE WHEN min(is_newest) = 1 AND min(has_older) = 1
		THEN 1 ELSE 0 END AS is_new
	FROM (
		SELECT run_id, site_id, gb_id AS has_id, kind AS kind_line,
		    events AS site_events, line AS site_line,
		    source AS site_source, kind_key, key_file, key_function,
		    coalesce('s' || key_source, 'l' || text(line), '') AS key_text
		FROM sites AS s JOIN (
			SELECT run_id, site_id, kind AS kind_key,
			    file AS key_file, function AS key_function,
			    source AS key_source
			FROM site_keys
		) AS k USING (run_id, site_id)
	) AS f JOIN (
		SELECT run_id, name AS run_name,
		    CASE WHEN run_part = newest_part THEN 1 ELSE 0 END
			AS is_newest,
		    CASE WHEN part_count > 1 THEN 1 ELSE 0 END AS has_older
		FROM (
			SELECT run_id, name, 1 AS one,
			    CASE WHEN :by IS NULL THEN text(run_id)
				ELSE text(tag_value) END AS run_part
			FROM runs AS r LEFT JOIN (
				SELECT run_id, value AS tag_value FROM tags
				WHERE key = :by
			) AS t USING (run_id)
			WHERE (:by IS NULL OR tag_value IS NOT NULL)
			    AND (:glob IS NULL OR name_glob(name, :glob))
		) AS p JOIN (
			SELECT 1 AS one, count(DISTINCT part) AS part_count,
			    argmax(part, run_id) AS newest_part
			FROM (
				SELECT run_id, CASE WHEN :by IS NULL THEN text(run_id)
					ELSE text(tag_value) END AS part
				FROM runs AS r LEFT JOIN (
					SELECT run_id, value AS tag_value
					FROM tags WHERE key = :by
				) AS t USING (run_id)
				WHERE (:by IS NULL OR tag_value IS NOT NULL)
				    AND (:glob IS NULL
					OR name_glob(name, :glob))
			) AS a
		) AS n USING (one)
	) AS r USING (run_id)
	GROUP BY kind_key, key_file, key_function, key_text
) AS g
ORDER BY is_new DESC, radius DESC, runs DESC, coalesce(key_file, ''),
    coalesce(line, -1), kind_key, coalesce(key_function, ''), key_text;
