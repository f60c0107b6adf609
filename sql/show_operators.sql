-- name: show_operators
-- help: operators of a graph, the most frequent first
-- param: run: the run
-- param: graph: the graph's graph_id
-- columns: all of view graph_ops
-- table: op, count
SELECT *
FROM graph_ops
WHERE run_id = :run AND graph_id = :graph
ORDER BY count DESC, op;
