-- name: cat_graph
-- help: the file of a graph, for gbq cat and gbq diff
-- param: run: the run
-- param: graph: the graph's graph_id
-- columns: path, hash, stored
SELECT path, hash, stored
FROM artifacts
WHERE run_id = :run AND path = (SELECT artifact_path FROM graphs
    WHERE run_id = :run AND graph_id = :graph)
ORDER BY stored DESC;
