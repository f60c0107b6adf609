-- compiles.sql - compiles and what belongs to them.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check compile-numbers: compile_no of compile counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(compile_no) AS first, max(compile_no) AS last
FROM compile GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT compile_no) <> count(*);

-- check compile-id: compile_id is the text of its numbers
SELECT run_id, compile_no, compile_id FROM compile
WHERE compile_id <> iif(compiled_autograd_id IS NULL, '',
	'!' || compiled_autograd_id || '/') || coalesce(frame_id, '-')
	|| '/' || coalesce(frame_compile_id, '-');

-- check compile-instances: instances of an id count from 0 without a gap
SELECT run_id, rank, process, compile_id, count(*) AS rows,
	max(instance) AS last
FROM compile GROUP BY run_id, rank, process, compile_id
HAVING min(instance) <> 0 OR last <> count(*) - 1
	OR count(DISTINCT instance) <> count(*);

-- check compile-words: status and owner are words of view compiles, marks
--   are 0 or 1
SELECT run_id, compile_no, status, owner FROM compile
WHERE status NOT IN ('ok', 'empty', 'skipped', 'failed', 'limit', 'unfinished',
	'unknown')
	OR owner NOT IN ('user', 'library', 'stdlib', 'torch', 'generated')
	OR recompiles NOT IN (0, 1) OR limit_hit NOT IN (0, 1)
	OR attempts < 1;

-- check compile-seconds: seconds are not below 0, times in order unless the
--   run's problems say that the clock was set back
WITH back AS MATERIALIZED (
	SELECT DISTINCT run_id FROM problem WHERE code = 'clock_set_back'
)
SELECT run_id, compile_no FROM compile
WHERE min(coalesce(entire_frame_s, 0), coalesce(backend_s, 0),
	coalesce(lost_restart_s, 0), coalesce(lost_skip_s, 0)) < 0
	OR ended_at < started_at AND run_id NOT IN (SELECT run_id FROM back);

-- check compile-metrics: an unfinished compile has no metrics
SELECT run_id, compile_no, status FROM compile
WHERE status = 'unfinished' AND metrics_text IS NOT NULL;

-- check compile-restarts: restart_rows of a compile is the number of its
--   restarts
WITH n AS MATERIALIZED (
	SELECT run_id, compile_no, count(*) AS found FROM restart
	WHERE compile_no IS NOT NULL GROUP BY run_id, compile_no
)
SELECT c.run_id, c.compile_no, c.restart_rows, n.found FROM compile AS c
LEFT JOIN n ON n.run_id = c.run_id AND n.compile_no = c.compile_no
WHERE c.restart_rows <> coalesce(n.found, 0);

-- check compile-breaks: break_events of a compile is the number of its
--   events
WITH n AS MATERIALIZED (
	SELECT run_id, compile_no, count(*) AS found FROM break_event
	WHERE compile_no IS NOT NULL GROUP BY run_id, compile_no
)
SELECT c.run_id, c.compile_no, c.break_events, n.found FROM compile AS c
LEFT JOIN n ON n.run_id = c.run_id AND n.compile_no = c.compile_no
WHERE c.break_events <> coalesce(n.found, 0);

-- check compile-graphs: graphs_captured of a compile is not less than the
--   Dynamo graphs that are there, and not less than those that finished
WITH n AS MATERIALIZED (
	SELECT run_id, compile_no, count(*) AS found FROM graph
	WHERE stage = 'dynamo' GROUP BY run_id, compile_no
)
SELECT c.run_id, c.compile_no, c.graphs, c.graphs_captured, n.found
FROM compile AS c
LEFT JOIN n ON n.run_id = c.run_id AND n.compile_no = c.compile_no
WHERE c.graphs_captured < n.found
	OR c.graphs > c.graphs_captured;

-- check compile-recompiles: a recompile has guard failures, unless the run's
--   problems say that some are lost, and only recompiles have
WITH lost AS MATERIALIZED (
	SELECT DISTINCT run_id FROM problem WHERE code = 'no_recompile_reasons'
)
SELECT run_id, compile_no, recompiles FROM compile AS c
WHERE recompiles <> EXISTS (SELECT 1 FROM guard_failure AS g
	WHERE g.run_id = c.run_id AND g.compile_no = c.compile_no)
	AND NOT (recompiles AND run_id IN (SELECT run_id FROM lost));

-- check compile-limit: status limit means limit_hit, and the other way round
SELECT run_id, compile_no, status, limit_hit FROM compile
WHERE (status = 'limit') <> limit_hit;

-- check graph-numbers: graph_no of graph counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(graph_no) AS first, max(graph_no) AS last
FROM graph GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT graph_no) <> count(*);

