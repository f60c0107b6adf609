-- name: stack
-- help: the tree of compiles: who called whom, resumed where. Resume functions
--   stand below the function that they resume, callees below their caller,
--   in the order in which they were compiled. A caller is known where the
--   stack of a break of the callee names it
-- param: run: the run
-- param: rank: only of this rank
-- columns: run_id, rank, process, compile_id, instance, depth (0 at the top),
--   relation (top, called, resumes or recompiles), parent_compile_id,
--   parent_instance, function, file, line, resumed_at (line, of a resume
--   function), called_at (line in the parent), status, fail_type,
--   break_events, entire_frame_s, compile_no, parent_compile_no
WITH numbered AS MATERIALIZED (
	SELECT run_id, rank, process, compile_id, compiled_autograd_id,
	    frame_id, frame_compile_id, instance, function, file, line,
	    CASE WHEN frame_name GLOB 'torch_dynamo_resume_in_*_at_[0-9]*'
		THEN CAST(substr(frame_name, 1 + length(rtrim(frame_name,
		    '0123456789'))) AS INTEGER) END AS resumed_at,
	    status, fail_type, break_events, entire_frame_s, compile_no,
	    row_number() OVER (ORDER BY rank, process, first_file_number,
		started_at, compile_no) AS position
	FROM compiles
	WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
), member AS MATERIALIZED (
	-- first: the compile of which this one is a recompile, or itself;
	-- after torch._dynamo.reset() an id begins anew
	SELECT *, coalesce(max(CASE WHEN coalesce(frame_compile_id, 0) = 0
	    THEN position END) OVER frame, min(position) OVER frame) AS first
	FROM numbered
	WINDOW frame AS (PARTITION BY rank, process, compiled_autograd_id,
	    frame_id ORDER BY position)
), node AS MATERIALIZED (
	SELECT * FROM member WHERE position = first
), code AS MATERIALIZED (
	-- the function that a frame runs or resumes: of its name the last one
	-- that begins above the line where it resumes
	SELECT position, rank, process, file, function, resumed_at,
	    CASE WHEN resumed_at IS NULL THEN line
		WHEN file IS NOT NULL AND function IS NOT NULL THEN
		max(CASE WHEN resumed_at IS NULL THEN line END) OVER (
		    PARTITION BY file, function
		    ORDER BY coalesce(resumed_at, line), resumed_at IS NOT NULL
		    ROWS UNBOUNDED PRECEDING) END AS line
	FROM node
), origin AS MATERIALIZED (
	SELECT position, CASE WHEN resumed_at IS NOT NULL THEN origin END
	    AS origin FROM (
	    SELECT position, resumed_at, max(CASE WHEN resumed_at IS NULL
		THEN position END) OVER (PARTITION BY rank, process, file,
		function, line ORDER BY position) AS origin
	    FROM code WHERE line IS NOT NULL)
), place AS MATERIALIZED (
	-- compiled functions among the frames of the breaks' stacks
	SELECT file, function, line, first_line
	FROM (
		SELECT file, function, line, called, max(CASE WHEN called = 0
		    THEN line END) OVER (PARTITION BY file, function
			ORDER BY line, called ROWS UNBOUNDED PRECEDING)
		    AS first_line
		FROM (
			SELECT DISTINCT file, function, line, 0 AS called
			FROM node WHERE resumed_at IS NULL
			UNION ALL
			SELECT DISTINCT file, function, line, 1
			FROM frames WHERE run_id = :run
		)
	)
	WHERE called = 1 AND first_line IS NOT NULL AND file IS NOT NULL
	    AND function IS NOT NULL
), seen AS MATERIALIZED (
	SELECT b.compile_no, b.event_id, f.depth, p.file, p.function,
	    p.first_line, f.line AS called_at
	FROM breaks AS b
	JOIN frames AS f ON f.run_id = b.run_id AND f.event_id = b.event_id
	JOIN place AS p ON p.file = f.file AND p.function = f.function
	    AND p.line = f.line
	WHERE b.run_id = :run
), owned AS MATERIALIZED (
	-- CROSS JOIN: SQLite keeps this order, and indexes the right side
	SELECT m.first, s.*
	FROM member AS m
	CROSS JOIN seen AS s ON s.compile_no = m.compile_no
), outer_frame AS MATERIALIZED (
	SELECT c.position, c.rank, c.process, o.event_id, o.depth, o.file,
	    o.function, o.first_line, o.called_at,
	    o.file = c.file AND o.function = c.function
		AND o.first_line = c.line AS own
	FROM code AS c
	CROSS JOIN owned AS o ON o.first = c.position
	WHERE c.resumed_at IS NULL
), candidate AS (
	SELECT o.*
	FROM outer_frame AS o
	LEFT JOIN (SELECT event_id, min(depth) AS depth
	    FROM outer_frame WHERE own GROUP BY 1) AS w
	    ON w.event_id = o.event_id
	WHERE NOT o.own AND (w.depth IS NULL OR o.depth < w.depth)
), asked AS MATERIALIZED (
	-- the last frame of that function that was compiled before
	SELECT position, event_id, depth, called_at, max(CASE
	    WHEN event_id IS NULL THEN position END) OVER (
		PARTITION BY rank, process, file, function, first_line
		ORDER BY position ROWS UNBOUNDED PRECEDING) AS parent
	FROM (SELECT position, rank, process, file, function,
		line AS first_line, NULL AS event_id, NULL AS depth,
		NULL AS called_at
	    FROM code WHERE resumed_at IS NULL
	    UNION ALL
	    SELECT position, rank, process, file, function, first_line,
		event_id, depth, called_at
	    FROM candidate)
), caller AS MATERIALIZED (
	SELECT position, parent, called_at FROM (
	    SELECT position, parent, called_at, row_number() OVER (
		PARTITION BY position ORDER BY event_id, depth DESC) AS choice
	    FROM asked
	    WHERE event_id IS NOT NULL AND parent IS NOT NULL)
	WHERE choice = 1
), linked AS MATERIALIZED (
	SELECT position, coalesce(max(origin), max(parent)) AS parent,
	    CASE WHEN max(origin) IS NOT NULL THEN 'resumes'
		WHEN max(parent) IS NOT NULL THEN 'called'
		ELSE 'top' END AS relation, max(called_at) AS called_at
	FROM (SELECT position, NULL AS origin, NULL AS parent,
		NULL AS called_at
	    FROM node
	    UNION ALL SELECT position, origin, NULL, NULL FROM origin
	    UNION ALL SELECT position, NULL, parent, called_at FROM caller)
	GROUP BY position
), tree AS (
	-- its ORDER BY says which row is gone on from: the deepest, so that
	-- what is below a frame comes before the next one
	SELECT position, parent, relation, called_at, 0 AS depth
	FROM linked WHERE parent IS NULL
	UNION ALL
	SELECT l.position, l.parent, l.relation, l.called_at, t.depth + 1
	FROM tree AS t
	JOIN linked AS l ON l.parent = t.position
	ORDER BY 5 DESC, 1
), walked AS MATERIALIZED (
	SELECT *, row_number() OVER () AS step FROM tree
)
SELECT m.run_id, m.rank, m.process, m.compile_id, m.instance, t.depth,
    CASE WHEN m.position = m.first THEN t.relation ELSE 'recompiles' END
	AS relation,
    p.compile_id AS parent_compile_id, p.instance AS parent_instance,
    m.function, m.file, m.line, m.resumed_at,
    CASE WHEN m.position = m.first THEN t.called_at END AS called_at,
    m.status, m.fail_type, m.break_events, m.entire_frame_s, m.compile_no,
    p.compile_no AS parent_compile_no
FROM walked AS t
CROSS JOIN member AS m ON m.first = t.position
LEFT JOIN numbered AS p ON p.position =
    CASE WHEN m.position = m.first THEN t.parent ELSE m.first END
ORDER BY t.step, m.position;
