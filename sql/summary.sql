-- name: summary
-- help: all counts of a run in one row
-- param: run: the run
-- columns: all of view runs; own_events and own_sites (in your own code);
--   eager_events (form skip or no_resume); forms, statuses, tlparse_statuses,
--   failure_categories (those other than breaks), severities (JSON objects of
--   counts); limit_hits; largest_graph_ops; backend_s; inductor_s;
--   page_rows (restart_rows + failure_rows); reason_texts (those with the line
--   "Graph break in user code")
WITH event AS (
	SELECT e.event_id, e.site_id, e.form, e.evidence, e.notice,
	    e.owner = 'user' OR (e.owner IN ('torch', 'stdlib') AND EXISTS (
		SELECT 1 FROM frames AS f
		WHERE f.run_id = e.run_id AND f.event_id = e.event_id
		    AND f.file = e.via_file AND f.line IS e.via_line
		    AND f.owner = 'user')) AS own
	FROM breaks AS e
	WHERE e.run_id = :run
), compile AS (
	SELECT * FROM compiles WHERE run_id = :run
)
SELECT r.*,
    CASE WHEN r.break_events IS NOT NULL
	THEN (SELECT count(*) FROM event WHERE own) END AS own_events,
    CASE WHEN r.break_events IS NOT NULL
	THEN (SELECT count(DISTINCT site_id) FROM event WHERE own) END
	AS own_sites,
    (SELECT count(*) FROM event WHERE form IN ('skip', 'no_resume'))
	AS eager_events,
    (SELECT json_group_object(form, n) FROM (
	SELECT coalesce(form, 'unknown') AS form, count(*) AS n
	FROM event GROUP BY 1 ORDER BY 1)) AS forms,
    (SELECT json_group_object(status, n) FROM (
	SELECT status, count(*) AS n
	FROM compile GROUP BY 1 ORDER BY 1)) AS statuses,
    (SELECT json_group_object(status, n) FROM (
	SELECT tlparse_status AS status, count(*) AS n
	FROM compile WHERE tlparse_status IS NOT NULL
	GROUP BY 1 ORDER BY 1)) AS tlparse_statuses,
    (SELECT json_group_object(category, n) FROM (
	SELECT category, count(*) AS n FROM failures
	WHERE run_id = :run AND event_id IS NULL
	GROUP BY 1 ORDER BY 1)) AS failure_categories,
    (SELECT json_group_object(severity, n) FROM (
	SELECT severity, count(*) AS n FROM problems
	WHERE run_id = :run GROUP BY 1 ORDER BY 1)) AS severities,
    (SELECT iif(r.recompiles IS NULL, NULL, CAST(total(limit_hit) AS INTEGER))
	FROM compile) AS limit_hits,
    (SELECT max(graph_ops) FROM compile) AS largest_graph_ops,
    (SELECT sum(backend_s) FROM compile) AS backend_s,
    (SELECT sum(inductor_s) FROM compile) AS inductor_s,
    r.restart_rows + r.failure_rows AS page_rows,
    (SELECT count(*) FROM event WHERE evidence = 'reason' AND NOT notice)
	AS reason_texts
FROM runs AS r
WHERE r.run_id = :run;
