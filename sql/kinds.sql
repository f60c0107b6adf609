-- name: kinds
-- subset: common
-- help: impact of kinds of breaks over all runs: how many runs have it,
--   times its events; new ones first
-- param: by: a tag: new is what only runs of its newest value have; without
--   it, what only the newest run has
-- param: glob: only runs whose name matches
-- columns: is_new, gb_id, kind, runs, events, radius (runs times events),
--   sites, first_run (the name of the first run that has it), advice; handle
--   (of its first site there, with the run: 1:s3)
-- table: is_new, gb_id, kind, runs, events, radius, sites, first_run, handle
SELECT is_new, gb_id, kind, runs, events, runs * events AS radius, sites,
    first_run, advice, handle
FROM (
	SELECT kind_key, max(has_id) AS gb_id, min(kind_line) AS kind,
	    count(DISTINCT run_id) AS runs, sum(site_events) AS events,
	    count(DISTINCT kind_key || '
' || coalesce(key_file, '') || '
' || coalesce(key_function, '') || '
' || coalesce(key_source, text(site_line), '')) AS sites,
	    argmin(run_name, run_id) AS first_run,
	    argmin(text(run_id) || ':s' || text(site_id),
		run_id * 1000000 + site_id) AS handle,
	    CASE WHEN min(is_newest) = 1 AND min(has_older) = 1
		THEN 1 ELSE 0 END AS is_new
	FROM (
		SELECT run_id, site_id, gb_id AS has_id, kind AS kind_line,
		    events AS site_events, line AS site_line, kind_key,
		    key_file, key_function, key_source
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
	GROUP BY kind_key
) AS g LEFT JOIN (
	SELECT gb_id, advice FROM break_kinds WHERE gb_id IS NOT NULL
) AS d USING (gb_id)
ORDER BY is_new DESC, radius DESC, runs DESC, kind_key;
