-- Fills "triage_item" for the run ?1, when its rows are stored: the items, what is
-- to be done about each, and their order. View triage documents the columns.
--
-- why of a site that follows another comes from src/ingest/join_followers.c.
-- core: a function forward runs eager since it broke, at every step, while the
-- seconds of compiling are lost once: it comes before other eager frames.
-- class: 0 stops or degrades everything, 1 to be fixed, 2 can wait. An item
-- that vanishes with another stands behind that one.
INSERT INTO triage_item (run_id, position, item, verdict, because, text, leader,
	lost_s, eager_frames, events, recompiles, recompile_s, frees_sites,
	frees_events, frees_recompiles, cascade_events, own, ease, site_id, cause_id, failure_id, compile_no)
WITH run_s AS MATERIALIZED (
	SELECT total(entire_frame_s) AS compile_s FROM compile WHERE run_id = ?1
), core_site AS MATERIALIZED (
	-- without likely() SQLite expects so few rows, here and below, that it
	-- reads all of them for each row that they are joined to
	SELECT DISTINCT b.site_id
	FROM break_event AS b
	JOIN compile AS c ON c.run_id = ?1 AND c.compile_no = b.compile_no
	JOIN text AS t ON t.text_id = c.function_text
	WHERE b.run_id = ?1 AND likely(b.form IN ('skip', 'no_resume'))
	    AND likely(t.body = 'forward')
), site_fact AS MATERIALIZED (
	SELECT s.site_id, f.leader_id, f.why, s.first_call_only,
	    coalesce(s.lost_restart_s, 0) + coalesce(s.lost_skip_s, 0) AS lost_s,
	    s.eager_frames, s.events, s.cascade_events, k.own, d.ease, e.gb_id,
	    e.owner, e.file_text, e.line, e.function_text,
	    o.site_id IS NOT NULL AS core,
	    (SELECT body FROM text WHERE text_id = e.kind_text) AS kind,
	    (SELECT body FROM text WHERE text_id = e.detail_text) AS detail
	FROM site AS s
	JOIN break_event AS e
	    ON e.run_id = s.run_id AND e.event_id = s.first_event
	LEFT JOIN site_key AS k
	    ON k.run_id = s.run_id AND k.site_id = s.site_id
	LEFT JOIN kind AS d ON d.gb_id = coalesce(e.gb_id, (SELECT body
	    FROM text WHERE text_id = e.kind_text))
	LEFT JOIN site_follower AS f
	    ON f.run_id = s.run_id AND f.site_id = s.site_id
	LEFT JOIN core_site AS o ON o.site_id = s.site_id
	WHERE s.run_id = ?1
), site_item AS (
	SELECT s.*, CASE
	    WHEN why IN ('inlined', 'one_change') THEN 'vanishes'
	    WHEN first_call_only = 1 OR why = 'first_call' THEN 'stays'
	    WHEN gb_id = 'GB0025' AND owner <> 'user' THEN 'stays'
	    WHEN eager_frames = 0 AND (owner = 'torch' OR owner = 'stdlib'
		    AND (own = 0 OR detail GLOB 'torch.*'))
		AND lost_s < 0.05 * compile_s THEN 'stays'
	    WHEN eager_frames = 0 AND owner = 'library'
		AND lost_s < 0.01 * compile_s THEN 'stays'
	    ELSE 'fix' END AS verdict
	FROM site_fact AS s, run_s
), again AS MATERIALIZED (
	-- recompiles, with what limits their function
	SELECT c.compile_no, c.file_text, c.line, c.function_text, c.status,
	    c.limit_hit, c.entire_frame_s, c.owner,
	    max(c.limit_hit) OVER (PARTITION BY c.file_text, c.line,
		c.function_text) AS is_limited
	FROM compile AS c
	WHERE c.run_id = ?1 AND (c.recompiles = 1 OR c.limit_hit = 1)
), of_limit AS MATERIALIZED (
	SELECT file_text, line, function_text, owner,
	    min(compile_no) AS compile_no, count(*) AS recompiles,
	    sum(limit_hit) AS limit_hits, sum(entire_frame_s) AS recompile_s
	FROM again WHERE is_limited
	GROUP BY file_text, line, function_text
), limit_cause AS (
	-- the causes that led to each limit, the most frequent first
	SELECT l.compile_no AS id, g.cause_id, u.root_source || ' (' ||
	    u.guard_class || ' ×' || count(*) || ')' AS source,
	    row_number() OVER (PARTITION BY l.compile_no
		ORDER BY count(*) DESC, g.cause_id) AS choice
	FROM of_limit AS l
	JOIN again AS a ON a.file_text IS l.file_text AND a.line IS l.line
	    AND a.function_text IS l.function_text
	JOIN guard_failure AS g ON g.run_id = ?1 AND g.compile_no = a.compile_no
	JOIN recompile_cause AS u ON u.run_id = ?1 AND u.cause_id = g.cause_id
	GROUP BY l.compile_no, g.cause_id
), limit_text AS MATERIALIZED (
	SELECT id, cause_id, sources FROM (
	    SELECT id, cause_id, choice, group_concat(source, ', ') OVER (
		PARTITION BY id ORDER BY choice ROWS BETWEEN CURRENT ROW
		AND 3 FOLLOWING) AS sources
	    FROM limit_cause)
	WHERE likely(choice = 1)
), of_cause AS MATERIALIZED (
	SELECT u.cause_id, u.guard_class,
	    coalesce(u.root_source, u.source) AS source, u.guard_values,
	    count(DISTINCT a.compile_no) AS recompiles,
	    count(DISTINCT a.file_text || ':' || a.line) AS functions,
	    (SELECT sum(entire_frame_s) FROM compile AS c
		WHERE c.run_id = ?1 AND c.compile_no IN (
		    SELECT compile_no FROM guard_failure AS o
		    WHERE o.run_id = ?1 AND o.cause_id = u.cause_id)
		AND (c.recompiles = 1 OR c.limit_hit = 1)) AS recompile_s,
	    max(json_array_length(u.guard_values), 1) - 1 AS new_values,
	    max(a.status = 'unfinished') AND count(DISTINCT a.compile_no) <=
		max(json_array_length(u.guard_values) - 1, 1) AS unfinished,
	    min(a.compile_no) AS compile_no, max(a.owner = 'user') AS own
	FROM recompile_cause AS u
	JOIN guard_failure AS g
	    ON g.run_id = u.run_id AND g.cause_id = u.cause_id
	JOIN again AS a ON a.compile_no = g.compile_no
	WHERE u.run_id = ?1 AND u.limit_hit = 0
	GROUP BY u.cause_id
), judged_cause AS (
	SELECT *, NOT unfinished AND (recompiles <= functions OR
	    (new_values <= functions AND guard_class IN ('length', 'type',
		'rank', 'dtype', 'device', 'requires_grad', 'dict_keys',
		'global_state'))) AS is_bounded
	FROM of_cause
), again_below AS (
	-- each limited function and each cause: the sites above its recompiles;
	-- ___stack0 is what a resume function gets from the part before it
	SELECT 'limit' AS of, a.compile_no, l.compile_no AS id, 0 AS resumes
	FROM of_limit AS l
	JOIN again AS a ON a.file_text IS l.file_text AND a.line IS l.line
	    AND a.function_text IS l.function_text AND a.limit_hit = 0
	UNION ALL
	SELECT DISTINCT 'cause', g.compile_no, u.cause_id,
	    u.source GLOB '___stack*'
	FROM of_cause AS u
	JOIN guard_failure AS g ON g.run_id = ?1 AND g.cause_id = u.cause_id
), below AS MATERIALIZED (
	-- a site that follows another stands for that one
	SELECT of, CAST(id AS INTEGER) AS id, site_id FROM (
	    SELECT b.of, b.id, coalesce(s.leader_id, w.site_id) AS site_id,
		count(*) AS n, t.total,
		row_number() OVER (PARTITION BY b.of, b.id ORDER BY
		    s.why IS NOT NULL AND s.why <> 'first_call',
		    s.lost_s DESC, w.site_id) AS choice
	    FROM again_below AS b
	    JOIN (SELECT of, id, count(*) AS total FROM again_below
		GROUP BY of, id) AS t ON t.of = b.of AND t.id = b.id
	    JOIN compile_below AS w
		ON w.run_id = ?1 AND w.compile_no = b.compile_no
		AND w.resumes = b.resumes
	    JOIN site_fact AS s ON s.site_id = w.site_id
	    GROUP BY b.of, b.id, w.site_id HAVING likely(n = t.total))
	WHERE likely(choice = 1)
), limit_item AS (
	SELECT compile_no, max(owner) AS owner, max(recompiles) AS recompiles,
	    max(limit_hits) AS limit_hits, max(recompile_s) AS recompile_s,
	    max(sources) AS sources, max(cause_id) AS cause_id,
	    max(site_id) AS site_id
	FROM (SELECT compile_no, owner, recompiles, limit_hits, recompile_s,
		NULL AS sources, NULL AS cause_id, NULL AS site_id
	    FROM of_limit
	    UNION ALL
	    SELECT id, NULL, NULL, NULL, NULL, sources, cause_id, NULL
	    FROM limit_text
	    UNION ALL
	    SELECT id, NULL, NULL, NULL, NULL, NULL, NULL, site_id
	    FROM below WHERE of = 'limit')
	GROUP BY compile_no
), failure_item AS (
	SELECT min(failure_no) AS failure_id, category, fail_type, file_text,
	    line, function_text, min(reason_text) AS reason_text,
	    count(*) AS failures, max(own_file_text IS NOT NULL) AS own
	FROM failure
	WHERE run_id = ?1 AND event_id IS NULL AND (category <>
	    'recompile_limit' OR NOT EXISTS (SELECT 1 FROM of_limit))
	GROUP BY category, fail_type, file_text, line, function_text
), item AS MATERIALIZED (
	SELECT 'site' AS item, verdict, site_id AS leader_site,
	    CASE WHEN why IS NOT NULL AND (verdict = 'vanishes' OR
		why = 'first_call') THEN leader_id END AS follows,
	    CASE why WHEN 'inlined' THEN 'breaks only in frames that are '
		|| 'compiled on their own since #%d broke their callers'
	    WHEN 'one_change' THEN 'follows #%d in the same function or '
		|| 'line: one change fixes both'
	    ELSE CASE WHEN first_call_only = 1 THEN 'first call only: its '
		|| 'frames were compiled again without it; one eager call '
		|| 'before torch.compile avoids it'
	    WHEN why = 'first_call' THEN 'only below frames that #%d broke '
		|| 'on the first call'
	    WHEN verdict = 'stays' AND gb_id = 'GB0025'
	    THEN 'placed there on purpose'
	    WHEN verdict = 'stays' THEN CASE owner WHEN 'library'
		THEN 'in a library' ELSE 'inside torch or Python' END ||
		': no frame runs eager, and little is lost'
	    WHEN eager_frames = 1 THEN '1 frame runs eager' ||
		iif(core, ': a forward', '')
	    WHEN eager_frames > 0 THEN eager_frames || ' frames run eager' ||
		iif(core, ', a forward among them', '')
	    ELSE 'it splits graphs' END END AS because,
	    trim(coalesce(gb_id || ' ', '') || kind || coalesce(': ' ||
		detail, '')) AS text,
	    lost_s, eager_frames, events, NULL AS recompiles,
	    NULL AS recompile_s, cascade_events, own, ease,
	    site_id, NULL AS cause_id, NULL AS failure_id,
	    NULL AS compile_no, verdict = 'stays' AS later, 1 AS class, core
	FROM site_item
	UNION ALL
	SELECT 'cause', CASE WHEN l.site_id IS NULL THEN 'fix'
	    ELSE 'vanishes' END, NULL, l.site_id,
	    CASE WHEN l.site_id IS NULL THEN 'the recompile limit is reached: '
		|| 'every later call with new values runs eager'
	    ELSE 'compiled on its own only below frames that #%d broke; '
		|| 'inlined again, its compiles go' END,
	    'recompile limit' || coalesce(': ' || l.sources, ''),
	    NULL, limit_hits, NULL, recompiles, recompile_s, NULL,
	    owner = 'user', 1, NULL,
	    l.cause_id,
	    NULL, l.compile_no, 0, 0, 0
	FROM limit_item AS l
	UNION ALL
	SELECT 'cause', CASE WHEN b.site_id IS NOT NULL THEN 'vanishes'
	    WHEN u.is_bounded THEN 'stays' ELSE 'fix' END, NULL, b.site_id,
	    CASE WHEN b.site_id IS NOT NULL AND u.source GLOB '___stack*'
	    THEN 'guards on a value that the break of #%d hands over'
	    WHEN b.site_id IS NOT NULL
	    THEN 'compiled again only below frames that #%d broke'
	    WHEN u.unfinished THEN 'a recompile for it never finished: each '
		|| 'new value costs another compile'
	    WHEN u.recompiles <= u.functions THEN 'one more compile of each '
		|| 'function, and no more since'
	    WHEN u.is_bounded THEN iif(u.new_values = 0, '1 variant', (u.new_values + 1)
		|| ' variants') || ', a compile for each is normal'
	    ELSE 'each new value costs another compile, up to the limit' END,
	    u.guard_class || coalesce(' of ' || u.source, ' guard') ||
		coalesce(': ' || (SELECT nullif(group_concat(value, ', '), '')
		    FROM json_each(u.guard_values)), ''),
	    NULL, 0, NULL, u.recompiles, u.recompile_s, NULL, u.own, 1, NULL,
	    u.cause_id, NULL, u.compile_no, u.is_bounded,
	    CASE WHEN u.unfinished THEN 0 ELSE 1 END, 0
	FROM judged_cause AS u
	LEFT JOIN below AS b ON b.of = 'cause' AND b.id = u.cause_id
	UNION ALL
	SELECT 'failure', 'fix', NULL, NULL,
	    CASE failures WHEN 1 THEN 'a compile failed'
	    ELSE failures || ' compiles failed' END,
	    category || ': ' || fail_type, NULL, failures, NULL, NULL, NULL,
	    NULL, own, NULL, NULL, NULL, failure_id, NULL, 0, 0, 0
	FROM failure_item
), grouped AS (
	-- a follower belongs to the group of what it follows
	SELECT i.*, coalesce(follows, leader_site) AS of_site,
	    total(lost_s) OVER family AS family_lost,
	    max(eager_frames) OVER family > 0 AS family_eager,
	    max(core) OVER family AS family_core,
	    max(later AND follows IS NULL) OVER family AS family_later,
	    max(CASE WHEN follows IS NULL THEN class END) OVER family
		AS family_class
	FROM item AS i
	WINDOW family AS (PARTITION BY coalesce(follows, leader_site,
	    item || coalesce(cause_id, '') || ' ' || coalesce(failure_id, '')
	    || ' ' || coalesce(compile_no, '')))
), numbered AS MATERIALIZED (
	-- of a type, so that SQLite makes an index of it
	SELECT *, CAST(follows AS INTEGER) AS leader_id,
	    row_number() OVER (ORDER BY family_later,
	    family_class, family_eager DESC, family_core DESC,
	    CASE WHEN of_site IS NULL THEN coalesce(recompile_s, 0)
		ELSE family_lost END DESC,
	    of_site, follows IS NOT NULL, class, later, lost_s DESC,
	    recompiles DESC, recompile_s DESC, events DESC,
	    site_id, cause_id, failure_id, compile_no) AS position
	FROM grouped
)
SELECT ?1, n.position, n.item, n.verdict,
	replace(n.because, '%d', coalesce(l.position, '?')), n.text,
	l.position, n.lost_s, n.eager_frames, n.events, n.recompiles,
	n.recompile_s,
	count(CASE WHEN o.item = 'site' AND o.verdict = 'vanishes' THEN 1 END),
	sum(CASE WHEN o.item = 'site' AND o.verdict = 'vanishes'
	    THEN o.events END),
	sum(CASE WHEN o.item = 'cause' THEN o.recompiles END),
	n.cascade_events, n.own, n.ease, n.site_id, n.cause_id,
	n.failure_id, n.compile_no