-- check graph-compile: a graph is of a compile, its artifact is of that
--   compile
SELECT g.run_id, g.graph_no FROM graph AS g
LEFT JOIN compile AS c ON c.run_id = g.run_id AND c.compile_no = g.compile_no
LEFT JOIN artifact AS a ON a.run_id = g.run_id
	AND a.artifact_no = g.artifact_no
WHERE c.compile_no IS NULL OR a.compile_no IS NOT g.compile_no;

-- check graph-words: stages are words of view graphs, hashes 32 hex digits
SELECT run_id, graph_no, stage FROM graph
WHERE stage NOT IN ('dynamo', 'pre_grad', 'joint', 'forward', 'backward',
	'inference', 'post_grad', 'output_code', 'other')
	OR length(hash) <> 32 OR length(normalised_hash) <> 32
	OR length(ops_hash) <> 32;

-- check graph-counts: ops and inputs are nodes; the ops of a graph are
--   counted, each at least once
WITH n AS MATERIALIZED (
	SELECT run_id, graph_no, sum(count) AS found, min(count) AS least
	FROM graph_op GROUP BY run_id, graph_no
)
SELECT g.run_id, g.graph_no, g.ops, n.found FROM graph AS g
LEFT JOIN n ON n.run_id = g.run_id AND n.graph_no = g.graph_no
WHERE g.ops > coalesce(n.found, 0) OR n.least < 1
	OR g.ops > g.nodes OR g.inputs > g.nodes;

-- check graph-op-graph: counts of ops are of a graph
SELECT o.run_id, o.graph_no, o.op FROM graph_op AS o
WHERE NOT EXISTS (SELECT 1 FROM graph AS g
	WHERE g.run_id = o.run_id AND g.graph_no = o.graph_no);

-- check bytecode-compile: bytecodes are of a compile, their listings are
--   artifacts of it
SELECT b.run_id, b.compile_no, b.position FROM bytecode AS b
LEFT JOIN compile AS c ON c.run_id = b.run_id AND c.compile_no = b.compile_no
LEFT JOIN artifact AS o ON o.run_id = b.run_id
	AND o.artifact_no = b.original_artifact
LEFT JOIN artifact AS m ON m.run_id = b.run_id
	AND m.artifact_no = b.modified_artifact
WHERE c.compile_no IS NULL
	OR b.original_artifact IS NOT NULL AND (o.kind IS NOT 'original_bytecode'
	    OR o.compile_no IS NOT b.compile_no)
	OR b.modified_artifact IS NOT NULL AND (m.kind IS NOT 'modified_bytecode'
	    OR m.compile_no IS NOT b.compile_no);

-- check bytecode-counts: counts of instructions are not below 0
SELECT run_id, compile_no, position FROM bytecode
WHERE instructions_before < 0 OR added < 0 OR removed < 0
	OR instructions_after < 0;

-- check bytecode-numbers: position of bytecode counts from 0 without a gap
SELECT run_id, compile_no, count(*) AS rows, min(position) AS first, max(position) AS last
FROM bytecode GROUP BY run_id, compile_no
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT position) <> count(*);

-- check specialization-numbers: position of specialization counts from 0
--   without a gap
SELECT run_id, compile_no, count(*) AS rows, min(position) AS first, max(position) AS last
FROM specialization GROUP BY run_id, compile_no
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT position) <> count(*);

-- check guard-added-numbers: position of guard_added counts from 0 without a
--   gap
SELECT run_id, compile_no, count(*) AS rows, min(position) AS first, max(position) AS last
FROM guard_added GROUP BY run_id, compile_no
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT position) <> count(*);

-- check specialization-compile: rows of specialization are of a compile
SELECT t.run_id, t.compile_no, t.position FROM specialization AS t
WHERE NOT EXISTS (SELECT 1 FROM compile AS c
	WHERE c.run_id = t.run_id AND c.compile_no = t.compile_no);

-- check guard-added-compile: rows of guard_added are of a compile
SELECT t.run_id, t.compile_no, t.position FROM guard_added AS t
WHERE NOT EXISTS (SELECT 1 FROM compile AS c
	WHERE c.run_id = t.run_id AND c.compile_no = t.compile_no);

-- check cache-event: cache events are artifacts, of the same compile, in
--   words of view cache_events
SELECT e.run_id, e.artifact_no, e.cache, e.state FROM cache_event AS e
LEFT JOIN artifact AS a ON a.run_id = e.run_id
	AND a.artifact_no = e.artifact_no
WHERE a.artifact_no IS NULL OR a.compile_no IS NOT e.compile_no
	OR e.cache NOT IN ('fx', 'aot_autograd', 'remote_fx', 'remote_aot', 'pgo',
	    'autotune', 'other')
	OR e.state NOT IN ('hit', 'miss', 'bypass', 'saved');
