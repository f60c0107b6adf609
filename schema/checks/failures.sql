-- failures.sql - restarts, failures, recompiles and their causes.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check restart-numbers: restart_no of restart counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(restart_no) AS first, max(restart_no) AS last
FROM restart GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT restart_no) <> count(*);

-- check restart-parents: a restart is of a compile, its event is of the same
--   compile
SELECT r.run_id, r.restart_no, r.compile_no, r.event_id FROM restart AS r
LEFT JOIN compile AS c ON c.run_id = r.run_id AND c.compile_no = r.compile_no
LEFT JOIN break_event AS e ON e.run_id = r.run_id AND e.event_id = r.event_id
WHERE c.compile_no IS NULL
	OR r.event_id IS NOT NULL AND e.compile_no IS NOT r.compile_no;

-- check restart-class: classes are words of view restarts; a graph break has
--   its event, and only that has
SELECT run_id, restart_no, class, event_id FROM restart
WHERE class NOT IN ('graph_break', 'autograd_grad', 'requires_grad',
	'unspecialize', 'tensorify', 'collective', 'unknown')
	OR (class = 'graph_break') <> (event_id IS NOT NULL);

-- check restart-positions: position of restart counts from 0 without a gap
SELECT run_id, compile_no, attempt, count(*) AS rows, min(position) AS first, max(position) AS last
FROM restart GROUP BY run_id, compile_no, attempt
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT position) <> count(*);

-- check failure-numbers: failure_no of failure counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(failure_no) AS first, max(failure_no) AS last
FROM failure GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT failure_no) <> count(*);

-- check failure-parents: a failure of a compile is of its id, instance, rank
--   and process, its event of the same compile
SELECT f.run_id, f.failure_no, f.compile_no, f.event_id FROM failure AS f
LEFT JOIN compile AS c ON c.run_id = f.run_id AND c.compile_no = f.compile_no
LEFT JOIN break_event AS e ON e.run_id = f.run_id AND e.event_id = f.event_id
WHERE f.compile_no IS NOT NULL AND (c.compile_no IS NULL
	    OR c.compile_id IS NOT f.compile_id
	    OR c.instance IS NOT f.instance OR c.rank IS NOT f.rank
	    OR c.process IS NOT f.process)
	OR f.event_id IS NOT NULL AND (e.event_id IS NULL
	    OR e.compile_no IS NOT f.compile_no);

-- check failure-words: stages and categories are words of view failures; a
--   graph break has its event, and only that has
SELECT run_id, failure_no, stage, category, event_id FROM failure
WHERE stage NOT IN ('forward', 'backward', 'aot_backward')
	OR category NOT IN ('graph_break', 'backend', 'recompile_limit', 'accuracy',
	    'dynamo_internal', 'runtime_crash', 'triton', 'user_error', 'other')
	OR (category = 'graph_break') <> (event_id IS NOT NULL)
	OR fail_type = '';

-- check guard-failure-parents: guard failures are of a recompile, of a cause
--   of the same class
SELECT g.run_id, g.compile_no, g.position, g.cause_id FROM guard_failure AS g
LEFT JOIN compile AS c ON c.run_id = g.run_id AND c.compile_no = g.compile_no
LEFT JOIN recompile_cause AS u ON u.run_id = g.run_id
	AND u.cause_id = g.cause_id
WHERE c.recompiles IS NOT 1
	OR u.guard_class IS NOT g.guard_class;

-- check guard-failure-numbers: position of guard_failure counts from 0
--   without a gap
SELECT run_id, compile_no, count(*) AS rows, min(position) AS first, max(position) AS last
FROM guard_failure GROUP BY run_id, compile_no
HAVING first <> 0 OR last <> count(*) - 1 OR count(DISTINCT position) <> count(*);

-- check guard-failure-class: guard classes are words of view guard_failures
SELECT run_id, compile_no, position, guard_class FROM guard_failure
WHERE guard_class NOT IN ('size', 'stride', 'rank', 'dtype', 'device',
	'requires_grad', 'dispatch_key', 'value', 'type', 'object_id', 'length',
	'dict_keys', 'global_state', 'closure', 'dynamic_bound', 'nan', 'other');

-- check recompile-cause-numbers: cause_id of recompile_cause counts from 1
--   without a gap
SELECT run_id, count(*) AS rows, min(cause_id) AS first, max(cause_id) AS last
FROM recompile_cause GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT cause_id) <> count(*);

-- check recompile-cause: every cause has a guard failure, its values are
--   JSON, limit_hit is 0 or 1, and 1 where one of its compiles hit it
WITH n AS MATERIALIZED (
	SELECT g.run_id, g.cause_id, max(c.limit_hit) AS limit_hit
	FROM guard_failure AS g JOIN compile AS c ON c.run_id = g.run_id
	    AND c.compile_no = g.compile_no
	WHERE g.cause_id IS NOT NULL GROUP BY g.run_id, g.cause_id
)
SELECT u.run_id, u.cause_id, u.limit_hit FROM recompile_cause AS u
LEFT JOIN n ON n.run_id = u.run_id AND n.cause_id = u.cause_id
WHERE n.cause_id IS NULL OR u.limit_hit NOT IN (0, 1)
	OR u.limit_hit < n.limit_hit
	OR u.guard_values IS NOT NULL AND NOT json_valid(u.guard_values);
