-- name: caused_by_earlier
-- question: Which breaks are caused by an earlier break and may vanish?
-- help: sites of a run that most likely go when another one is fixed, told
--   from call stacks (triage says why), or that torch's hint calls caused by an
--   earlier graph break
-- param: run: the run
-- columns: run_id, site_id, gb_id, kind, detail, short_file, line, function,
--   events, eager_frames, vanishes_with (position in gbq triage; NULL: only
--   the hint says it), because, hinted (1: torch's hint says it)
-- table: vanishes_with, because, hinted, events, gb_id, kind, short_file, line,
--   function
SELECT run_id, site_id, gb_id, kind, detail, short_file, line, function,
    events, eager_frames, vanishes_with, because, hinted
FROM (
	SELECT run_id, site_id, max(leader) AS vanishes_with,
	    max(why) AS because, max(of_hint) AS hinted
	FROM (
		SELECT run_id, site_id, leader, because AS why, 0 AS of_hint
		FROM triage
		WHERE run_id = :run AND item = 'site' AND verdict = 'vanishes'
		UNION ALL
		SELECT run_id, site_id, NULL AS leader, NULL AS why,
		    1 AS of_hint
		FROM (
			SELECT run_id, event_id, site_id
			FROM breaks WHERE run_id = :run
		) AS b JOIN (
			SELECT run_id, event_id
			FROM hints
			WHERE run_id = :run
			    AND hint_class = 'CAUSED_BY_EARLIER_GRAPH_BREAK'
		) AS h USING (run_id, event_id)
	) AS u
	GROUP BY run_id, site_id
) AS e JOIN (
	SELECT run_id, site_id, gb_id, kind, detail, short_file, line,
	    function, events, eager_frames
	FROM sites WHERE run_id = :run
) AS s USING (run_id, site_id)
ORDER BY coalesce(vanishes_with, 0), events DESC, site_id;
