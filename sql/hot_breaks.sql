-- name: hot_breaks
-- question: Which breaks sit in the hot forward and which in set-up code?
-- help: sites of a run by where they break. loop: in a loop, so that the whole
--   frame runs eager; forward: below a function forward; first call: its
--   frames were compiled again without it; other: none of these
-- param: run: the run
-- columns: run_id, place (loop, forward, first call, other), site_id, gb_id,
--   kind, detail, events, compiles, eager_frames, short_file, line, function,
--   source
-- table: place, events, eager_frames, gb_id, kind, short_file, line, function,
--   source
SELECT run_id, CASE WHEN first_call_only = 1 THEN 'first call'
	WHEN in_loop = 1 THEN 'loop'
	WHEN in_forward = 1 THEN 'forward' ELSE 'other' END AS place,
    site_id, gb_id, kind, detail, events, compiles, eager_frames, short_file,
    line, function, source
FROM (
	SELECT run_id, site_id, gb_id, kind, detail, events, compiles,
	    eager_frames, short_file, line, function, source, first_call_only
	FROM sites WHERE run_id = :run
) AS s LEFT JOIN (
	SELECT run_id, site_id, max(is_loop) AS in_loop,
	    max(CASE WHEN is_forward = 1 OR at_forward = 1 THEN 1 ELSE 0
		END) AS in_forward
	FROM (
		SELECT run_id, event_id, site_id, CASE
		    WHEN function = 'forward' THEN 1 ELSE 0 END AS at_forward,
		    CASE
		    WHEN consequence_gb_id = 'GB7000' OR gb_id = 'GB7000'
		    THEN 1 ELSE 0 END AS is_loop
		FROM breaks WHERE run_id = :run
	) AS b LEFT JOIN (
		SELECT run_id, event_id, max(CASE WHEN function = 'forward'
		    OR function LIKE 'forward_%'
		    THEN 1 ELSE 0 END) AS is_forward
		FROM frames WHERE run_id = :run AND owner <> 'torch'
		GROUP BY run_id, event_id
	) AS f USING (run_id, event_id)
	GROUP BY run_id, site_id
) AS p USING (run_id, site_id)
ORDER BY CASE WHEN first_call_only = 1 THEN 3 WHEN in_loop = 1 THEN 1
	WHEN in_forward = 1 THEN 2 ELSE 4 END,
    eager_frames DESC, events DESC, site_id;
