-- breaks.sql - break events, sites and what is derived of them.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check break-event-numbers: event_id of break_event counts from 1 without a
--   gap
SELECT run_id, count(*) AS rows, min(event_id) AS first, max(event_id) AS last
FROM break_event GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT event_id) <> count(*);

-- check breaks-compile: an event of a compile is of its rank and process
SELECT e.run_id, e.event_id, e.compile_no FROM break_event AS e
LEFT JOIN compile AS c ON c.run_id = e.run_id AND c.compile_no = e.compile_no
WHERE e.compile_no IS NOT NULL AND (c.compile_no IS NULL
	OR c.rank IS NOT e.rank OR c.process IS NOT e.process);

-- check breaks-words: evidence, form, hint_class, owner and place_from are
--   words of view breaks
SELECT run_id, event_id, evidence, form, hint_class, owner, place_from
FROM break_event
WHERE evidence NOT IN ('reason', 'restart', 'failure', 'console')
	OR form NOT IN ('resume', 'no_resume', 'skip', 'error')
	OR hint_class NOT IN ('USER_ERROR', 'DYNAMO_BUG', 'DIFFICULT',
	    'FUNDAMENTAL', 'SUPPORTABLE', 'CAUSED_BY_EARLIER_GRAPH_BREAK',
	    'INFERENCE_MODE', 'SPARSE_TENSOR', 'NONE')
	OR owner NOT IN ('user', 'library', 'stdlib', 'torch', 'generated')
	OR (library IS NOT NULL) <> coalesce(owner = 'library', 0)
	OR place_from NOT IN ('stack', 'header', 'resume', 'frame')
	OR notice NOT IN (0, 1);

-- check breaks-short-file: short_file is the end of file, and not empty
--   unless file is
SELECT e.run_id, e.event_id, e.short_file FROM break_event AS e
LEFT JOIN text AS t ON t.text_id = e.file_text
WHERE e.short_file IS NOT substr(t.body, 1 + length(t.body) -
	    length(e.short_file))
	OR (e.short_file = '') IS NOT (t.body = '');

-- check breaks-evidence: an event by a reason has its file, one by a restart
--   or a failure that row, and a twin is another file
WITH faces AS MATERIALIZED (
	SELECT run_id, event_id, 'restart' AS evidence FROM restart
	UNION SELECT run_id, event_id, 'failure' FROM failure
)
SELECT e.run_id, e.event_id, e.evidence FROM break_event AS e
LEFT JOIN artifact AS a ON a.run_id = e.run_id
	AND a.artifact_no = e.artifact_no
LEFT JOIN artifact AS t ON t.run_id = e.run_id
	AND t.artifact_no = e.twin_artifact_no
WHERE e.evidence = 'reason' AND a.kind IS NOT 'break_reason'
	OR e.artifact_no IS NOT NULL AND a.artifact_no IS NULL
	OR e.twin_artifact_no IS NOT NULL AND (t.kind IS NOT 'break_reason'
	    OR e.twin_artifact_no = e.artifact_no)
	OR e.evidence IN ('restart', 'failure') AND NOT EXISTS (
	    SELECT 1 FROM faces AS f WHERE f.run_id = e.run_id
		AND f.event_id = e.event_id AND f.evidence = e.evidence);

-- check hint-numbers: position of hint counts from 0 without a gap
SELECT run_id, event_id, count(*) AS rows, min(position) AS first, max(position) AS last
FROM hint GROUP BY run_id, event_id
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT position) <> count(*);

-- check stack-frame-numbers: depth of stack_frame counts from 0 without a
--   gap
SELECT run_id, event_id, count(*) AS rows, min(depth) AS first, max(depth) AS last
FROM stack_frame GROUP BY run_id, event_id
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT depth) <> count(*);

-- check hint-event: hints are of an event, in words of view hints
SELECT h.run_id, h.event_id, h.position FROM hint AS h
WHERE NOT EXISTS (SELECT 1 FROM break_event AS e
	WHERE e.run_id = h.run_id AND e.event_id = h.event_id)
	OR hint_class NOT IN ('USER_ERROR', 'DYNAMO_BUG', 'DIFFICULT',
	    'FUNDAMENTAL', 'SUPPORTABLE', 'CAUSED_BY_EARLIER_GRAPH_BREAK',
	    'INFERENCE_MODE', 'SPARSE_TENSOR', 'NONE');

-- check stack-frame-event: frames are of an event, their owner is a word of
--   view frames
SELECT f.run_id, f.event_id, f.depth FROM stack_frame AS f
WHERE NOT EXISTS (SELECT 1 FROM break_event AS e
	WHERE e.run_id = f.run_id AND e.event_id = f.event_id)
	OR owner NOT IN ('user', 'library', 'stdlib', 'torch', 'generated');

