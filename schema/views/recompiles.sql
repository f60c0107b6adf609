-- view recompiles: one row for each recompile: a compile with an earlier cache
--   entry for its code, that is, with recompile reasons or a cache size above
--   0 (compiles.recompiles is 1)
-- column run_id: the run
-- column rank: rank of the compile; else NULL
-- column process: pid of the compile; else NULL
-- column compile_id: the compile: 0/1 is the first recompile of frame 0
-- column instance: instance of that compile
-- column function: function compiled again; resume functions by the function
--   that they resume
-- column file: its file
-- column line: its first line
-- column guard_failures: its rows in view guard_failures; 0 where torch gave
--   no reasons
-- column cause_id: cause of its first guard failure that has one; NULL if none
-- column limit_hit: 1 if it ran into the recompile limit (not compiled, runs
--   eager), else 0
-- column entire_frame_s: seconds of the whole compilation
-- column compile_no: the compile, for joins
CREATE VIEW recompiles AS
SELECT c.run_id, c.rank, c.process, c.compile_id, c.instance,
	(SELECT body FROM text WHERE text_id = c.function_text) AS function,
	(SELECT body FROM text WHERE text_id = c.file_text) AS file,
	c.line,
	(SELECT count(*) FROM guard_failure AS g
	    WHERE g.run_id = c.run_id AND g.compile_no = c.compile_no)
	    AS guard_failures,
	(SELECT g.cause_id FROM guard_failure AS g
	    WHERE g.run_id = c.run_id AND g.compile_no = c.compile_no
		AND +g.cause_id IS NOT NULL
	    ORDER BY g.position LIMIT 1) AS cause_id,
	c.limit_hit, c.entire_frame_s, c.compile_no
FROM compile AS c
WHERE c.recompiles = 1;
