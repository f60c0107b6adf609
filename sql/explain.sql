-- name: explain
-- help: what is known of a kind of break, with how often this database has it
-- param: kind: the id (GB0059) or the whole kind line
-- columns: all of view break_kinds; runs, sites, events (in this database)
SELECT d.*, count(DISTINCT s.run_id) AS runs, count(s.site_id) AS sites,
    coalesce(sum(s.events), 0) AS events
FROM (SELECT * FROM break_kinds
	WHERE gb_id = :kind OR (gb_id IS NULL AND kind = :kind)
    UNION ALL
	SELECT NULL, :kind, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
	WHERE NOT EXISTS (SELECT 1 FROM break_kinds
	    WHERE gb_id = :kind OR (gb_id IS NULL AND kind = :kind))) AS d
LEFT JOIN sites AS s ON s.gb_id = d.gb_id
    OR (s.gb_id IS NULL AND d.gb_id IS NULL AND s.kind = d.kind);