-- check site-numbers: site_id of site counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(site_id) AS first, max(site_id) AS last
FROM site GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT site_id) <> count(*);

-- check breaks-site: every event is of a site
SELECT e.run_id, e.event_id, e.site_id FROM break_event AS e
WHERE NOT EXISTS (SELECT 1 FROM site AS s
	WHERE s.run_id = e.run_id AND s.site_id = e.site_id);

-- check breaks-sites: the events of the sites are all events
SELECT run_id, of_sites, events FROM (
	SELECT r.run_id, (SELECT coalesce(sum(events), 0) FROM site AS s
	    WHERE s.run_id = r.run_id) AS of_sites, (SELECT count(*)
	    FROM break_event AS e WHERE e.run_id = r.run_id) AS events
	FROM run AS r)
WHERE of_sites <> events;

-- check site-events: events, compiles and first_event of a site are those of
--   its rows
WITH n AS MATERIALIZED (
	SELECT run_id, site_id, count(*) AS events, min(event_id) AS first_event,
	    count(DISTINCT compile_no) AS compiles
	FROM break_event GROUP BY run_id, site_id
)
SELECT s.run_id, s.site_id, s.events, n.events AS found FROM site AS s
LEFT JOIN n ON n.run_id = s.run_id AND n.site_id = s.site_id
WHERE s.events IS NOT n.events OR s.compiles IS NOT n.compiles
	OR s.first_event IS NOT n.first_event;

-- check site-frames: frames and max_compiles_per_frame of a site are those
--   of its compiles
WITH of_frame AS MATERIALIZED (
	SELECT e.run_id, e.site_id, count(DISTINCT e.compile_no) AS compiles
	FROM break_event AS e
	JOIN compile AS c ON c.run_id = e.run_id AND c.compile_no = e.compile_no
	GROUP BY e.run_id, e.site_id, c.rank, c.process,
	    c.compiled_autograd_id, c.frame_id, c.instance
), n AS MATERIALIZED (
	SELECT run_id, site_id, count(*) AS frames, max(compiles) AS most
	FROM of_frame GROUP BY run_id, site_id
)
SELECT s.run_id, s.site_id, s.frames, n.frames AS found FROM site AS s
LEFT JOIN n ON n.run_id = s.run_id AND n.site_id = s.site_id
WHERE s.frames <> coalesce(n.frames, 0)
	OR s.max_compiles_per_frame <> coalesce(n.most, 0)
	OR s.eager_frames NOT BETWEEN 0 AND s.compiles;

-- check site-forms: forms of a site are those of its events
WITH n AS MATERIALIZED (
	SELECT run_id, site_id, form, count(*) AS events FROM break_event
	WHERE form IS NOT NULL GROUP BY run_id, site_id, form
)
SELECT run_id, site_id, forms FROM site WHERE NOT json_valid(forms)
UNION ALL
SELECT n.run_id, n.site_id, s.forms FROM n
JOIN site AS s ON s.run_id = n.run_id AND s.site_id = n.site_id
WHERE iif(json_valid(s.forms), s.forms ->> n.form, n.events) IS NOT n.events;

-- check site-seconds: compile_s of a site is that of its compiles; what
--   sites lost is not more than what the run lost
WITH of_site AS MATERIALIZED (
	SELECT DISTINCT run_id, site_id, compile_no FROM break_event
), n AS MATERIALIZED (
	SELECT o.run_id, o.site_id, sum(c.entire_frame_s) AS compile_s
	FROM of_site AS o
	JOIN compile AS c ON c.run_id = o.run_id AND c.compile_no = o.compile_no
	GROUP BY o.run_id, o.site_id
)
SELECT s.run_id, s.site_id, s.compile_s, n.compile_s AS found FROM site AS s
LEFT JOIN n ON n.run_id = s.run_id AND n.site_id = s.site_id
WHERE abs(s.compile_s - coalesce(n.compile_s, 0)) > 1e-6 * (1 + s.compile_s)
UNION ALL
SELECT run_id, NULL, lost, found FROM (
	SELECT r.run_id, coalesce(lost_restart_s, 0) + coalesce(lost_skip_s, 0)
	    AS lost, (SELECT total(lost_restart_s) + total(lost_skip_s)
		FROM site AS s WHERE s.run_id = r.run_id) AS found
	FROM run AS r)
WHERE found > lost + 1e-6 * (1 + lost);

-- check site-first-compile: first_compile_id of a site is that of its first
--   event that has a compile
WITH n AS MATERIALIZED (
	SELECT run_id, site_id, min(event_id), compile_no FROM break_event
	WHERE compile_no IS NOT NULL GROUP BY run_id, site_id
)
SELECT s.run_id, s.site_id, s.first_compile_id FROM site AS s
LEFT JOIN n ON n.run_id = s.run_id AND n.site_id = s.site_id
LEFT JOIN compile AS c ON c.run_id = n.run_id AND c.compile_no = n.compile_no
WHERE s.compiles > 0 AND c.compile_id IS NOT s.first_compile_id;

