-- name: graph_sizes
-- question: How many ops were captured per graph, how many graphs are empty or
--   tiny?
-- help: Dynamo's graphs of a run by size. no graph: compiles that made none.
--   Each graph: gbq graphs --stage dynamo
-- param: run: the run
-- columns: size (no graph, empty, tiny: 1 to 5 ops, small: to 50, medium: to
--   500, large), graphs (of no graph: compiles), ops, smallest, largest
SELECT size, count(*) AS graphs, sum(size_ops) AS ops,
    min(size_ops) AS smallest, max(size_ops) AS largest
FROM (
	SELECT ops AS size_ops, CASE WHEN ops = 0 THEN 'empty'
	    WHEN ops <= 5 THEN 'tiny' WHEN ops <= 50 THEN 'small'
	    WHEN ops <= 500 THEN 'medium' ELSE 'large' END AS size
	FROM graphs
	WHERE run_id = :run AND stage = 'dynamo'
	UNION ALL
	SELECT none AS size_ops, 'no graph' AS size
	FROM (
		SELECT run_id, compile_no FROM compiles WHERE run_id = :run
	) AS c LEFT JOIN (
		SELECT run_id, compile_no, sum(ops) AS none, count(*) AS graphs
		FROM graphs
		WHERE run_id = :run AND stage = 'dynamo'
		GROUP BY run_id, compile_no
	) AS g USING (run_id, compile_no)
	WHERE graphs IS NULL
) AS s
GROUP BY size
ORDER BY CASE size WHEN 'no graph' THEN 0 WHEN 'empty' THEN 1
	WHEN 'tiny' THEN 2 WHEN 'small' THEN 3 WHEN 'medium' THEN 4
	ELSE 5 END;
