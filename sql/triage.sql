-- name: triage
-- help: what to fix first: the work list of a run, most expensive first, with
--   place and advice. Position 0: what makes the counts of the run doubtful
-- others: runs of the same name, where a site went away
-- param: run: the run
-- param: own: 1: only items in own code
-- columns: all of view triage; gb_id, kind, detail, forms, compiles,
--   first_call_only, ranks, lost_restart_s, lost_skip_s (of a site); file,
--   short_file, line, function, source, via_*, own_* (place of a site,
--   function of a cause, place of a failure); first_event_id; category (of a
--   failure; recompile_limit of a function at the limit); guard_class,
--   root_source, guard_values, guard (of a cause, as in recompile_causes); hint (what torch
--   says), hint_class, flag, advice (the guide's), doc_url; seen_base, seen_new
--   (names of two runs of one name, and seen_base_id, seen_new_id: the site
--   went away between them)
-- table: handle, verdict, leader_handle, text, lost_s, eager_frames, events,
--   recompiles, own, file, line, function
WITH item AS MATERIALIZED (
	SELECT * FROM triage
	WHERE run_id = :run AND (:own IS NULL OR own = 1 OR item = 'run')
), pair AS MATERIALIZED (
	-- runs of one name that follow each other
	SELECT run_id AS new_id, name, (SELECT max(o.run_id) FROM runs AS o
	    WHERE o.name = r.name AND o.run_id < r.run_id) AS base_id
	FROM runs AS r
	WHERE r.complete = 1 AND r.graphs > 0
	ORDER BY run_id DESC LIMIT 200
), gone AS (
	SELECT i.site_id, max(p.new_id) AS new_id, p.base_id, p.name
	FROM item AS i
	JOIN site_keys AS k ON k.run_id = :run AND k.site_id = i.site_id
	JOIN pair AS p ON p.base_id IS NOT NULL
	JOIN site_keys AS b ON b.run_id = p.base_id AND b.kind = k.kind
	    AND b.file IS k.file AND b.function IS k.function
	    AND b.source IS k.source
	WHERE NOT EXISTS (SELECT 1 FROM site_keys AS n
	    WHERE n.run_id = p.new_id AND n.kind = k.kind AND n.file IS k.file
		AND n.function IS k.function AND n.source IS k.source)
	GROUP BY i.site_id
), first_guard AS MATERIALIZED (
	SELECT CAST(cause_id AS INTEGER) AS cause_id, guard FROM (
	    SELECT cause_id, guard, row_number() OVER (PARTITION BY cause_id
		ORDER BY compile_no, position) AS place
	    FROM guard_failures
	    WHERE run_id = :run AND cause_id IS NOT NULL)
	WHERE place = 1
), cause AS MATERIALIZED (
	SELECT CAST(u.cause_id AS INTEGER) AS cause_id, u.guard_class,
	    u.root_source, u.guard_values, g.guard
	FROM recompile_causes AS u
	LEFT JOIN first_guard AS g ON g.cause_id = u.cause_id
	WHERE u.run_id = :run
), known AS MATERIALIZED (
	SELECT coalesce(gb_id, kind) AS known_by, advice, doc_url
	FROM break_kinds
)
SELECT i.*, s.gb_id, s.kind, s.detail, s.forms, s.compiles, s.first_call_only,
    s.ranks, s.lost_restart_s, s.lost_skip_s,
    coalesce(s.file, c.file, f.file) AS file, s.short_file,
    coalesce(s.line, c.line, f.line) AS line,
    coalesce(s.function, c.function, f.function) AS function, s.source,
    s.via_file, s.via_line, s.via_function, s.via_source,
    coalesce(s.own_file, f.own_file) AS own_file,
    coalesce(s.own_line, f.own_line) AS own_line, s.own_function,
    s.own_source, s.first_event_id,
    CASE WHEN i.item = 'cause' AND i.eager_frames > 0 THEN 'recompile_limit'
	ELSE f.category END AS category,
    u.guard_class, u.root_source, u.guard_values, u.guard,
    (SELECT hint FROM hints AS h
	WHERE h.run_id = i.run_id AND h.event_id = s.first_event_id
	    AND h.hint_class = 'NONE' ORDER BY h.position LIMIT 1) AS hint,
    nullif(s.hint_class, 'NONE') AS hint_class, s.flag, d.advice, d.doc_url,
    g.name AS seen_base, g.name AS seen_new, g.base_id AS seen_base_id,
    g.new_id AS seen_new_id
FROM item AS i
-- only of the run: else SQLite makes the view for all runs
LEFT JOIN (SELECT * FROM sites WHERE run_id = :run) AS s
    ON s.site_id = i.site_id
LEFT JOIN compiles AS c
    ON c.run_id = i.run_id AND c.compile_no = i.compile_no
LEFT JOIN failures AS f
    ON f.run_id = i.run_id AND f.failure_id = i.failure_id
LEFT JOIN cause AS u ON u.cause_id = i.cause_id
LEFT JOIN known AS d ON d.known_by = coalesce(s.gb_id, s.kind)
LEFT JOIN gone AS g ON g.site_id = i.site_id
ORDER BY i.position, i.text;
