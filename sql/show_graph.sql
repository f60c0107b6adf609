-- name: show_graph
-- help: a graph
-- param: run: the run
-- param: graph: the graph's graph_id
-- columns: all of view graphs
SELECT * FROM graphs WHERE run_id = :run AND graph_id = :graph;