FROM numbered AS n
LEFT JOIN numbered AS l ON l.site_id = n.follows
LEFT JOIN numbered AS o ON o.leader_id = n.site_id	-- what goes with it
GROUP BY n.position
UNION ALL
SELECT run_id, 0, 'run', NULL, unfinished || CASE unfinished WHEN 1
	THEN ' compile never finished' ELSE ' compiles never finished' END ||
	': counts are lower bounds', 'unfinished', NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM run WHERE run_id = ?1 AND unfinished > 0
UNION ALL
SELECT run_id, 0, 'run', NULL, 'parts of the input could not be used', 'loss',
	NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	NULL, NULL
FROM run WHERE run_id = ?1 AND EXISTS (SELECT 1 FROM problem AS p
    WHERE p.run_id = ?1 AND p.severity IN ('loss', 'error'))
UNION ALL
SELECT run_id, 0, 'run', NULL, unread || CASE unread WHEN 1
	THEN ' message of torch was' ELSE ' messages of torch were' END ||
	' not understood', 'unread', NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM run WHERE run_id = ?1 AND unread > 0
UNION ALL
SELECT run_id, 0, 'run', NULL, 'no graph was captured', 'no_graphs', NULL,
	NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	NULL
FROM run WHERE run_id = ?1 AND graphs_captured = 0
UNION ALL
SELECT run_id, 0, 'run', NULL, 'counts of breaks are ' || CASE counts_are
	WHEN 'at_least' THEN 'lower bounds' ELSE 'unknown' END, counts_are,
	NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	NULL, NULL
-- an unfinished compile has said that they are lower bounds
FROM run WHERE run_id = ?1 AND counts_are <> 'exact'
	AND NOT (counts_are = 'at_least' AND coalesce(unfinished, 0) > 0);
