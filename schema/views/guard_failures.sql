-- view guard_failures: one row for each guard failure: one (recompile, cache
--   entry that it missed, guard that failed)
-- column run_id: the run
-- column rank: rank of the recompile; else NULL
-- column process: pid of the recompile; else NULL
-- column compile_id: the recompile
-- column instance: instance of that compile
-- column position: place in its list of reasons, from 0
-- column missed_compile_id: the cache entry that it missed: 0/0; NULL if the
--   reason names none
-- column guard_class: size, stride, rank, dtype, device, requires_grad,
--   dispatch_key, value, type, object_id, length, dict_keys, global_state,
--   closure, dynamic_bound, nan or other; NULL where torch gave no reason
-- column source: what the guard looks at: x (L['x'] and x are the same); of
--   global_state the settings that changed; backend where the backend is
--   another one; NULL if the guard names nothing
-- column expected: what the cache entry wants, without quotes; a dynamic_bound
--   as a whole; "not k" of a key k that must not be there; NULL if the guard
--   does not say or names an object by its id
-- column actual: what came; NULL if the guard does not say
-- column cause_id: its cause, in view recompile_causes
-- column guard: the first line of the reason after its "F/C: ", unchanged
-- column file: file that made the guard, from the reason's user stack; NULL
--   if it has none
-- column line: its line
-- column function: its function
-- column compile_no: the recompile, for joins
CREATE VIEW guard_failures AS
SELECT g.run_id, c.rank, c.process, c.compile_id, c.instance, g.position,
	g.missed_compile_id, g.guard_class, g.source, g.expected, g.actual,
	g.cause_id,
	(SELECT body FROM text WHERE text_id = g.guard_text) AS guard,
	(SELECT body FROM text WHERE text_id = g.file_text) AS file,
	g.line,
	(SELECT body FROM text WHERE text_id = g.function_text) AS function,
	g.compile_no
FROM guard_failure AS g
LEFT JOIN compile AS c
    ON c.run_id = g.run_id AND c.compile_no = g.compile_no;
