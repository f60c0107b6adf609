-- view recompile_causes: one row for each cause of recompiles: the guard
--   failures of a run with one class and one root source, numbers in
--   subscripts folded. A local of two functions is two sources; globals and
--   settings of the process are the same everywhere. One input under several
--   names in nested frames is one cause: tensors that change in the same way
--   (class, expected, actual) in one call of a recompiled frame. A recompile
--   belongs to each cause of its guard failures: recompiles of several causes
--   may not be added.
-- column run_id: the run
-- column cause_id: number of the cause in the run
-- column guard_class: class of the guards, as in view guard_failures
-- column source: source as its first guard failure names it
-- column root_source: the source that stands for all its names: what the
--   first of its frames calls it; numbers in subscripts are ? where they
--   differ. NULL where no guard names one
-- column recompiles: recompiles with a guard failure of this cause
-- column frames: distinct frames of these: (rank, process,
--   compiled_autograd_id, frame_id)
-- column guard_failures: guard failures of this cause
-- column guard_values: JSON array of the values that the cache entries want
--   and that came, each once, in order of time: a long list is a recompile for
--   each new value. Object ids are not told
-- column limit_hit: 1 if one of its frames ran into the recompile limit, else
--   0
-- column function: function of the first of its frames
-- column file: its file
-- column line: its first line
-- column handle: what the cause is called everywhere: c and cause_id
CREATE VIEW recompile_causes AS
SELECT u.run_id, u.cause_id, u.guard_class, u.source, u.root_source,
	(SELECT count(DISTINCT g.compile_no) FROM guard_failure AS g
	    WHERE g.run_id = u.run_id AND g.cause_id = u.cause_id)
	    AS recompiles,
	(SELECT count(*) FROM (SELECT DISTINCT c.rank, c.process,
		c.compiled_autograd_id, c.frame_id
	    FROM guard_failure AS g
	    JOIN compile AS c
		ON c.run_id = g.run_id AND c.compile_no = g.compile_no
	    WHERE g.run_id = u.run_id AND g.cause_id = u.cause_id))
	    AS frames,
	(SELECT count(*) FROM guard_failure AS g
	    WHERE g.run_id = u.run_id AND g.cause_id = u.cause_id)
	    AS guard_failures,
	u.guard_values, u.limit_hit,
	(SELECT body FROM text WHERE text_id = c.function_text) AS function,
	(SELECT body FROM text WHERE text_id = c.file_text) AS file,
	c.line, 'c' || u.cause_id AS handle
FROM recompile_cause AS u
LEFT JOIN compile AS c
    ON c.run_id = u.run_id AND c.compile_no = (
	SELECT min(g.compile_no) FROM guard_failure AS g
	WHERE g.run_id = u.run_id AND g.cause_id = u.cause_id);
