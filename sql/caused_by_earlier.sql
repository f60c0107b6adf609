-- name: caused_by_earlier
-- question: Which breaks are caused by an earlier break and may vanish?
-- help: sites of a run that most likely go when another one is mended, told
--   from call stacks (triage says why), or that torch's hint calls caused by an
--   earlier graph break
-- param: run: the run
-- columns: run_id, site_id, gb_id, kind, detail, short_file, line, function,
--   events, eager_frames, vanishes_with (position in gbq triage; NULL: only
--   the hint says it), because, hinted (1: torch's hint says it)
-- table: vanishes_with, because, hinted, events, gb_id, kind, short_file, line,
--   function
SELECT run_id, site_id, gb_id, kind, detail, short_file, line, function,
    events, eager_frames, vanishes_with, because, coalesce(hinted, 0) AS hinted
FROM (
	SELECT run_id, site_id, gb_id, kind, detail, short_file, line,
	    function, events, eager_frames, vanishes_with, because
	FROM (
		SELECT run_id, site_id, gb_id, kind, detail, short_file, line,
		    function, events, eager_frames
		FROM sites WHERE run_id = :run
	) AS s LEFT JOIN (
		SELECT run_id, site_id, leader AS vanishes_with, because
		FROM triage
		WHERE run_id = :run AND item = 'site' AND verdict = 'vanishes'
	) AS t USING (run_id, site_id)
) AS a LEFT JOIN (
	SELECT run_id, site_id, max(1) AS hinted
	FROM (
		SELECT run_id, event_id, site_id
		FROM breaks WHERE run_id = :run
	) AS b JOIN (
		SELECT run_id, event_id
		FROM hints
		WHERE run_id = :run
		    AND hint_class = 'CAUSED_BY_EARLIER_GRAPH_BREAK'
	) AS h USING (run_id, event_id)
	GROUP BY run_id, site_id
) AS c USING (run_id, site_id)
WHERE vanishes_with IS NOT NULL OR hinted = 1
ORDER BY coalesce(vanishes_with, 0), events DESC, site_id;