-- check site-values: ranks of a site is a JSON array, marks are 0 or 1,
--   counts not below 0
SELECT run_id, site_id, ranks, first_call_only, cascade_events FROM site
WHERE ranks IS NOT NULL AND NOT json_valid(ranks)
	OR first_call_only NOT IN (0, 1) OR cascade_events < 0;

-- check site-key: every site has one match key
SELECT run_id, site_id FROM site AS s
WHERE NOT EXISTS (SELECT 1 FROM site_key AS k
	WHERE k.run_id = s.run_id AND k.site_id = s.site_id)
UNION ALL
SELECT run_id, site_id FROM site_key AS k
WHERE version < 1 OR own NOT IN (0, 1) OR NOT EXISTS (SELECT 1 FROM site AS s
	WHERE s.run_id = k.run_id AND s.site_id = k.site_id);

-- check site-follower: a site follows another one that follows none
SELECT f.run_id, f.site_id, f.leader_id, f.why FROM site_follower AS f
WHERE f.why NOT IN ('inlined', 'one_change', 'first_call')
	OR NOT EXISTS (SELECT 1 FROM site AS s
	    WHERE s.run_id = f.run_id AND s.site_id = f.site_id)
	OR NOT EXISTS (SELECT 1 FROM site AS s
	    WHERE s.run_id = f.run_id AND s.site_id = f.leader_id)
	OR EXISTS (SELECT 1 FROM site_follower AS g
	    WHERE g.run_id = f.run_id AND g.site_id = f.leader_id);

-- check compile-below: only recompiles, or compiles at the limit, are below
--   a site
SELECT b.run_id, b.compile_no, b.site_id FROM compile_below AS b
LEFT JOIN compile AS c ON c.run_id = b.run_id AND c.compile_no = b.compile_no
WHERE coalesce(c.recompiles, 0) + coalesce(c.limit_hit, 0) = 0
	OR b.resumes NOT IN (0, 1)
	OR NOT EXISTS (SELECT 1 FROM site AS s
	    WHERE s.run_id = b.run_id AND s.site_id = b.site_id);

-- check triage-positions: items of triage count from 1 without a gap; 0 is
--   what makes counts doubtful
SELECT run_id, count(*) AS rows, max(position) AS last FROM triage_item
WHERE position > 0 GROUP BY run_id
HAVING last <> count(*) OR count(DISTINCT position) <> count(*)
UNION ALL
SELECT run_id, position, NULL FROM triage_item
WHERE position < 0 OR (position = 0) <> (item = 'run');

-- check triage-words: items and verdicts are words of view triage, and each
--   item names its row
SELECT run_id, position, item, verdict FROM triage_item
WHERE item NOT IN ('site', 'cause', 'failure', 'run')
	OR coalesce(verdict, 'fix') NOT IN ('fix', 'vanishes', 'stays')
	OR (verdict IS NULL) <> (item = 'run')
	OR (site_id IS NOT NULL) <> (item = 'site')
	OR cause_id IS NOT NULL AND item <> 'cause'
	OR (failure_id IS NOT NULL) <> (item = 'failure');

-- check triage-rows: sites, causes, failures and compiles of triage exist,
--   each site once
SELECT t.run_id, t.position, t.item FROM triage_item AS t
WHERE t.site_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM site AS s
	WHERE s.run_id = t.run_id AND s.site_id = t.site_id)
	OR t.cause_id IS NOT NULL AND NOT EXISTS (
	    SELECT 1 FROM recompile_cause AS c
	    WHERE c.run_id = t.run_id AND c.cause_id = t.cause_id)
	OR t.failure_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM failure AS f
	    WHERE f.run_id = t.run_id AND f.failure_no = t.failure_id)
	OR t.compile_no IS NOT NULL AND NOT EXISTS (SELECT 1 FROM compile AS c
	    WHERE c.run_id = t.run_id AND c.compile_no = t.compile_no)
UNION ALL
SELECT run_id, sites, items FROM (
	SELECT r.run_id, (SELECT count(*) FROM site AS s
	    WHERE s.run_id = r.run_id) AS sites, (SELECT count(site_id)
	    FROM triage_item AS t WHERE t.run_id = r.run_id) AS items
	FROM run AS r)
WHERE sites <> items;

-- check triage-leader: what vanishes with an item stands behind it
SELECT t.run_id, t.position, t.leader FROM triage_item AS t
WHERE t.leader >= t.position OR t.leader < 1
	OR t.verdict = 'vanishes' AND t.leader IS NULL;
