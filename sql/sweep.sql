-- name: sweep
-- subset: common
-- help: one row per run: how each model of a sweep fared
-- param: by: a tag whose value is shown and by which the rows are ordered
-- param: glob: only runs whose name matches
-- columns: by (value of the tag), name, run_id, status (incomplete, unknown:
--   no break and not known to be whole, failed: failures and nothing captured,
--   empty: nothing captured, failures, breaks, ok), break_sites, break_events, resume, no_resume, skip, error
--   (events by form), failures, recompiles, graphs, graph_ops, compile_s,
--   counts_are
-- table: by, name, status, break_sites, break_events, resume, no_resume, skip,
--   error, failures, recompiles, graphs, graph_ops, compile_s
-- tag: by
SELECT tag_value AS "by", name, run_id,
    CASE WHEN complete = 0 OR coalesce(unread, 0) > 0 THEN 'incomplete'
	WHEN break_events IS NULL THEN 'unknown'
	WHEN graph_ops = 0 AND failures > 0 THEN 'failed'
	WHEN graph_ops = 0 AND compiles > 0 THEN 'empty'
	WHEN failures > 0 THEN 'failures'
	WHEN break_events > 0 THEN 'breaks'
	WHEN complete IS NULL OR failures IS NULL THEN 'unknown'
	ELSE 'ok' END AS status,
    break_sites, break_events,
    CASE WHEN break_events IS NOT NULL THEN coalesce(resume_events, 0) END
	AS resume,
    CASE WHEN break_events IS NOT NULL THEN coalesce(no_resume_events, 0) END
	AS no_resume,
    CASE WHEN break_events IS NOT NULL THEN coalesce(skip_events, 0) END
	AS skip,
    CASE WHEN break_events IS NOT NULL THEN coalesce(error_events, 0) END
	AS error,
    failures, recompiles, graphs, graph_ops, compile_s, counts_are
FROM (
	SELECT run_id, name, complete, unread,
	    break_events, break_sites, failures, recompiles, graphs,
	    graph_ops, compile_s, compiles, counts_are, tag_value
	FROM runs AS r LEFT JOIN (
		SELECT run_id, value AS tag_value FROM tags
		WHERE key = :by
	) AS t USING (run_id)
	WHERE :glob IS NULL OR name_glob(name, :glob)
) AS a LEFT JOIN (
	SELECT run_id,
	    sum(CASE WHEN form = 'resume' THEN 1 ELSE 0 END) AS resume_events,
	    sum(CASE WHEN form = 'no_resume' THEN 1 ELSE 0 END)
		AS no_resume_events,
	    sum(CASE WHEN form = 'skip' THEN 1 ELSE 0 END) AS skip_events,
	    sum(CASE WHEN form = 'error' THEN 1 ELSE 0 END) AS error_events
	FROM breaks
	GROUP BY run_id
) AS b USING (run_id)
ORDER BY CASE WHEN tag_value IS NULL THEN 0 ELSE 1 END,
    number(tag_value) NULLS LAST, coalesce(tag_value, ''), name, run_id;
