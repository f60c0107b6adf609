-- name: ranks_graphs
-- help: Dynamo's graphs of a run with ranks, function by function in order: by
--   the strongest hash that agrees on all ranks that have the graph
-- param: run: the run
-- columns: position, nth (graph of that function, resume parts apart),
--   function, file, line, ranks (JSON), agree (hash: byte for byte;
--   normalised_hash: but for names and symbols; ops_hash: but for sizes and
--   names; none; alone: one rank only), ops (JSON, of each rank)
WITH compile AS MATERIALIZED (
	SELECT coalesce(rank, process, 0) AS rank, compile_no, function, file,
	    line, frame_name,
	    row_number() OVER (PARTITION BY coalesce(rank, process, 0)
		ORDER BY first_file_number, started_at, compile_no)
		AS position
	FROM compiles WHERE run_id = :run
), last_graph AS MATERIALIZED (
	-- of the attempt that finished
	SELECT compile_no, hash, normalised_hash, ops_hash, ops,
	    max(graph_id) AS graph_id
	FROM graphs WHERE run_id = :run AND stage = 'dynamo' AND ops > 0
	GROUP BY compile_no
), numbered AS MATERIALIZED (
	-- a function's resume parts are one: a break on one rank moves them
	SELECT c.*, g.hash, g.normalised_hash, g.ops_hash, g.ops,
	    row_number() OVER (PARTITION BY c.rank, c.file, c.function, c.start
		ORDER BY c.position) AS nth
	FROM (SELECT *, CASE WHEN frame_name GLOB 'torch_dynamo_resume_in_*'
		THEN -1 ELSE line END AS start FROM compile) AS c
	JOIN last_graph AS g ON g.compile_no = c.compile_no
)
SELECT min(n.position) AS position, n.nth, n.function, n.file,
    min(n.line) AS line, json_group_array(n.rank) AS ranks, CASE
	WHEN count(*) = 1 THEN 'alone'
	WHEN count(DISTINCT n.hash) = 1 THEN 'hash'
	WHEN count(DISTINCT n.normalised_hash) = 1 THEN 'normalised_hash'
	WHEN count(DISTINCT n.ops_hash) = 1 THEN 'ops_hash'
	ELSE 'none' END AS agree,
    json_group_array(n.ops) AS ops
FROM (SELECT * FROM numbered ORDER BY rank) AS n
GROUP BY n.file, n.function, n.start, n.nth
ORDER BY 1, n.function, n.nth;
