-- name: equal_recompiles
-- question: Do recompiles share the same graph (wasted)?
-- sqlite: each compile is compared with all earlier ones of its frame (a join
--   by <), which the common subset has not
-- help: recompiles whose graph an earlier compile of the frame had already:
--   work for nothing, but for the guards
-- param: run: the run
-- columns: run_id, rank, process, compile_id, instance, function, file, line,
--   same_as (the first compile with such a graph), equal (graph: but for
--   names; ops: but for sizes too), graph_ops, entire_frame_s, cause_id
-- table: rank, process, compile_id, instance, function, file, line, same_as,
--   equal, graph_ops, entire_frame_s, cause_id
WITH last AS (
	-- of several attempts, the graph of the last
	SELECT g.compile_no, g.normalised_hash, g.ops_hash, g.ops,
	    max(g.graph_id)
	FROM graphs AS g
	WHERE g.run_id = :run AND g.stage = 'dynamo'
	GROUP BY g.compile_no
), compiled AS (
	SELECT c.*, l.normalised_hash, l.ops_hash
	FROM last AS l
	JOIN compiles AS c
	    ON c.run_id = :run AND c.compile_no = l.compile_no
	WHERE l.ops > 0
), pair AS (
	SELECT n.compile_no, o.compile_id AS same_as,
	    iif(o.normalised_hash = n.normalised_hash, 'graph', 'ops')
		AS equal,
	    row_number() OVER (PARTITION BY n.compile_no ORDER BY
		o.normalised_hash <> n.normalised_hash, o.compile_no) AS place
	FROM compiled AS n
	JOIN compiled AS o ON o.rank IS n.rank AND o.process IS n.process
	    AND o.compiled_autograd_id IS n.compiled_autograd_id
	    AND o.frame_id = n.frame_id AND o.instance = n.instance
	    AND o.frame_compile_id < n.frame_compile_id
	    AND o.ops_hash = n.ops_hash
)
SELECT r.run_id, r.rank, r.process, r.compile_id, r.instance, r.function,
    r.file, r.line, p.same_as, p.equal, c.graph_ops, r.entire_frame_s,
    r.cause_id
FROM pair AS p
JOIN recompiles AS r ON r.run_id = :run AND r.compile_no = p.compile_no
JOIN compiles AS c ON c.run_id = :run AND c.compile_no = p.compile_no
WHERE p.place = 1
ORDER BY r.rank, r.process, r.compile_no;
